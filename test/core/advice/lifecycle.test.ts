import assert from "node:assert/strict";
import { Client } from "../../../src/client/api/client";
import { fixedToken } from "../../../src/client/api/credentials/token";
import { createTransport } from "../../../src/client/api/transport";
import type { Context } from "../../../src/core/context";
import { IncompleteError } from "../../../src/core/errors";
import { Kind } from "../../../src/core/remote-object";
import { diff } from "../../../src/core/verbs/diff";
import { verbsOf } from "../../../src/core/verbs/verbs-of";
import { resources } from "../../../src/description/resources";
import { group } from "../../../src/description/resources/group";
import { groupInvite } from "../../../src/description/resources/group-invite";
import { identity } from "../../../src/description/resources/identity";
import { roleBinding } from "../../../src/description/resources/role-binding";
import { scimToken } from "../../../src/description/resources/scim-token";
import type { Values } from "../../../src/description/spec/values";
import { path } from "../../../src/description/wire/path";
import type { EmulatorOptions, Fault } from "../../../src/emulator";
import { minutesAgo } from "../../support/clock";
import { createContext } from "../../support/context";
import { startEditingProxy } from "../../support/editing-proxy";
import { nextRun, type Platform, startPlatform } from "../../support/platform";

const always = Number.POSITIVE_INFINITY;
const denied: Fault["action"] = { kind: "status", code: "PERMISSION_DENIED" };

describe("advice about objects", () => {
  let platform: Platform;
  let root: string;
  const printed: string[] = [];
  const start = async (options: EmulatorOptions = {}) => {
    platform = await startPlatform(options);
    root = platform.emulator.organization.uid;
    printed.length = 0;
  };
  beforeEach(() => start());
  afterEach(() => platform.close());

  /** The next run of the same command, whose waits take no time. */
  const run = (): Context =>
    createContext(platform.context.client, resources, {
      sleep: async () => undefined,
      print: (text) => printed.push(text),
    });
  const fault = (what: Fault) => platform.emulator.fault({ times: always, ...what });
  const roleUid = () => platform.world.uids["iam:Role"]?.[0];

  it("creates another invite if the existing one cannot be adopted", async () => {
    const inputs = { parentUid: root, roleUid: roleUid(), ttl: "24h" };
    const theirs = String(platform.emulator.put("iam:GroupInvite", root, { roleUid: roleUid(), ttl: "86400s" }).uid);
    const invite = verbsOf(groupInvite);
    await assert.rejects(
      invite.create(new Kind(run(), groupInvite), { ...inputs, adoptUid: theirs }),
      /shows its code or secret only once, when it is created\. Nothing was changed\.\n- Create another one instead\.$/,
    );
    const { uid, outputs } = await invite.create(new Kind(run(), groupInvite), inputs);
    assert.ok(uid !== theirs && typeof outputs.code === "string");
  });

  it("chooses another name if somebody else has the first one", async () => {
    const theirs = String(platform.emulator.put("iam:Group", root, { name: "team" }).uid);
    const creating = (name: string) => verbsOf(group).create(new Kind(run(), group), { parentUid: root, name });
    await assert.rejects(
      creating("team"),
      /exists already under \S+: \S+\. Nothing was created\..*- Otherwise choose another name\.$/s,
    );
    assert.notEqual((await creating("crew")).uid, theirs);
  });

  it("deletes the invites whose responses were lost, and then the same command creates one", async () => {
    const inputs = { parentUid: root, roleUid: roleUid(), ttl: "24h" };
    const lossy = fault({
      method: "POST",
      path: "/iam/v2/groupInvites",
      when: "after",
      times: 2,
      action: { kind: "reset" },
    });
    const error: Error = await verbsOf(groupInvite)
      .create(new Kind(run(), groupInvite), inputs)
      .then(
        () => assert.fail("it was made"),
        (cause: Error) => cause,
      );
    assert.equal(lossy.hits, 2);
    assert.match(error.message, /If nobody else created these objects, delete them, and run the same command again\.$/);
    const named = platform.emulator.list("iam:GroupInvite").filter(({ uid }) => error.message.includes(String(uid)));
    assert.equal(named.length, 2);
    for (const { uid } of named) platform.emulator.remove(String(uid));
    printed.length = 0;
    const { uid } = await verbsOf(groupInvite).create(new Kind(run(), groupInvite), inputs);
    assert.deepEqual(
      platform.emulator.list("iam:GroupInvite").map((left) => left.uid),
      [uid],
    );
    assert.deepEqual(printed, []);
  });

  it("completes an adopted object that could not be updated", async () => {
    const uid = String(platform.emulator.put("iam:Group", root, { name: "team", description: "theirs" }).uid);
    const inputs = { parentUid: root, name: "team", description: "ours" };
    const action = { kind: "status", code: "INTERNAL" } as const;
    const refusing = fault({ method: "PATCH", path: "/iam/v2/groups", action });
    const error = await verbsOf(group)
      .create(new Kind(run(), group), { ...inputs, adoptUid: uid })
      .catch((cause: unknown) => cause);
    assert.ok(error instanceof IncompleteError && /The next update completes it$/.test(error.message), String(error));
    refusing.remove();
    const outputs = await verbsOf(group).update(new Kind(run(), group).at(error.id), error.properties, inputs);
    assert.deepEqual([outputs.description, platform.emulator.get(uid)?.description], ["ours", "ours"]);
  });

  const claimMatch = (issuer: string) => ({ claimMatch: { issuer, subject: "s" }, name: "bot" });
  for (const { spec, field, ours, theirs, inputs } of [
    {
      spec: identity,
      field: "claimMatch.issuer",
      ours: "https://ci.example.com/a/",
      theirs: "https://ci.example.com/a",
      inputs: claimMatch,
    },
    {
      spec: groupInvite,
      field: "email",
      ours: "Ada@example.com",
      theirs: "ada@example.com",
      inputs: (email: string) => ({ email, roleUid: roleUid(), ttl: "3600s" }),
    },
  ]) {
    it(`completes an object of which the platform keeps another form of ${field}, once the program has that form (row 289) (report: a value that the platform normalizes differs for ever)`, async () => {
      const proxy = await startEditingProxy(platform.emulator.url);
      try {
        proxy.edit = (body) => JSON.parse(JSON.stringify(body).replaceAll(ours, theirs)) as unknown;
        const client = new Client({
          transport: createTransport(new URL(proxy.url)),
          tokens: fixedToken(platform.emulator.token, "test"),
          userAgent: "test",
        });
        const run = () =>
          createContext(client, resources, { sleep: async () => undefined, print: (text) => printed.push(text) });
        const desired = (value: string) => ({ parentUid: root, ...inputs(value) });
        const says =
          /\n- If the platform keeps its value each time, write this value in the program\. pulumi preview --refresh --diff shows it\.$/;
        const error = await verbsOf(spec)
          .create(new Kind(run(), spec), desired(ours))
          .catch((cause: unknown) => cause);
        assert.ok(error instanceof IncompleteError);
        assert.match(error.message, says);
        const update = (value: string) =>
          verbsOf(spec).update(new Kind(run(), spec).at(error.id), error.properties, desired(value));
        await assert.rejects(update(ours), says);
        const outputs = await update(theirs);
        assert.equal(diff(spec, outputs, desired(theirs)).changed, false);
      } finally {
        await proxy.close();
      }
    });
  }

  it("reads the state of a SCIM token at the next refresh", async () => {
    const [uid = ""] = platform.world.uids["iam:IdentityProvider"] ?? [];
    const inputs = { identityProviderUid: uid, rotate: "1" };
    const blind = fault({ method: "GET", path: "/iam/v2/identityProviders", nth: 2, action: denied });
    const error = await verbsOf(scimToken)
      .create(new Kind(run(), scimToken), inputs)
      .catch((cause: unknown) => cause);
    assert.ok(error instanceof IncompleteError && /The next refresh reads it$/.test(error.message), String(error));
    assert.equal(error.properties.credentialState, undefined);
    blind.remove();
    const read = await verbsOf(scimToken).read(new Kind(run(), scimToken).at(uid), error.properties);
    assert.equal(read?.outputs.credentialState, "CREDENTIAL_STATE_LIVE");
    assert.equal(read?.outputs.token, error.properties.token);
  });

  it("replaces a live SCIM token, also one whose answer was lost", async () => {
    const [uid = ""] = platform.world.uids["iam:IdentityProvider"] ?? [];
    const inputs: Values = { identityProviderUid: uid, rotate: "1", overlap: "24h" };
    const make = (more: Values = {}) => verbsOf(scimToken).create(new Kind(run(), scimToken), { ...inputs, ...more });
    fault({ method: "POST", path: /generateScimToken$/, when: "after", times: 2, action: { kind: "reset" } });
    await assert.rejects(make(), (error: Error) =>
      error.message.endsWith(
        `- Run the same command again.\n- If it then reports a live SCIM token, set adoptUid: "${uid}". The ScimToken then creates a new token.`,
      ),
    );
    await assert.rejects(
      make(),
      (error: Error) =>
        error.message.includes("has a live SCIM token") &&
        error.message.includes(`set adoptUid: "${uid}". The old token stays valid`),
    );
    const { outputs } = await make({ adoptUid: uid });
    assert.ok(typeof outputs.token === "string");
    assert.equal(outputs.credentialState, "CREDENTIAL_STATE_ROTATING");
    const overlapMs = Date.parse(String(outputs.previousTokenExpireTime)) - minutesAgo().getTime();
    assert.ok(Math.abs(overlapMs - 24 * 60 * 60 * 1000) < 60_000, String(outputs.previousTokenExpireTime));
  });

  it("shows what blocks a delete to a user with more access, and the delete succeeds once that is deleted", async () => {
    const uid = String(platform.emulator.put("iam:Group", root, { name: "team" }).uid);
    const inside = String(platform.emulator.put("registry:Repo", uid, { name: "web" }).uid);
    const recorded = { parentUid: root, name: "team" };
    const body = '{"totalCount":"0"}';
    const blind = fault({ method: "GET", path: /\/repos$/, action: { kind: "body", status: 200, body } });
    const remove = () => verbsOf(group).delete(new Kind(run(), group).at(uid), recorded);
    await assert.rejects(
      remove(),
      /This token sees nothing that is in it or refers to it\.\n- Run the same command again\. If it fails again, ask someone who sees more\.$/,
    );
    blind.remove();
    const mayNotList = fault({ method: "GET", path: /\/repos$/, action: denied });
    await assert.rejects(remove(), /- If repos[\s\S]*block it, use a token that lists them\.$/);
    mayNotList.remove();
    await assert.rejects(remove(), (error: Error) =>
      error.message.includes(`Delete first:\n  - Repo "web" (${inside})`),
    );
    platform.emulator.remove(inside);
    await remove();
    assert.equal(platform.emulator.get(uid), undefined);
  });

  it("lets somebody else check whether an object still exists", async () => {
    const identityUid = platform.world.uids["iam:Identity"]?.[0];
    const recorded = { parentUid: root, identityUid, roleUid: roleUid() };
    const uid = String(platform.emulator.put("iam:RoleBinding", root, recorded).uid);
    const mayNotLook = fault({ method: "GET", path: /\/roleBindings/, action: denied });
    await verbsOf(roleBinding).delete(new Kind(nextRun(run()), roleBinding).at(uid), recorded);
    assert.match(
      printed.join("\n"),
      /this token cannot check that it no longer exists\.\n- Ask someone who can read it to check that it no longer exists\.$/,
    );
    mayNotLook.remove();
    const { emulator } = platform;
    const other = new Client({
      transport: createTransport(new URL(emulator.url)),
      tokens: fixedToken(emulator.token, "of someone who may"),
      userAgent: "test",
    });
    await assert.rejects(other.get(path`/iam/v2/roleBindings/${uid}`), { code: "NOT_FOUND" });
  });
});
