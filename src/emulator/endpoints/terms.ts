import { acceptTerms, listTermsAcceptances } from "../../description/operations/terms";
import { group as groups } from "../../description/resources/group";
import { termsAcceptance } from "../../description/resources/terms-acceptance";
import { invalidArgument } from "../gateway/errors";
import { sortableTimes } from "../gateway/pages";
import { acceptancesIn, documentsIn } from "../kinds/terms";
import { type Endpoint, endpoint, type Service } from "./endpoint";

const kind = { type: "iam:Terms" } as const;

function organizationIn({ group }: { readonly group: string }, service: Service): string {
  service.platform.get(groups, group);
  if (group.includes("/")) throw invalidArgument(kind, "group", "must be a root group");
  return group;
}

const accept = endpoint({
  operation: acceptTerms,
  kind,
  answer: ({ params, args }, service) => {
    const { platform, store } = service;
    const group = organizationIn(params, service);
    const former = store.get(termsAcceptance.type, group);
    if (former === undefined) platform.create(termsAcceptance, group, args);
    else platform.touch(termsAcceptance, former, args);
    return { group, documentIds: documentsIn(args) };
  },
});

const listAcceptances = endpoint({
  operation: listTermsAcceptances,
  kind,
  list: ({ params }, service) => {
    const group = organizationIn(params, service);
    const accepted = acceptancesIn(service.store.get(termsAcceptance.type, group)?.values);
    return {
      items: accepted.map((values) => ({ uid: String(values.docId), values: { ...values, orgUid: group } })),
      sortable: { doc_id: ({ uid: docId }) => docId, ...sortableTimes("createTime") },
    };
  },
});

export const termsEndpoints: readonly Endpoint[] = [accept, listAcceptances];
