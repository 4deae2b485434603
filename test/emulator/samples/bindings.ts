import { blocked, created, failure, info, listed, NOW, type Sample, SECOND } from "./shapes";

const ROLE_VIEWER = "$VIEWER";
const role = { uid: "$ROLE", name: "puller" };
const apkPull = {
  uid: "62226500bc7604a9eadfa16ed0493529059d0f8a",
  name: "apk.pull",
  description: "APK pull Role (built-in)",
  capabilities: ["CAP_IAM_GROUPS_LIST", "CAP_APK_LIST", "CAP_APK_BLOBS_GET"],
  createTime: "2026-01-05T08:30:06.250Z",
  updateTime: "2026-01-05T08:30:06.250Z",
};
export const roles: readonly Sample[] = [
  {
    it: "stores capabilities in the order of the enum",
    request: "POST /iam/v2/roles/$ORG",
    body: { name: "puller", capabilities: ["CAP_REPO_LIST", "CAP_IAM_GROUPS_LIST"] },
    as: "ROLE",
    full: { ...role, description: "", capabilities: ["CAP_IAM_GROUPS_LIST", "CAP_REPO_LIST"], ...created },
  },
  { it: "finds a built-in role by name", request: "GET /iam/v2/roles?name=apk.pull", ...listed("roles", apkPull) },
  {
    it: "drops a name that is not in the enum",
    request: "PATCH /iam/v2/roles/$ROLE",
    body: { capabilities: ["CAP_REPO_LIST", "repo.list"] },
    full: { ...role, description: "", capabilities: ["CAP_REPO_LIST"], createTime: NOW, updateTime: SECOND },
  },
  {
    it: "refuses to delete a built-in role",
    request: `DELETE /iam/v2/roles/${ROLE_VIEWER}`,
    status: 403,
    ...failure(7, "Permission denied: managed roles cannot be deleted", info("PERMISSION_DENIED")),
  },
];

/** Not captured: `managedBy` and `managedByUidp` are newer. */
const bindingExtra = { managedBy: "MANAGED_BY_MANUAL", managedByUidp: "", identityUid: "", roleUid: "" };
const boundIdentity = { uid: "$IDENTITY", name: "ci-bot", subject: "x", issuer: "https://k.example.com" };
const boundGroup = { uid: "$ORG", name: "acme", description: "Root organization group" };
const viewer = { uid: ROLE_VIEWER, name: "viewer", description: "Viewer Role (built-in)" };
const owner = { uid: "$OWNER", name: "owner", description: "Owner Role (built-in)" };
const binding = (bound: unknown) => ({
  uid: "$BINDING",
  identity: { ...boundIdentity, description: "", email: "" },
  group: boundGroup,
  role: bound,
  createTime: NOW,
  ...bindingExtra,
});
/** Bindings of the identity and of built-in roles; afterwards nothing of it is left. */
export const bindings: readonly Sample[] = [
  {
    it: "answers a binding with its role and identity, and without the uids of the request",
    request: "POST /iam/v2/roleBindings/$ORG",
    body: { identityUid: "$IDENTITY", roleUid: ROLE_VIEWER },
    as: "BINDING",
    full: binding(viewer),
  },
  { it: "gets a binding alike", request: "GET /iam/v2/roleBindings/$BINDING", full: binding(viewer) },
  {
    it: "lists the bindings of an identity",
    request: "GET /iam/v2/roleBindings?identity=$IDENTITY&page_size=1",
    ...listed("roleBindings", binding(viewer)),
  },
  {
    it: "changes the role of a binding",
    request: "PATCH /iam/v2/roleBindings/$BINDING",
    body: { roleUid: "$OWNER" },
    full: binding(owner),
  },
  {
    it: "refuses to delete an identity that is bound",
    request: "DELETE /iam/v2/identities/$IDENTITY",
    status: 400,
    ...blocked("iam", "Identity", "$IDENTITY", "cannot delete identity with role bindings"),
  },
  { it: "deletes a binding", request: "DELETE /iam/v2/roleBindings/$BINDING", full: {} },
  { it: "deletes a binding again", request: "DELETE /iam/v2/roleBindings/$BINDING", full: {} },
  { it: "deletes an identity", request: "DELETE /iam/v2/identities/$IDENTITY", full: {} },
  { it: "deletes a role", request: "DELETE /iam/v2/roles/$ROLE", full: {} },
];
