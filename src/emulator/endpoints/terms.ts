import { acceptTerms, listTermsAcceptances } from "../../operations/terms";
import { termsAcceptance } from "../../resources/terms-acceptance";
import type { Values } from "../../spec/values";
import { invalidArgument } from "../gateway/errors";
import { acceptancesIn, documentsIn } from "../kinds/terms";
import { type Endpoint, endpoint, type Service, specOf } from "./endpoint";

const kind = { type: "iam:Terms", collection: termsAcceptance.collection } as const;

/** uid of the organization. Throws StatusError if the group is not a root group. */
function organizationIn({ group }: { readonly group: string }, service: Service): string {
  service.platform.get(specOf(service, "iam:Group"), group);
  if (group.includes("/")) throw invalidArgument(kind, "group", "must be a root group");
  return group;
}

const accept = endpoint({
  operation: acceptTerms,
  kind,
  answer: ({ params, args }, service) => {
    const { platform, store } = service;
    const group = organizationIn(params, service);
    const spec = specOf(service, termsAcceptance.type);
    const former = store.get(spec.type, group);
    if (former === undefined) platform.create(spec, group, args);
    else platform.touch(spec, former, args);
    return { group, documentIds: documentsIn(args) };
  },
});

const listAcceptances = endpoint({
  operation: listTermsAcceptances,
  kind,
  list: ({ params }, service) => {
    const group = organizationIn(params, service);
    const accepted = acceptancesIn(service.store.get(termsAcceptance.type, group)?.values);
    const time = ({ values }: { values: Values }): string => new Date(String(values.createTime)).toISOString();
    return {
      items: accepted.map((values) => ({ uid: String(values.docId), values: { ...values, orgUid: group } })),
      sortable: { doc_id: ({ uid: docId }) => docId, created_at: time, create_time: time },
    };
  },
});

/** Endpoints to accept terms and to list acceptances. */
export const termsEndpoints: readonly Endpoint[] = [accept, listAcceptances];
