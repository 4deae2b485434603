import assert from "node:assert/strict";
import { inputsOf } from "../../../../src/command/commands/import/inputs";
import { judge } from "../../../../src/command/commands/import/judge";
import type { LiveObject } from "../../../../src/command/organization/read";
import { resources } from "../../../../src/description/resources";
import type { Values } from "../../../../src/description/spec/values";

const ROOT = "0123456789abcdef0123456789abcdef01234567";
let count = 0;
const live = (type: string, values: Values, parentUid = ROOT): LiveObject => {
  const spec = resources[type];
  assert.ok(spec !== undefined);
  count += 1;
  return { spec, uid: spec.uidIsParents ? parentUid : `${parentUid}/${count}`, parentUid, values };
};
const judged = (...objects: LiveObject[]) => judge(objects, objects, "vendor");

describe("the inputs of an existing object", () => {
  it("include every input with a value, but no computed or derived field", () => {
    const repo = live("registry:Repo", {
      name: "python",
      description: "",
      aliases: [],
      syncConfig: { source: "a/b", google: "", uniqueTags: true },
      customOverlay: { environment: { EMPTY: "" }, accounts: { users: [{ username: "a", uid: 0 }] } },
      createTime: "2026-01-05T08:30:00Z",
    });
    assert.deepEqual(inputsOf(repo, repo.values), {
      parentUid: ROOT,
      name: "python",
      syncConfig: { source: "a/b" },
      customOverlay: { environment: { EMPTY: "" }, accounts: { users: [{ username: "a" }] } },
    });
  });
});

describe("an existing object", () => {
  it("can be taken over with values that a preview only warns about", () => {
    const sink = live("events:Subscription", { sink: "https://localhost/callback" });
    assert.equal(judged(sink).importable[0]?.byUid, false);
  });

  it("is taken over by its uid if no new object could get its name", () => {
    const [web] = judged(live("iam:Group", { name: "Web" })).importable;
    assert.equal(web?.byUid, true);
  });

  it("can be taken over without a default role, which SCIM clears (row 292)", () => {
    const oidc = { issuer: "https://login.example.com", clientId: "a", pkceEnabled: true };
    assert.deepEqual(judged(live("iam:IdentityProvider", { name: "login", oidc })).leftOut, []);
  });

  it("cannot be taken over with a twin, a secret returned once, a required secret, or a value unknown to this version", () => {
    const oidc = { issuer: "https://login.example.com", clientId: "a" };
    const bySso = { managedBy: "MANAGED_BY_SCIM", managedByUidp: "r/sso" };
    const { importable, leftOut } = judged(
      live("iam:Group", { name: "twin" }),
      live("iam:Group", { name: "twin" }),
      live("iam:GroupInvite", { roleUid: "1", email: "a@example.com" }),
      live("iam:IdentityProvider", { name: "login", defaultRole: "1", oidc }),
      live("iam:RoleBinding", { name: "people", identityUid: "1", roleUid: "1", ...bySso }),
      live("iam:Identity", { name: "person", email: "a@example.com" }),
      live("iam:Role", { name: "newer", capabilities: ["CAP_FROM_THE_FUTURE"] }),
      live("iam:Role", { name: "older", description: "two\nlines", capabilities: ["CAP_REPO_LIST"] }),
    );
    assert.deepEqual(importable, []);
    assert.deepEqual(
      leftOut.map(({ object, reason }) => `${object.values.name ?? "an invite"}: ${reason}`),
      [
        "twin: 2 objects have the same name under the same parent",
        "twin: 2 objects have the same name under the same parent",
        "an invite: it has no key, and the platform showed its code only once",
        "login: the platform never returns its oidc.clientSecret, which the program needs",
        "people: SCIM manages it for the identity provider r/sso",
        "person: claimMatch (or awsIdentity, staticKeys, servicePrincipal) is required",
        "newer: capabilities[0] is CAP_FROM_THE_FUTURE, which this version of pulumi-platform does not know. The value is sent unchanged",
        "older: description must be one line of at most 512 characters, without tabs",
      ],
    );
    const [, , , login] = leftOut;
    assert.deepEqual(login?.byHand, {
      inputs: { parentUid: ROOT, name: "login", defaultRole: "1", oidc, adoptUid: login?.object.uid },
      secret: ["oidc", "clientSecret"],
    });
  });
});
