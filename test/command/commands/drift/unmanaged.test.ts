import assert from "node:assert/strict";
import { deletedGroups, managedIn, Scope } from "../../../../src/command/commands/drift/scope";
import type { UnmanagedFound } from "../../../../src/command/commands/drift/unmanaged";
import { readableKinds } from "../../../../src/command/organization/read";
import { refreshed } from "../../drift-report";
import { labelsIn, managed, Searched } from "./unmanaged";

const digest = `sha256:${"a".repeat(64)}`;
const amazon = { account: "123456789012" };

describe("unmanaged objects", () => {
  let at: Searched;
  beforeEach(async () => {
    at = await Searched.start();
  });
  afterEach(() => at.emulator.close());

  const explained = (found: UnmanagedFound) => found.explained.map(({ label, by }) => `${label} by ${by.name}`);
  const unlisted = (found: UnmanagedFound) => found.unlisted.map(({ kind, group }) => [kind, group]);

  it("are found at any depth below managed objects, grants first, with who has which role", async () => {
    const team = at.group(at.root, "team");
    const [inner, repo] = [at.group(team, "inner"), at.put("registry:Repo", team, { name: "web" })];
    const identity = at.identity(team, "mallory");
    at.bind(identity, at.builtIn("owner"), inner);
    at.put("iam:GroupInvite", team, { roleUid: at.builtIn("viewer"), ttl: "3600s", email: "eve@example.com" });
    at.put("iam:AccountAssociation", team, { name: "aws", amazon });
    at.put("registry:Tag", repo, { name: "v1", digest });
    at.put("events:Subscription", team, { sink: "https://sink.example.com/hook/canary" });
    const found = await at.find([managed("iam:Group", team), managed("registry:Repo", repo)]);
    assert.deepEqual(labelsIn(found), [
      "iam:RoleBinding mallory as owner in inner",
      "iam:GroupInvite eve@example.com as viewer in team",
      "iam:Group inner",
      "iam:Identity mallory",
      "iam:AccountAssociation aws",
      "registry:Tag v1",
      "events:Subscription https://sink.example.com",
    ]);
    const [grant] = found.objects;
    const { who, role, group } = grant?.grant ?? assert.fail();
    assert.deepEqual([who, role.path, group.path], ["acme/team/mallory", "owner", "acme/team/inner"]);
    assert.deepEqual([grant?.within, found.objects[2]?.contains, found.unlisted], [inner, 1, []]);
  });

  it("are found only directly in a parent that the stack does not manage", async () => {
    const [team, other] = [at.group(at.root, "team"), at.group(at.root, "other")];
    at.bind(at.identity(at.root, "mallory"), at.builtIn("owner"), other);
    const found = await at.find([managed("iam:Group", team)]);
    const direct = ["iam:Group other", "iam:Identity mallory"];
    assert.deepEqual([labelsIn(found), found.objects[0]?.contains], [direct, 1]);
    assert.deepEqual(found.groups, [{ uid: at.root, name: "acme", path: "acme", isWhole: false }]);
    const wider = await at.find([managed("iam:Group", team)], { under: [at.root] });
    assert.deepEqual(labelsIn(wider), ["iam:RoleBinding mallory as owner in other", ...direct]);
  });

  it("are found in a managed repo or identity provider, but not beside a managed tag", async () => {
    const repo = at.put("registry:Repo", at.root, { name: "web" });
    const [ours] = ["ours", "theirs"].map((name) => at.put("registry:Tag", repo, { name, digest }));
    const far = at.group(at.root, "far");
    assert.deepEqual(labelsIn(await at.find([managed("registry:Tag", ours)], { under: [far] })), []);
    const found = await at.find([managed("registry:Repo", repo), managed("registry:Tag", ours)]);
    assert.deepEqual(labelsIn(found), ["iam:Group far", "registry:Tag theirs"]);
  });

  it("are not objects that the stack manages, reads, or has yet to delete", async () => {
    const team = at.group(at.root, "team");
    const found = await at.find([
      managed("iam:Organization", at.root),
      managed("iam:Group", team),
      managed("iam:Group", at.group(team, "read"), { isReadOnly: true }),
      managed("iam:Group", at.group(team, "waiting"), { isPendingDelete: true }),
      managed("iam:AccountAssociation", at.put("iam:AccountAssociation", team, { name: "aws", amazon })),
    ]);
    assert.deepEqual([labelsIn(found), found.waiting], [[], 1]);
  });

  it("are not searched beside resources that are only read or have an explicit provider", async () => {
    const [team, far] = [at.group(at.root, "team"), at.group(at.root, "far")];
    at.group(team, "inner");
    const elsewhere = managed("iam:Group", team, { isOfExplicitProvider: true });
    for (const resource of [managed("iam:Group", team, { isReadOnly: true }), elsewhere])
      assert.deepEqual(new Scope(managedIn([resource]), []).groups, []);
    const found = await at.find([elsewhere, managed("iam:Group", far)]);
    assert.deepEqual([found.elsewhere, labelsIn(found)], [1, []], "it is managed");
  });

  it("are not people, or tags of a mirror", async () => {
    const person = at.personIn(at.root, "alice");
    at.bind(person, at.builtIn("owner"));
    const source = `${at.emulator.publicOrganization}/nginx`;
    const mirror = at.put("registry:Repo", at.root, { name: "nginx", sync_config: { source } });
    at.put("registry:Tag", mirror, { name: "v1", digest });
    const found = await at.find([managed("iam:Group", at.group(at.root, "team")), managed("registry:Repo", mirror)]);
    assert.deepEqual(labelsIn(found), ["iam:RoleBinding alice as owner in acme"]);
    assert.deepEqual(Object.fromEntries(found.exempt), { mirrored: 1, person: 1 });
  });

  it("are identities whose relationship this version does not know, and their grants", async () => {
    const unknown = at.identity(at.root, "unknown");
    at.emulator.edit(unknown, { servicePrincipal: null });
    at.bind(unknown, at.builtIn("viewer"));
    const stack = [managed("iam:Group", at.group(at.root, "team")), managed("iam:IdentityProvider", at.provider())];
    const found = await at.find(stack);
    assert.deepEqual(labelsIn(found), ["iam:RoleBinding unknown as viewer in acme", "iam:Identity unknown"]);
    assert.deepEqual([[...found.exempt], explained(found)], [[], []]);
  });

  it("are not bindings that an identity provider of the stack explains, which have a list of their own (row 170)", async () => {
    const provider = at.provider();
    const mapping = at.mapping(provider, "admins");
    for (const identity of [
      at.personFrom("alice", "https://login.example.com"),
      at.personFrom("mallory", "https://evil.example"),
    ])
      for (const role of ["viewer", "owner"]) at.bind(identity, at.builtIn(role));
    const found = await at.find([
      managed("iam:Group", at.group(at.root, "team")),
      managed("iam:IdentityProvider", provider),
      managed("iam:ExternalGroupRoleMapping", mapping),
    ]);
    assert.deepEqual(explained(found), ["alice as viewer in acme by sso"]);
    assert.deepEqual(labelsIn(found), [
      // A mapping makes no role binding, so that somebody else made it.
      "iam:RoleBinding alice as owner in acme",
      "iam:RoleBinding mallory as owner in acme",
      // The person comes from another issuer.
      "iam:RoleBinding mallory as viewer in acme",
    ]);
    const ruled = { rules: "iam:RoleBinding * when unmanaged" };
    const about = await at.find([managed("iam:IdentityProvider", provider)], ruled);
    assert.deepEqual(explained(about), ["alice as viewer in acme by sso"], "the rule is not about them");
    // The stack does not manage the provider, so that all its grants are unmanaged.
    const free = labelsIn(await at.find([managed("iam:Group", at.group(at.root, "other"))]));
    assert.ok(free.includes("iam:RoleBinding alice as viewer in acme"), String(free));
  });

  it("are mappings beside those of the stack, also in an identity provider that it does not manage", async () => {
    const provider = at.provider();
    const own = managed("iam:ExternalGroupRoleMapping", at.mapping(provider, "own"));
    at.mapping(provider, "evil");
    const team = managed("iam:Group", at.group(at.group(at.root, "outer"), "team"));
    for (const stack of [[own], [own, team]]) {
      const labels = labelsIn(await at.find(stack));
      assert.ok(labels.includes("iam:ExternalGroupRoleMapping evil of sso as owner in acme"), String(labels));
    }
    assert.deepEqual(labelsIn(await at.find([own])).length, 1, "nothing else of its group");
    const hidden = await at.find([own], { caller: at.identity(at.root, "bot") });
    assert.deepEqual(
      hidden.notChecked.map(({ kind, group }) => [kind, group.path]),
      [["iam:ExternalGroupRoleMapping", "acme/sso"]],
    );
    const explicit = { ...own, isOfExplicitProvider: true };
    assert.deepEqual(new Scope(managedIn([explicit]), []).providers, []);
  });

  it("are not bindings that SCIM manages, whoever manages the identity provider, nor those from before SCIM (row 293)", async () => {
    const provider = at.provider();
    const alice = at.personFrom("alice", "https://login.example.com");
    at.bind(alice, at.builtIn("viewer"));
    const provisioned = { managedBy: "MANAGED_BY_SCIM", managedByUidp: provider };
    at.emulator.edit(at.bind(at.personFrom("bob", "https://login.example.com"), at.builtIn("editor")), provisioned);
    const defaultRole = at.emulator.get(provider)?.defaultRole;
    at.emulator.edit(provider, { scim: { enabled: true, etag: "e2" } }, "iam:IdentityProvider");
    const team = managed("iam:Group", at.group(at.root, "team"));
    const found = await at.find([team, managed("iam:IdentityProvider", provider, { values: { defaultRole } })]);
    assert.deepEqual(
      [explained(found), labelsIn(found)],
      [["alice as viewer in acme by sso", "bob as editor in acme by sso"], []],
    );
    assert.deepEqual(found.explained.map(({ through }) => through).join(), "sign-in,scim");
    assert.deepEqual(explained(await at.find([team])), ["bob as editor in acme by sso"]);
  });

  it("are reported as unknown if a kind or a group cannot be listed", async () => {
    const team = managed("iam:Group", at.group(at.root, "team"));
    const action = { kind: "status", code: "PERMISSION_DENIED" } as const;
    at.emulator.fault({ path: "/iam/v2/roleBindings", times: 2, action });
    assert.deepEqual(unlisted(await at.find([team])), [["iam:RoleBinding", at.root]]);
    const short = { kind: "body", status: 200, body: '{"roles":[],"totalCount":"1"}' } as const;
    at.emulator.fault({ path: "/iam/v2/roles", times: 2, action: short });
    assert.deepEqual(unlisted(await at.find([team])), [["iam:Role", at.root]], "it has fewer than it counts");
    assert.deepEqual(unlisted(await at.find([], { under: ["none"] })), [[null, "none"]]);
    at.emulator.fault({ path: "/iam/v2/identityProviders", times: 2, action });
    assert.deepEqual(unlisted(await at.find([team], { rules: "iam:IdentityProvider *" })), []);
  });

  it("are not checked in groups where no binding lets the caller see all of them (row 143)", async () => {
    const team = at.group(at.root, "team");
    const caller = at.identity(at.root, "bot");
    const notChecked = async () =>
      (await at.find([managed("iam:Group", team)], { caller })).notChecked.map(({ kind, group, visibility }) =>
        [kind, group.path, visibility].join(" "),
      );
    const all = readableKinds.map(({ type }) => `${type} acme unknown`);
    assert.deepEqual(await notChecked(), all);
    const lists = ["IAM_GROUPS", "IAM_IDENTITY", "IAM_ROLES", "IAM_ROLE_BINDINGS", "REPO", "TAG"];
    const capabilities = lists.map((kind) => `CAP_${kind}_LIST`);
    at.bind(caller, at.put("iam:Role", at.root, { name: "reader", capabilities }));
    assert.deepEqual(await notChecked(), [
      "iam:IdentityProvider acme not visible",
      "iam:ExternalGroupRoleMapping acme not visible",
      "iam:GroupInvite acme not visible",
      "iam:AccountAssociation acme not visible",
      "events:Subscription acme not visible",
    ]);
    at.bind(caller, at.builtIn("viewer"));
    assert.deepEqual(await notChecked(), []);
  });

  it("are not searched in a group that was deleted outside of Pulumi, but where only its account association was", async () => {
    const team = at.group(at.root, "team");
    const stack = [managed("iam:Identity", `${team}/a`), managed("iam:Group", team)];
    const found = await at.find(stack, { deleted: [at.root] });
    assert.deepEqual([found.unlisted, labelsIn(found), found.groups], [[], [], []]);
    // Both have one uid.
    for (const [kind, uids] of [
      ["iam:Group", [team]],
      ["iam:AccountAssociation", []],
    ] as const) {
      const resource = managed(kind, team);
      const gone = refreshed("x", "deleted", { urn: resource.urn, id: team });
      assert.deepEqual([...deletedGroups(managedIn([resource]), [gone])], uids, kind);
    }
  });

  it("are not listed for a kind that is ignored as a whole, unless others depend on it", async () => {
    const team = at.group(at.root, "team");
    const person = at.personIn(team, "alice");
    const provider = at.provider();
    at.bind(person, at.builtIn("viewer"));
    at.emulator.clearRequests();
    const rules = "registry:Tag *\niam:IdentityProvider *\niam:Identity *";
    const found = await at.find([managed("iam:Group", team), managed("iam:IdentityProvider", provider)], { rules });
    assert.deepEqual([labelsIn(found), [...found.exempt.keys()]], [[], ["person"]]);
    assert.deepEqual(explained(found), ["alice as viewer in acme by sso"]);
    assert.ok(!at.emulator.requests.some(({ path }) => path === "/registry/v2/tags"));
  });
});
