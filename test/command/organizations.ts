import { type LiveObject, specOf } from "../../src/command/organization/read";
import type { Values } from "../../src/description/spec/values";
import { parentOf } from "../../src/description/uid";

/** An object as a list would answer it, for tests of what is made of objects. */
export function liveObject(type: string, uid: string, values: Values): LiveObject {
  const parentUid = parentOf(uid);
  return { spec: specOf(type), uid, ...(parentUid === undefined ? {} : { parentUid }), values };
}

/** A small organization: `acme`, `acme/team`, `acme/team/web`; the identity `ci` in team holds puller there. */
export const smallOrganization = (): LiveObject[] => [
  liveObject("iam:Group", "r", { name: "acme" }),
  liveObject("iam:Group", "r/t", { name: "team" }),
  liveObject("iam:Group", "r/t/w", { name: "web" }),
  liveObject("iam:Group", "r/o", { name: "ops" }),
  liveObject("iam:Role", "b1", { name: "viewer", capabilities: ["CAP_REPO_LIST", "CAP_IAM_GROUPS_LIST"] }),
  liveObject("iam:Role", "r/p", { name: "puller", capabilities: ["CAP_REPO_LIST", "CAP_TAG_LIST"] }),
  liveObject("iam:Identity", "r/t/ci", { name: "ci" }),
  liveObject("iam:RoleBinding", "r/t/x", { identityUid: "r/t/ci", roleUid: "r/p" }),
  liveObject("iam:RoleBinding", "r/y", {
    identityUid: "person",
    roleUid: "b1",
    identity: { uid: "person", name: "", email: "ann@example.com" },
  }),
];
