import { computed, string, timestamp, uid } from "../spec/types";

const always = { always: true } as const;

/** That a document of the platform's terms was accepted for an organisation (spec: IAM, Terms). Read-only. */
export const termsAcceptanceFields = {
  /** Id of the document. */
  docId: computed(string(), always),
  /** Who accepted it. */
  acceptedBy: computed(string(), always),
  /** uid of the organisation that it was accepted for. */
  orgUid: computed(uid("iam:Group"), always),
  /** When it was accepted, UTC. */
  createTime: computed(timestamp, always),
} as const;
