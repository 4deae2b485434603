import { termsAcceptance } from "../resources/terms-acceptance";
import { computed, list, message, required, set, string, uid } from "../spec/types";
import { defineOperation } from "./operation";

const params = {
  /** uid of the organization's root group. */
  group: required(uid("iam:Group")),
} as const;

type Accepted = typeof termsAcceptance.fields.acceptances.type.of.fields;
/** A named type keeps the doc comments in the declaration file (see advisory-events.ts). */
export type AcceptanceFields = { readonly [K in keyof Accepted]: Accepted[K] };
const acceptance: AcceptanceFields = termsAcceptance.fields.acceptances.type.of.fields;

/** Accepts terms documents for an organization. Accepting them again changes nothing (platform API: IAM-22). */
export const acceptTerms = defineOperation({
  sentBy: { type: termsAcceptance.type, verbs: ["create", "update"] },
  method: "POST",
  path: "/iam/v2/terms/{group}",
  params,
  request: { documentIds: required(set(string())) },
  answer: { group: computed(uid("iam:Group")), documentIds: computed(list(string())) },
  repeat: "safe",
  needs: { capabilities: ["CAP_TERMS_ACCEPT"], at: "group" },
});

/**
 * Lists which terms documents were accepted for an organization or an ancestor, by whom and when. Throws ArgumentError
 * before any request, and the errors of the client (platform API: IAM-22).
 *
 * @param args Whose acceptances of terms to list.
 */
export const listTermsAcceptances = defineOperation({
  functions: ["getTermsAcceptances"],
  sentBy: { type: termsAcceptance.type, verbs: ["read"] },
  method: "GET",
  path: "/iam/v2/terms/{group}",
  params,
  request: {},
  answer: {
    termsAcceptances: computed(
      list(
        message({
          ...acceptance,
          /** Subject of the identity that accepted it. */
          acceptedBy: computed(string(), { returned: "always" }),
          /** uid of the organization where it was accepted. It may be an ancestor. */
          orgUid: computed(uid("iam:Group"), { returned: "always" }),
        }),
      ),
    ),
  },
  returns: "termsAcceptances",
  pages: { keyedBy: "docId" },
  repeat: "safe",
  needs: { capabilities: ["CAP_TERMS_LIST"], at: "group" },
});
