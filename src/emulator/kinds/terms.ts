import { termsAcceptance } from "../../description/resources/terms-acceptance";
import type { ResourceSpec } from "../../description/spec/resource";
import { isValues, type Values } from "../../description/spec/values";
import { termsNotAccepted } from "../gateway/errors";
import { formatTime } from "../gateway/times";
import type { EmulatorSettings } from "../options";
import { rootOf, type Store } from "../store";
import type { Rules } from "./rules";

/** Acceptances of an organization, in chronological order. */
export const acceptancesIn = (values: Values | undefined): Values[] =>
  Array.isArray(values?.acceptances) ? values.acceptances.filter(isValues) : [];
export const documentsIn = (values: Values): string[] =>
  Array.isArray(values.documentIds) ? [...new Set(values.documentIds.map(String))] : [];

/** Refuses creates in an organization that has not accepted the terms, except for the acceptance. Throws StatusError. */
export function refuseWithoutTerms(
  { spec, parentUid }: { readonly spec: ResourceSpec; readonly parentUid: string },
  { requiredTerms }: Pick<EmulatorSettings, "requiredTerms">,
  store: Store,
): void {
  if (parentUid === "" || spec.type === termsAcceptance.type || requiredTerms.length === 0) return;
  const accepted = acceptancesIn(store.get(termsAcceptance.type, rootOf(parentUid))?.values).map(({ docId }) => docId);
  const missing = requiredTerms.filter(({ id }) => !accepted.includes(id));
  if (missing.length > 0) throw termsNotAccepted(spec, missing);
}

/** Stored as one resource per organization, never deleted. Each document keeps the time of its first acceptance. */
export const termsRules: Rules = {
  complaint: (uid, values) => {
    if (uid.includes("/")) return ["group", "must be a root group"];
    return documentsIn(values).includes("") ? ["document_ids", "document_ids must not be empty"] : undefined;
  },
  fill: ({ values, former, now }) => {
    const before = acceptancesIn(former);
    const added = documentsIn(values)
      .filter((docId) => !before.some((acceptance) => acceptance.docId === docId))
      .map((docId) => ({ docId, acceptedBy: "admin", createTime: formatTime(now) }));
    const acceptances = [...before, ...added];
    return { ...values, documentIds: acceptances.map(({ docId }) => docId).sort(), acceptances };
  },
};
