import { group as groupSpec } from "../../resources/group";
import { termsAcceptanceFields } from "../../resources/terms";
import { termsAcceptance } from "../../resources/terms-acceptance";
import { computed, list, required, set, string, uid } from "../../spec/types";
import type { Values } from "../../spec/values";
import { invalidArgument } from "../gateway/errors";
import { acceptancesIn, documentsIn } from "../kinds/terms";
import { type Endpoint, endpoint, listed, type Service, specOf, written } from "./endpoint";

const kind = { type: "iam:Terms", collection: "/iam/v2/terms" } as const;
const path = `${kind.collection}/{group=**}` as const;

/** uid of the organization; refuses a group that is no root group. Throws StatusError. */
function organizationIn({ group }: { readonly group: string }, service: Service): string {
  service.platform.get(specOf(service, "iam:Group"), group);
  if (group.includes("/")) throw invalidArgument(kind, "group", "must be a root group");
  return group;
}

const accept = endpoint({
  method: "POST",
  path,
  kind,
  allowed: { capability: "CAP_TERMS_ACCEPT", in: { path: "group" }, of: groupSpec },
  body: { documentIds: required(set(string())) },
  answer: ({ params, body }, service) => {
    const { platform, store } = service;
    const group = organizationIn(params, service);
    const spec = specOf(service, termsAcceptance.type);
    const former = store.get(spec.type, group);
    if (former === undefined) platform.create(spec, group, body);
    else platform.touch(spec, former, body);
    const fields = { group: computed(uid("iam:Group")), documentIds: computed(list(string())) };
    return written(service, { name: "AcceptTermsResponse", fields }, { group, documentIds: documentsIn(body) });
  },
});

const listAcceptances = endpoint({
  method: "GET",
  path,
  kind,
  allowed: { capability: "CAP_TERMS_LIST", in: { path: "group" }, of: groupSpec },
  answer: ({ params, query }, service) => {
    const group = organizationIn(params, service);
    const accepted = acceptancesIn(service.store.get(termsAcceptance.type, group)?.values);
    const time = ({ values }: { values: Values }): string => new Date(String(values.createTime)).toISOString();
    return listed(service, query, {
      kind,
      key: "termsAcceptances",
      fields: termsAcceptanceFields,
      items: accepted.map((values) => ({ uid: String(values.docId), values: { ...values, orgUid: group } })),
      sortable: { doc_id: ({ uid: docId }) => docId, created_at: time, create_time: time },
    });
  },
});

/** Terms: they can be accepted, and acceptances be listed. */
export const termsEndpoints: readonly Endpoint[] = [accept, listAcceptances];
