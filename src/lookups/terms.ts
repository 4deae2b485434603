import { termsAcceptanceFields } from "../resources/terms";
import { required, uid } from "../spec/types";
import { type AnswerOf, answerOf } from "./answers";
import { type PagedArgs, paging } from "./filters";
import { type Listing, plural } from "./listing";

const filters = {
  /** uid of the organisation's root group. */
  group: required(uid("iam:Group")),
} as const;
const all = { ...filters, ...paging("doc_id") } as const;

/** Whose acceptances of terms to list. */
export type GetTermsAcceptancesArgs = PagedArgs<typeof filters>;
/** That a document of the terms was accepted, by whom and when. */
export type TermsAcceptanceResult = AnswerOf<typeof termsAcceptanceFields>;

/** How acceptances of terms are listed. */
export const termsListing: Listing<typeof all, TermsAcceptanceResult> = {
  name: "getTermsAcceptances",
  method: "GET",
  path: "/iam/v2/terms/{group}",
  key: "termsAcceptances",
  arguments: all,
  read: answerOf(termsAcceptanceFields),
  keyOf: ({ docId }) => docId,
};

/** The acceptances of an organisation. */
export const getTermsAcceptances = plural(termsListing);
