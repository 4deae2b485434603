import { defineResource } from "../spec/resource";
import { computed, list, message, required, set, string, timestamp, uid } from "../spec/types";

/** Acceptance of terms documents, which can never be withdrawn (platform API: IAM-22). */
export const termsAcceptance = defineResource({
  type: "iam:TermsAcceptance",
  collection: "/iam/v2/terms",
  needs: { see: ["CAP_TERMS_LIST"] },
  update: "patch",
  lifecycle: "acceptance",
  uidIsParents: true,
  peculiar: { managedInParts: true, outputsOf: { documentIds: ["acceptances"] } },
  fields: {
    /** uid of the organization's root group. */
    parentUid: required(uid("iam:Organization"), { parent: true }),
    /** Ids of the documents to accept, in any order, with their versions: `tos.v1`. A document that you remove stays accepted. */
    documentIds: required(set(string())),
    /** Who accepted which document, and when. */
    acceptances: computed(
      list(
        message({
          /** Id of the document. */
          docId: computed(string(), { returned: "always" }),
          /** Subject of the identity that accepted it. */
          acceptedBy: computed(string()),
          /** When it was accepted, UTC. */
          createTime: computed(timestamp, { returned: "always" }),
        }),
      ),
      { returned: "always" },
    ),
  },
});
