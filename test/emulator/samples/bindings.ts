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
  # stores capabilities in the order of the enum
  ROLE = POST /iam/v2/roles/$ORG {"name":"puller","capabilities":["CAP_REPO_LIST","CAP_IAM_GROUPS_LIST"]}
  -> ${json({ ...role, description: "", capabilities: ["CAP_IAM_GROUPS_LIST", "CAP_REPO_LIST"], ...created })}

  # finds a built-in role by name
  GET /iam/v2/roles?name=apk.pull -> ${listed("roles", apkPull)}

  # drops a name that is not in the enum
  PATCH /iam/v2/roles/$ROLE {"capabilities":["CAP_REPO_LIST","repo.list"]}
  -> ${json({ ...role, description: "", capabilities: ["CAP_REPO_LIST"], createTime: NOW, updateTime: SECOND })}

  # refuses to delete a built-in role
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
  # answers a binding with its role and identity, and without the uids of the request
  BINDING = POST /iam/v2/roleBindings/$ORG ${json({ identityUid: "$IDENTITY", roleUid: ROLE_VIEWER })}
  -> ${json(binding(viewer))}

  # gets a binding alike
  GET /iam/v2/roleBindings/$BINDING -> ${json(binding(viewer))}

  # lists the bindings of an identity
  GET /iam/v2/roleBindings?identity=$IDENTITY&page_size=1 -> ${listed("roleBindings", binding(viewer))}

  # changes the role of a binding
  PATCH /iam/v2/roleBindings/$BINDING {"roleUid":"$OWNER"} -> ${json(binding(owner))}

  # refuses to delete an identity that is bound
  DELETE /iam/v2/identities/$IDENTITY
  -> 400 ${blocked("iam", "Identity", "$IDENTITY", "cannot delete identity with role bindings")}

  # deletes a binding
  DELETE /iam/v2/roleBindings/$BINDING -> {}

  # deletes a binding again
  DELETE /iam/v2/roleBindings/$BINDING -> {}

  # deletes an identity
  DELETE /iam/v2/identities/$IDENTITY -> {}

  # deletes a role
  DELETE /iam/v2/roles/$ROLE -> {}
`;
