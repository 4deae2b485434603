import assert from "node:assert/strict";
import { groupPath, identityPath } from "../../../../../src/cli/access/names";
import { readAccessAs } from "../../../../../src/cli/access/read";
import { managedIn, Scope } from "../../../../../src/cli/commands/drift/scope";
import { findUnmanaged, type UnmanagedFound } from "../../../../../src/cli/commands/drift/unmanaged";
import { readRules } from "../../../../../src/cli/ignoring/ignore-file";
import { Ignoring } from "../../../../../src/cli/ignoring/ignoring";
import { readableKinds } from "../../../../../src/cli/organization/read";
import type { HeldResource } from "../../../../../src/cli/stack/export";
import { type Emulator, startEmulator } from "../../../../../src/emulator";
import { administrator } from "../../../../../src/emulator/seed/seed";
import { readSight } from "../../../../../src/visibility/read-sight";
import { hoursAgo } from "../../../../support/clock";
import { callerWith, clientOf } from "../../../../support/platform";

const servicePrincipal = "SERVICE_PRINCIPAL_SKILLS";

const managed = (kind: string, uid: unknown, more: Partial<HeldResource> = {}): HeldResource => ({
  urn: `urn:pulumi:dev::site::pulumi-nodejs:dynamic/platform/${kind}::${uid}`,
  kind,
  uid: String(uid),
  values: {},
  isPendingDelete: false,
  isReadOnly: false,
  isOfExplicitProvider: false,
  ...more,
});

interface Options {
  readonly under?: readonly string[];
  readonly rules?: string;
  readonly deleted?: readonly string[];
  readonly caller?: string;
}

describe("unmanaged objects", () => {
  let emulator: Emulator;
  let root: string;
  beforeEach(async () => {
    emulator = await startEmulator({ now: hoursAgo });
    root = emulator.organization.uid;
  });
  afterEach(() => emulator.close());

  const put = (type: string, parent: string, body: Record<string, unknown>) =>
    String(emulator.put(type, parent, body).uid);
  const group = (parent: string, name: string) => put("iam:Group", parent, { name });
  const builtIn = (name: string) => String(emulator.list("iam:Role").find((role) => role.name === name)?.uid);
  const find = async (
    resources: readonly HeldResource[],
    { under = [], rules = "", deleted = [], caller = administrator }: Options = {},
  ) =>
    findUnmanaged({
      client: clientOf(emulator),
      scope: new Scope(managedIn(resources), under),
      managed: managedIn(resources),
      ignoring: new Ignoring(readRules(rules, "rules"), "2026-11-22"),
      deleted: new Set(deleted),
      sight: () => readSight(clientOf(emulator), callerWith(caller)),
    });
  const labels = ({ objects }: UnmanagedFound) => objects.map(({ object, label }) => `${object.spec.type} ${label}`);

  const explained = (found: UnmanagedFound) => found.explained.map(({ label, by }) => `${label} by ${by.name}`);
  /** Somebody who has signed in: no list of the organization has the identity, and bindings have the e-mail address. */
  const personFrom = (name: string, issuer: string) => {
    const elsewhere = emulator.list("iam:Group").find(({ name }) => name === "public-org")?.uid;
    const uid = put("iam:Identity", String(elsewhere), { name, claimMatch: { issuer, subject: name } });
    emulator.edit(uid, { email: `${name}@example.com` });
    return uid;
  };

  it("are found at any depth below managed objects, grants first, with who has which role", async () => {
    const team = group(root, "team");
    const [inner, repo] = [group(team, "inner"), put("registry:Repo", team, { name: "web" })];
    const digest = `sha256:${"a".repeat(64)}`;
    const identity = put("iam:Identity", team, { name: "mallory", servicePrincipal });
    put("iam:RoleBinding", inner, { identityUid: identity, roleUid: builtIn("owner") });
    put("iam:GroupInvite", team, { roleUid: builtIn("viewer"), ttl: "3600s", email: "eve@example.com" });
    put("iam:AccountAssociation", team, { name: "aws", amazon: { account: "123456789012" } });
    put("registry:Tag", repo, { name: "v1", digest });
    put("events:Subscription", team, { sink: "https://sink.example.com/hook/canary" });
    const found = await find([managed("iam:Group", team), managed("registry:Repo", repo)]);
    assert.deepEqual(labels(found), [
      "iam:RoleBinding mallory as owner in inner",
      "iam:GroupInvite eve@example.com as viewer in team",
      "iam:Group inner",
      "iam:Identity mallory",
      "iam:AccountAssociation aws",
      "registry:Tag v1",
      "events:Subscription https://sink.example.com",
    ]);
    const [grant] = found.objects;
    assert.deepEqual(grant?.grant, {
      role: { uid: builtIn("owner"), name: "owner", path: "owner" },
      identity: { uid: identity, name: "mallory", path: "acme/team/mallory" },
      who: "acme/team/mallory",
      group: { uid: inner, name: "inner", path: "acme/team/inner" },
    });
    assert.deepEqual([grant?.within, found.objects[2]?.contains], [inner, 1]);
    assert.deepEqual(found.unlisted, []);
  });

  it("are found only directly in a parent that the stack does not manage", async () => {
    const [team, other] = [group(root, "team"), group(root, "other")];
    const identity = put("iam:Identity", root, { name: "mallory", servicePrincipal });
    put("iam:RoleBinding", other, { identityUid: identity, roleUid: builtIn("owner") });
    const found = await find([managed("iam:Group", team)]);
    assert.deepEqual(labels(found), ["iam:Group other", "iam:Identity mallory"]);
    assert.equal(found.objects[0]?.contains, 1);
    assert.deepEqual(
      found.groups.map(({ uid, name, isWhole }) => [uid, name, isWhole]),
      [[root, "acme", false]],
    );
    const wider = await find([managed("iam:Group", team)], { under: [root] });
    assert.deepEqual(labels(wider), [
      "iam:RoleBinding mallory as owner in other",
      "iam:Group other",
      "iam:Identity mallory",
    ]);
  });

  it("are found in a managed repo or identity provider, but not beside a managed tag", async () => {
    const repo = put("registry:Repo", root, { name: "web" });
    const digest = `sha256:${"a".repeat(64)}`;
    const [ours] = ["ours", "theirs"].map((name) => put("registry:Tag", repo, { name, digest }));
    assert.deepEqual(labels(await find([managed("registry:Tag", ours)], { under: [group(root, "far")] })), []);
    const found = await find([managed("registry:Repo", repo), managed("registry:Tag", ours)]);
    assert.deepEqual(labels(found), ["iam:Group far", "registry:Tag theirs"]);
  });

  it("are not objects that the stack manages, reads, or has yet to delete", async () => {
    const team = group(root, "team");
    const [read, waiting] = [group(team, "read"), group(team, "waiting")];
    const association = put("iam:AccountAssociation", team, { name: "aws", amazon: { account: "123456789012" } });
    const found = await find([
      managed("iam:Organization", root),
      managed("iam:Group", team),
      managed("iam:Group", read, { isReadOnly: true }),
      managed("iam:Group", waiting, { isPendingDelete: true }),
      managed("iam:AccountAssociation", association),
    ]);
    assert.deepEqual([labels(found), found.waiting], [[], 1]);
  });

  it("are not searched beside resources that are only read or have an explicit provider", async () => {
    const team = group(root, "team");
    group(team, "inner");
    const readOnly = new Scope(managedIn([managed("iam:Group", team, { isReadOnly: true })]), []);
    const elsewhere = [managed("iam:Group", team, { isOfExplicitProvider: true })];
    assert.deepEqual([readOnly.groups, new Scope(managedIn(elsewhere), []).groups], [[], []]);
    const far = group(root, "far");
    assert.equal((await find([...elsewhere, managed("iam:Group", far)])).elsewhere, 1);
    assert.deepEqual(labels(await find([...elsewhere, managed("iam:Group", far)])), [], "it is managed");
  });

  it("are not people, tags of a mirror, or bindings that sign-in creates by the stack's rules", async () => {
    const team = group(root, "team");
    const person = put("iam:Identity", root, { name: "alice", servicePrincipal });
    emulator.edit(person, { servicePrincipal: null, email: "alice@example.com" });
    const [viewer, owner] = [builtIn("viewer"), builtIn("owner")];
    const oidc = { issuer: "https://login.example.com", clientId: "c", pkceEnabled: true };
    const provider = put("iam:IdentityProvider", root, { name: "sso", defaultRole: viewer, oidc });
    put("iam:RoleBinding", root, { identityUid: person, roleUid: viewer });
    put("iam:RoleBinding", root, { identityUid: person, roleUid: owner });
    const mirror = put("registry:Repo", root, {
      name: "nginx",
      sync_config: { source: `${emulator.publicOrganization}/nginx` },
    });
    put("registry:Tag", mirror, { name: "v1", digest: `sha256:${"a".repeat(64)}` });
    const stack = [managed("iam:Group", team), managed("registry:Repo", mirror)];
    const ruled = await find([...stack, managed("iam:IdentityProvider", provider)]);
    assert.deepEqual(labels(ruled), ["iam:RoleBinding alice as owner in acme"]);
    assert.deepEqual([...ruled.byNature].sort(), [
      ["mirrored", 1],
      ["person", 1],
    ]);
    assert.deepEqual(explained(ruled), ["alice as viewer in acme by sso"]);
    // The stack does not manage the provider, so its grants are unmanaged too.
    assert.deepEqual(labels(await find(stack)), [
      "iam:RoleBinding alice as owner in acme",
      "iam:RoleBinding alice as viewer in acme",
      "iam:IdentityProvider sso",
    ]);
  });

  it("are not bindings that an identity provider of the stack explains, which have a list of their own (row 170)", async () => {
    const [viewer, owner] = [builtIn("viewer"), builtIn("owner")];
    const oidc = { issuer: "https://login.example.com", clientId: "c", pkceEnabled: true, groupsClaim: "groups" };
    const provider = put("iam:IdentityProvider", root, { name: "sso", defaultRole: viewer, oidc });
    const mapping = put("iam:ExternalGroupRoleMapping", provider, {
      externalGroupId: "admins",
      roleUid: owner,
      scope: root,
    });
    const [alice, mallory] = [
      personFrom("alice", "https://login.example.com"),
      personFrom("mallory", "https://evil.example"),
    ];
    for (const identityUid of [alice, mallory]) {
      for (const roleUid of [viewer, owner]) put("iam:RoleBinding", root, { identityUid, roleUid });
    }
    const team = group(root, "team");
    const found = await find([
      managed("iam:Group", team),
      managed("iam:IdentityProvider", provider),
      managed("iam:ExternalGroupRoleMapping", mapping),
    ]);
    assert.deepEqual(explained(found), ["alice as viewer in acme by sso"]);
    assert.deepEqual(labels(found), [
      // A mapping makes no role binding, so that somebody else made it.
      "iam:RoleBinding alice as owner in acme",
      "iam:RoleBinding mallory as owner in acme",
      // The person comes from another issuer.
      "iam:RoleBinding mallory as viewer in acme",
    ]);
  });

  it("name built-in roles if a grant has only their uid", async () => {
    const oidc = { issuer: "https://login.example.com", clientId: "c", pkceEnabled: true };
    const provider = put("iam:IdentityProvider", root, { name: "sso", defaultRole: builtIn("viewer"), oidc });
    put("iam:ExternalGroupRoleMapping", provider, { externalGroupId: "eng", roleUid: builtIn("owner"), scope: root });
    const found = await find([managed("iam:Organization", root)]);
    assert.deepEqual(
      found.objects.map(({ grant }) => [grant?.who, grant?.role.name, grant?.group.name]),
      [
        ["everybody who signs in for the first time", "viewer", "acme"],
        ['people of the external group "eng"', "owner", "acme"],
      ],
    );
  });

  it("are called after who gets which role where, if they grant a role and have no name", async () => {
    const oidc = { issuer: "https://login.example.com", clientId: "c", pkceEnabled: true };
    const provider = put("iam:IdentityProvider", root, { name: "sso", defaultRole: builtIn("viewer"), oidc });
    const mapping = { externalGroupId: "platform team", roleUid: builtIn("owner"), scope: root };
    put("iam:ExternalGroupRoleMapping", provider, mapping);
    const invite = { roleUid: builtIn("viewer"), ttl: "3600s" };
    put("iam:GroupInvite", root, { ...invite, email: "ana@example.com" });
    put("iam:GroupInvite", root, invite);
    const stack = [managed("iam:Organization", root)];
    assert.deepEqual(labels(await find([...stack, managed("iam:IdentityProvider", provider)])), [
      "iam:ExternalGroupRoleMapping platform team of sso as owner in acme",
      "iam:GroupInvite ana@example.com as viewer in acme",
      "iam:GroupInvite whoever redeems the invite as viewer in acme",
    ]);
  });

  it("have a uid instead of a name that two objects have, or that is ambiguous", async () => {
    const team = group(root, "team");
    const identity = (parent: string, name: string) => put("iam:Identity", parent, { name, servicePrincipal });
    const role = (parent: string, name: string) => put("iam:Role", parent, { name, capabilities: ["CAP_REPO_DELETE"] });
    const provider = (parent: string) =>
      put("iam:IdentityProvider", parent, {
        name: "sso",
        oidc: { issuer: "https://login.example.com", clientId: "c", pkceEnabled: true },
        defaultRole: builtIn("viewer"),
      });
    const [ci, other, odd, alone] = [
      identity(root, "ci-main"),
      identity(team, "ci-main"),
      identity(root, "bot as x"),
      identity(root, "alone"),
    ];
    const [viewer, custom, twin] = [builtIn("viewer"), role(root, "viewer"), [role(root, "push"), role(team, "push")]];
    for (const [identityUid, roleUid] of [
      [ci, viewer],
      [other, viewer],
      [odd, viewer],
      [alone, viewer],
      [alone, custom],
      [alone, twin[0]],
      [alone, role(root, "deploy")],
    ]) {
      put("iam:RoleBinding", root, { identityUid, roleUid });
    }
    const [first, second] = [provider(root), provider(team)];
    const mapping = { roleUid: viewer, scope: root };
    put("iam:ExternalGroupRoleMapping", first, { ...mapping, externalGroupId: "eng" });
    const free = put("iam:ExternalGroupRoleMapping", second, { ...mapping, externalGroupId: "eng of sso" });
    const found = await find([managed("iam:Organization", root)]);
    const grants = labels(found).filter((label) => / as |RoleMapping/.test(label) && !label.includes("iam:Identity "));
    assert.deepEqual(
      grants.sort(),
      [
        `iam:ExternalGroupRoleMapping ${free}`,
        `iam:ExternalGroupRoleMapping eng of ${first} as viewer in acme`,
        "iam:RoleBinding alone as deploy (custom) in acme",
        `iam:RoleBinding alone as ${twin[0]} in acme`,
        "iam:RoleBinding alone as viewer in acme",
        "iam:RoleBinding alone as viewer (custom) in acme",
        `iam:RoleBinding ${ci} as viewer in acme`,
        `iam:RoleBinding ${other} as viewer in acme`,
        `iam:RoleBinding ${odd} as viewer in acme`,
      ].sort(),
    );
  });

  it("are called by their uids in rules if a name is ambiguous, or looks like a uid", async () => {
    const repo = put("registry:Repo", root, { name: "web" });
    const oidc = { issuer: "https://login.example.com", clientId: "c", pkceEnabled: true };
    const provider = put("iam:IdentityProvider", root, { name: "sso", defaultRole: builtIn("viewer"), oidc });
    const mapping = { roleUid: builtIn("owner"), scope: root };
    const mappings = ["*", 'the "core"', "two\nlines"].map((externalGroupId) =>
      put("iam:ExternalGroupRoleMapping", provider, { ...mapping, externalGroupId }),
    );
    const invite = { roleUid: builtIn("owner"), ttl: "3600s", email: "whoever redeems the invite" };
    const comer = "c365afcd5ecad8a8a7d2bbfe72dfd7c53c42435c";
    const identityUid = put("iam:Identity", root, { name: comer, servicePrincipal });
    put("iam:RoleBinding", root, { identityUid, roleUid: builtIn("owner") });
    const odd = [
      identityUid,
      `${identityUid} as owner in acme`,
      ...mappings,
      put("iam:GroupInvite", root, invite),
      put("events:Subscription", root, { sink: "https://hooks.example.com/services/theirs" }),
      put("registry:Repo", root, { name: repo }),
    ];
    put("events:Subscription", root, { sink: "https://plain.example.com" });
    const stack = [
      managed("iam:Organization", root),
      managed("registry:Repo", repo),
      managed("iam:IdentityProvider", provider),
    ];
    const { objects } = await find(stack);
    assert.deepEqual(
      objects.map(({ object, ruleName }) => (object.uid === ruleName ? object.uid : ruleName)).sort(),
      [...odd, "https://plain.example.com"].sort(),
    );
    const sink = objects.find(({ object }) => object.uid === odd.at(-2));
    assert.equal(sink?.label, "https://hooks.example.com", "a table says more");
  });

  it("have paths, because names are unique only among siblings", async () => {
    const teams = ["one", "two"].map((name) => group(root, name));
    const prod = teams.map((team) => group(team, "prod"));
    const identity = put("iam:Identity", String(prod[0]), { name: "deploy", servicePrincipal });
    put("iam:RoleBinding", String(prod[1]), { identityUid: identity, roleUid: builtIn("viewer") });
    const { objects } = await find([managed("iam:Organization", root)]);
    const [{ grant, place } = {}] = objects;
    assert.deepEqual(
      [grant?.who, grant?.group.path, place?.path],
      ["acme/one/prod/deploy", "acme/two/prod", "acme/two/prod"],
    );
  });

  it("have the same name as in `access`, also if an identity is of another organization", async () => {
    const other = String(emulator.list("iam:Group").find(({ name }) => name === "public-org")?.uid);
    const identity = put("iam:Identity", other, { name: "bot.x", servicePrincipal });
    const team = group(group(root, "platform"), "team");
    put("iam:RoleBinding", team, { identityUid: identity, roleUid: builtIn("viewer") });
    const [grant] = (await find([managed("iam:Group", team)])).objects.map((one) => one.grant);
    const sight = () => readSight(clientOf(emulator), callerWith(administrator));
    const { model } = await readAccessAs({ client: clientOf(emulator), sight, publicOrg: undefined });
    assert.deepEqual([grant?.who, grant?.group.path], ["public-org/bot.x", "acme/platform/team"]);
    assert.deepEqual([identityPath(model, identity), groupPath(model, team)], [grant?.who, grant?.group.path]);
  });

  it("are reported as unknown if a kind or a group cannot be listed", async () => {
    const team = group(root, "team");
    emulator.fault({ path: "/iam/v2/roleBindings", times: 2, action: { kind: "status", code: "PERMISSION_DENIED" } });
    const found = await find([managed("iam:Group", team)]);
    assert.deepEqual(
      found.unlisted.map(({ kind, group: uid }) => [kind, uid]),
      [["iam:RoleBinding", root]],
    );
    const hidden = await find([], { under: ["none"] });
    assert.deepEqual(
      hidden.unlisted.map(({ kind, group: uid }) => [kind, uid]),
      [[null, "none"]],
    );
    assert.match(hidden.unlisted[0]?.message ?? "", /NOT_FOUND/);
  });

  it("are not checked in groups where no binding lets the caller see all of them (row 143)", async () => {
    const team = group(root, "team");
    const caller = put("iam:Identity", root, { name: "bot", servicePrincipal });
    const notChecked = async () =>
      (await find([managed("iam:Group", team)], { caller })).notChecked.map(({ kind, group: { path }, visibility }) =>
        [kind, path, visibility].join(" "),
      );
    const all = readableKinds.map(({ type }) => `${type} acme unknown`);
    assert.deepEqual(await notChecked(), all);
    const lists = ["GROUPS", "IDENTITY", "ROLES", "ROLE_BINDINGS"].map((kind) => `CAP_IAM_${kind}_LIST`);
    const roleUid = put("iam:Role", root, {
      name: "reader",
      capabilities: [...lists, "CAP_REPO_LIST", "CAP_TAG_LIST"],
    });
    put("iam:RoleBinding", root, { identityUid: caller, roleUid });
    assert.deepEqual(await notChecked(), [
      "iam:IdentityProvider acme not visible",
      "iam:ExternalGroupRoleMapping acme not visible",
      "iam:GroupInvite acme not visible",
      "iam:AccountAssociation acme not visible",
      "events:Subscription acme not visible",
    ]);
    put("iam:RoleBinding", root, { identityUid: caller, roleUid: builtIn("viewer") });
    assert.deepEqual(await notChecked(), []);
  });

  it("are known without the identity providers, once a rule ignores all of those", async () => {
    const other = await startEmulator({ identityProvidersListed: false });
    const group = String(other.put("iam:Group", other.organization.uid, { name: "team" }).uid);
    const findWith = async (rules: string) => {
      const all = managedIn([managed("iam:Group", group)]);
      const ignoring = new Ignoring(readRules(rules, "rules"), "2026-11-22");
      const search = { scope: new Scope(all, []), managed: all, ignoring, deleted: new Set<string>() };
      const sight = await readSight(clientOf(other), callerWith(administrator));
      return findUnmanaged({ client: clientOf(other), sight: async () => sight, ...search });
    };
    try {
      assert.deepEqual(
        (await findWith("")).unlisted.map(({ kind }) => kind),
        ["iam:IdentityProvider"],
      );
      assert.deepEqual((await findWith("iam:IdentityProvider *")).unlisted, []);
    } finally {
      await other.close();
    }
  });

  it("are not searched in a group that was deleted outside of Pulumi", async () => {
    const team = group(root, "team");
    const found = await find([managed("iam:Identity", `${team}/a`), managed("iam:Group", team)], { deleted: [root] });
    assert.deepEqual([found.unlisted, labels(found), found.groups], [[], [], []]);
  });

  it("are not listed for a kind that is ignored as a whole, unless others depend on it", async () => {
    const team = group(root, "team");
    const person = put("iam:Identity", team, { name: "alice", servicePrincipal });
    emulator.edit(person, { servicePrincipal: null, email: "alice@example.com" });
    const viewer = builtIn("viewer");
    const oidc = { issuer: "https://login.example.com", clientId: "c", pkceEnabled: true };
    const provider = put("iam:IdentityProvider", root, { name: "sso", defaultRole: viewer, oidc });
    put("iam:RoleBinding", root, { identityUid: person, roleUid: viewer });
    emulator.clearRequests();
    const rules = "registry:Tag *\niam:IdentityProvider *\niam:Identity *";
    const found = await find([managed("iam:Group", team), managed("iam:IdentityProvider", provider)], { rules });
    assert.deepEqual([labels(found), [...found.byNature.keys()]], [[], ["person"]]);
    assert.deepEqual(explained(found), ["alice as viewer in acme by sso"]);
    assert.ok(!emulator.requests.some(({ path }) => path === "/registry/v2/tags"));
  });
});
