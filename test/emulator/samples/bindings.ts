import { blocked, created, failure, info, json, listed, NOW, SECOND } from "./shapes";

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
export const roles = `
  ROLE = POST /iam/v2/roles/$ORG {"name":"puller","capabilities":["CAP_REPO_LIST","CAP_IAM_GROUPS_LIST"]}
  -> ${json({ ...role, description: "", capabilities: ["CAP_IAM_GROUPS_LIST", "CAP_REPO_LIST"], ...created })}
  GET /iam/v2/roles?name=apk.pull -> ${listed("roles", apkPull)}
  PATCH /iam/v2/roles/$ROLE {"capabilities":["CAP_REPO_LIST","repo.list"]}
  -> ${json({ ...role, description: "", capabilities: ["CAP_REPO_LIST"], createTime: NOW, updateTime: SECOND })}
  DELETE /iam/v2/roles/${ROLE_VIEWER}
  -> 403 ${failure(7, "Permission denied: managed roles cannot be deleted", info("PERMISSION_DENIED"))}
`;

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
export const bindings = `
  BINDING = POST /iam/v2/roleBindings/$ORG ${json({ identityUid: "$IDENTITY", roleUid: ROLE_VIEWER })}
  -> ${json(binding(viewer))}
  GET /iam/v2/roleBindings/$BINDING -> ${json(binding(viewer))}
  GET /iam/v2/roleBindings?identity=$IDENTITY&page_size=1 -> ${listed("roleBindings", binding(viewer))}
  PATCH /iam/v2/roleBindings/$BINDING {"roleUid":"$OWNER"} -> ${json(binding(owner))}
  DELETE /iam/v2/identities/$IDENTITY
  -> 400 ${blocked("iam", "Identity", "$IDENTITY", "cannot delete identity with role bindings")}
  DELETE /iam/v2/roleBindings/$BINDING -> {}
  DELETE /iam/v2/roleBindings/$BINDING -> {}
  DELETE /iam/v2/identities/$IDENTITY -> {}
  DELETE /iam/v2/roles/$ROLE -> {}
`;
