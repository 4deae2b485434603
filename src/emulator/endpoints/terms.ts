import { group as groupSpec } from "../../resources/group";
import { termsAcceptanceFields } from "../../resources/terms";
import { termsAcceptance } from "../../resources/terms-acceptance";
import { computed, list, required, set, string, uid } from "../../spec/types";
import type { Values } from "../../spec/values";
import { invalidArgument } from "../gateway/errors";
import { acceptancesIn, documentsIn } from "../kinds/terms";
import type { Endpoint, Service } from "./endpoint";

const kind = { type: "iam:Terms", collection: "/iam/v2/terms" } as const;
const path = `${kind.collection}/{group=**}`;

/** Refuses what is no root group. Throws StatusError. */
function organizationIn(params: Readonly<Record<string, string>>, service: Service): string {
  const { group = "" } = params;
  service.platform.get(service.spec("iam:Group"), group);
  if (group.includes("/")) throw invalidArgument(kind, "group", "must be a root group");
  return group;
}

const accept: Endpoint = {
  method: "POST",
  path,
  kind,
  targetKind: groupSpec,
  body: { documentIds: required(set(string())) },
  permission: ({ params }) => [params.group ?? "", "accept"],
  answer: ({ params, body }, service) => {
    const { platform, store } = service;
    const group = organizationIn(params, service);
    const spec = service.spec(termsAcceptance.type);
    const former = store.get(spec.type, group);
    if (former === undefined) platform.create(spec, group, body);
    else platform.touch(spec, former, body);
    const fields = { group: computed(uid("iam:Group")), documentIds: computed(list(string())) };
    return service.write(fields, { group, documentIds: documentsIn(body) }, "AcceptTermsResponse");
  },
};

const listAcceptances: Endpoint = {
  method: "GET",
  path,
  kind,
  targetKind: groupSpec,
  answer: ({ params, query }, service) => {
    const group = organizationIn(params, service);
    const accepted = acceptancesIn(service.store.get(termsAcceptance.type, group)?.values);
    const time = ({ values }: { values: Values }): string => new Date(String(values.createTime)).toISOString();
    return service.list(kind, query, {
      key: "termsAcceptances",
      fields: termsAcceptanceFields,
      items: accepted.map((values) => ({ uid: String(values.docId), values: { ...values, orgUid: group } })),
      sortable: { doc_id: ({ uid: docId }) => docId, created_at: time, create_time: time },
    });
  },
};

/** Terms: they can be accepted, and acceptances be listed. */
export const termsEndpoints: readonly Endpoint[] = [accept, listAcceptances];
