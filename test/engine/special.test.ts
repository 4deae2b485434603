import assert from "node:assert/strict";
import { hostNames } from "../../src/description/names/host-name";
import { assertSettled, type Declared, type Engine, plannedSteps, startEngine, succeeded } from "../support/engine";
import { assertInvariants } from "../support/invariants";
import { mutations } from "../support/log";

const digest = (letter: string) => `sha256:${letter.repeat(64)}`;

/** Resources with verbs of their own, on a host. */
function define(host: { readonly shell?: "plugin" }): void {
  let engine: Engine;
  let root: string;
  let roleUid: string;
  beforeEach(async () => {
    engine = await startEngine(host);
    root = engine.emulator.organization.uid;
    roleUid = engine.world.uids["iam:Role"]?.[0] ?? "";
  });
  afterEach(() => engine.close());

  it("keep an invite that no longer exists, report that, and create a new one only on request", async () => {
    const invite = (recreateWhenGone?: boolean): Declared => ({
      name: "invite",
      class: "GroupInvite",
      args: { parentUid: root, roleUid, ttl: "7d", singleUse: true, ...(recreateWhenGone ? { recreateWhenGone } : {}) },
    });
    engine.declare([invite()]);
    succeeded(await engine.stack.up());
    const first = (await engine.recorded()).get("invite")?.id ?? "";
    engine.emulator.remove(first);
    await assertSettled(engine.stack);
    succeeded(await engine.stack.refresh("--yes"));
    assert.equal((await engine.recorded()).get("invite")?.outputs?.gone, true);
    await assertSettled(engine.stack);
    assert.deepEqual(engine.emulator.list("iam:GroupInvite"), []);

    engine.declare([invite(true)]);
    assert.match(plannedSteps(succeeded(await engine.stack.preview("--json"))).get("invite")?.op ?? "", /replace/);
    succeeded(await engine.stack.up());
    const [made] = engine.emulator.list("iam:GroupInvite");
    assert.ok(made && made.uid !== first);
    await assertSettled(engine.stack);
    engine.emulator.remove(String(made.uid));
    assert.equal((await engine.stack.refresh("--preview-only", "--expect-no-changes")).code, 7);
    succeeded(await engine.stack.destroy("--refresh"));
  });

  it("create another invite when the answer with a code was lost, and name the first without deleting it (rows 14, 97)", async () => {
    engine.emulator.fault({ method: "POST", path: "/iam/v2/groupInvites", when: "after", action: { kind: "reset" } });
    engine.declare([{ name: "invite", class: "GroupInvite", args: { parentUid: root, roleUid, ttl: "24h" } }]);
    const { output } = succeeded(await engine.stack.up());
    const uid = (await engine.recorded()).get("invite")?.id;
    const [lost, ...others] = engine.emulator.list("iam:GroupInvite").filter((invite) => invite.uid !== uid);
    assert.deepEqual(others, []);
    assert.match(
      output,
      new RegExp(`warning: .* GroupInvite ${lost?.uid}, .*\n *- If nobody else created \\S+, delete it`),
    );
    assert.deepEqual(
      mutations(engine.emulator.requests).filter(({ method }) => method === "DELETE"),
      [],
    );
    engine.emulator.remove(String(lost?.uid));
    await assertInvariants(engine);
  });

  it("rotate a SCIM token on request, refuse to take one over unasked, and revoke it at the end", async () => {
    const [idp] = engine.world.uids["iam:IdentityProvider"] ?? [];
    const scim = (args: object = {}): Declared => ({
      name: "scim",
      class: "ScimToken",
      args: { identityProviderUid: idp, rotate: "2026-01", ...args },
    });
    const tokens = async () =>
      JSON.parse((await engine.stack.run(["stack", "output", "--json", "--show-secrets"])).stdout)["scim:token"];
    engine.declare([scim()]);
    succeeded(await engine.stack.up());
    const first = await tokens();
    await assertSettled(engine.stack);
    engine.declare([scim({ rotate: "2026-02", overlap: "24h" })]);
    succeeded(await engine.stack.up());
    const second = await tokens();
    assert.ok(first && second && first !== second);
    await assertSettled(engine.stack);

    engine.declare([scim(), { ...scim(), name: "other" }]);
    const refused = await engine.stack.up();
    assert.equal(refused.code, 1);
    assert.match(refused.output, /Another resource of this program(, "\w+",)? has the same identityProviderUid/);
    succeeded(await engine.stack.destroy());
    const verbs = () =>
      mutations(engine.emulator.requests).map(({ target }) => target.slice(target.lastIndexOf(":") + 1));
    assert.equal(verbs().at(-1), "revokeScimToken");

    // After a revoke another one is made, and a refresh sees what others do to it and to the switch.
    engine.declare([scim({ provisioning: true })]);
    succeeded(await engine.stack.up());
    assert.deepEqual(verbs().slice(-2), ["regenerateScimToken", "setScimEnabled"]);
    const third = await tokens();
    await assertSettled(engine.stack);
    assert.ok(third && ![first, second].includes(third));
    const settings = () =>
      engine.emulator.get(String(idp), "iam:IdentityProvider")?.scim as { etag: string; enabled?: boolean };
    const post = (verb: string, body: object) =>
      fetch(`${engine.emulator.url}/iam/v2/identityProviders/${idp}:${verb}`, {
        method: "POST",
        headers: { authorization: `Bearer ${engine.emulator.token}` },
        body: JSON.stringify({ etag: settings().etag, ...body }),
      });
    await post("setScimEnabled", { enabled: false });
    await post("regenerateScimToken", { overlap: "0s" });
    const drift = await engine.stack.refresh("--preview-only", "--diff");
    assert.match(drift.output, /provisioning.*true.*false/);
    assert.match(drift.output, /another token was made outside of this program/);
    succeeded(await engine.stack.refresh("--yes"));
    succeeded(await engine.stack.up());
    assert.equal(settings().enabled, true);
    assert.notEqual(await tokens(), third);
    await assertSettled(engine.stack);
    await assertInvariants(engine);
  });

  it("refuse to move a tag that someone else has set, unless it is adopted (row 15)", async () => {
    const repo = String(engine.emulator.put("registry:Repo", root, { name: "app" }).uid);
    const { uid } = engine.emulator.put("registry:Tag", repo, { name: "v1", digest: digest("a") });
    const tag = (args: object = {}): Declared => ({
      name: "v1",
      class: "Tag",
      args: { parentUid: repo, digest: digest("b"), ...args },
    });
    engine.declare([tag()]);
    const refused = await engine.stack.up();
    assert.equal(refused.code, 1);
    assert.match(refused.output, new RegExp(`adoptUid: "${uid}"`));
    assert.equal(engine.emulator.get(String(uid))?.digest, digest("a"));
    engine.declare([tag({ adoptUid: uid })]);
    succeeded(await engine.stack.up());
    assert.equal(engine.emulator.get(String(uid))?.digest, digest("b"));
    await assertSettled(engine.stack);
    engine.declare([tag({ digest: digest("c") })]);
    succeeded(await engine.stack.up());
    assert.deepEqual(
      engine.emulator.list("registry:Tag").map((found) => found.digest),
      [digest("c")],
    );
    await assertInvariants(engine);
  });

  it("leave terms accepted when they are deleted, and report that", async () => {
    const terms = (...documentIds: string[]): Declared => ({
      name: "terms",
      class: "TermsAcceptance",
      args: { parentUid: root, documentIds },
    });
    engine.declare([terms("tos.v1")]);
    succeeded(await engine.stack.up());
    engine.declare([terms("tos.v1", "dpa.v2")]);
    engine.emulator.clearRequests();
    succeeded(await engine.stack.up());
    const bodies = engine.emulator.requests.filter(({ method }) => method === "POST").map(({ body }) => body);
    assert.deepEqual(bodies, [{ documentIds: ["dpa.v2"] }], "only the new document is accepted");
    await assertSettled(engine.stack);
    const gone = succeeded(await engine.stack.destroy());
    assert.match(gone.output, /stay accepted .*, because an acceptance cannot be withdrawn/);
  });

  it("work on a platform that cannot list identity providers", async () => {
    await engine.close();
    engine = await startEngine({ ...host, identityProvidersListed: false });
    const [defaultRole] = engine.world.uids["iam:Role"] ?? [];
    const oidc = { issuer: "https://login.example.com", clientId: "c", pkceEnabled: true };
    engine.declare([
      {
        name: "sso",
        class: "IdentityProvider",
        args: { parentUid: engine.emulator.organization.uid, defaultRole, oidc },
      },
    ]);
    succeeded(await engine.stack.up());
    await assertSettled(engine.stack);
    succeeded(await engine.stack.destroy());
  });
}

for (const shell of hostNames)
  describe(`resources with verbs of their own [${shell}]`, function () {
    this.timeout(180_000);
    define(shell === "plugin" ? { shell } : {});
  });
