import assert from "node:assert/strict";
import { literal } from "../../../../src/api/path";
import { IncompleteError } from "../../../../src/core/errors";
import { Handle, Kind } from "../../../../src/core/handle";
import { scimTokenVerbs } from "../../../../src/core/special/scim-token";
import { diff } from "../../../../src/core/verbs/diff";
import { verbsOf } from "../../../../src/core/verbs/verbs-of";
import { roleBinding } from "../../../../src/resources/role-binding";
import { scimToken } from "../../../../src/resources/scim-token";
import type { Values } from "../../../../src/spec/values";
import { clockAt } from "../../../emulator/local";
import { nextRun, type Platform, startPlatform } from "../../../support/platform";

describe("a SCIM token on a platform", () => {
  const clock = clockAt("2026-11-21T12:00:00.250Z");
  let platform: Platform;
  let uid: string;
  const idp = () => new Handle(platform.context, scimToken, uid);
  const create = (more: Values = {}) =>
    verbsOf(scimToken).create(new Kind(nextRun(platform.context), scimToken), { identityProviderUid: uid, ...more });
  const read = async (recorded: Values) => {
    const found = await scimTokenVerbs.read(idp(), recorded);
    assert.ok(found);
    return found;
  };
  const update = (recorded: Values, more: Values = {}) =>
    scimTokenVerbs.update(idp(), recorded, { identityProviderUid: uid, ...more });
  const post = (verb: string, body: Values = {}) =>
    platform.context.client.call({ method: "POST", path: literal(`/iam/v2/identityProviders/${uid}:${verb}`), body });
  const scim = () => platform.emulator.get(uid, "iam:IdentityProvider")?.scim as Values;
  const calls = () =>
    platform.emulator.requests.flatMap(({ method, path, body }) =>
      method === "POST" ? [[path.slice(path.lastIndexOf(":") + 1), body]] : [],
    );
  beforeEach(async () => {
    platform = await startPlatform({ now: clock.now });
    [uid = ""] = platform.world.uids["iam:IdentityProvider"] ?? [];
    platform.emulator.clearRequests();
  });
  afterEach(() => platform.close());

  it("is generated once and regenerated ever after: live, expired and revoked", async () => {
    const { outputs } = await create({ expireTime: "2026-11-21T13:00:00Z" });
    const second = await update(outputs, { rotate: "2" });
    assert.notEqual(second.token, outputs.token);
    await scimTokenVerbs.delete(idp(), second);
    const third = (await create({ expireTime: "2026-11-21T13:00:00Z" })).outputs;
    assert.equal(third.credentialState, "CREDENTIAL_STATE_LIVE");
    clock.move(2 * 60 * 60 * 1000);
    assert.equal(await scimTokenVerbs.read(idp(), third), undefined);
    const { outputs: fourth } = await create();
    assert.equal(fourth.credentialState, "CREDENTIAL_STATE_LIVE");
    assert.equal((await read(fourth)).outputs.token, fourth.token);
    assert.deepEqual(
      calls().map(([verb]) => verb),
      ["generateScimToken", "regenerateScimToken", "revokeScimToken", "regenerateScimToken", "regenerateScimToken"],
    );
  });

  it("keeps the former one alive for the overlap that is given, none for 0s, and an hour otherwise", async () => {
    let { outputs } = await create();
    for (const [overlap, minutes] of [
      ["24h", 24 * 60],
      ["0s", undefined],
      [undefined, 60],
    ] as const) {
      outputs = await update(outputs, { rotate: `after ${overlap}`, ...(overlap === undefined ? {} : { overlap }) });
      const ends = outputs.previousTokenExpireTime;
      const left = ends === undefined ? undefined : Math.round((Date.parse(String(ends)) - +clock.now()) / 60_000);
      assert.equal(left, minutes);
      assert.equal(outputs.credentialState, `CREDENTIAL_STATE_${minutes === undefined ? "LIVE" : "ROTATING"}`);
    }
  });

  it("is not created again by a change of overlap, of the spelling of its end, or of provisioning", async () => {
    const before = { expireTime: "2027-01-01T00:00:00Z", overlap: "24h" };
    const { outputs } = await create(before);
    const { overlap: _, ...shorter } = await update(outputs, { expireTime: "2027-01-01T01:00:00+01:00" });
    assert.equal(_, undefined, "an input that is taken out is not recorded any more");
    const switched = await update(shorter, { ...before, provisioning: true });
    assert.equal(switched.token, outputs.token);
    assert.deepEqual(
      calls().map(([verb]) => verb),
      ["generateScimToken", "setScimEnabled"],
    );
  });

  it("is not drift as time passes", async () => {
    const { outputs } = await create({ rotate: "1" });
    const rotated = await update(outputs, { rotate: "2" });
    const inputs = { identityProviderUid: uid, rotate: "2" };
    for (const hours of [0, 2, 24 * 300]) {
      clock.move(hours * 60 * 60 * 1000);
      const found = await read(rotated);
      assert.deepEqual(found.inputs, inputs);
      assert.equal(diff(scimToken, found.outputs, inputs).changed, false);
    }
  });

  it("is drift when somebody else created another one, and the next update creates a new one", async () => {
    for (const end of [{}, { neverExpires: true }] as Values[]) {
      for (const overlap of ["0s", "3600s"]) {
        const recorded = (await create({ ...end, rotate: "1", adoptUid: uid })).outputs;
        // Without an end, and with no former token to be seen, nothing but the etag moves.
        const isTold = end.neverExpires !== true || overlap !== "0s";
        clock.move(1000);
        await post("regenerateScimToken", { etag: scim().etag, overlap, ...end });
        const desired = { identityProviderUid: uid, rotate: "1", ...end };
        const { outputs } = await read(recorded);
        assert.equal(diff(scimToken, outputs, desired).changed, isTold);
        if (!isTold) continue;
        assert.equal(outputs.rotate, "another token was made outside of this program");
        assert.deepEqual((await read(outputs)).outputs, outputs);
        const made = await update(outputs, desired);
        assert.equal(diff(scimToken, made, desired).changed, false);
        assert.notEqual(made.token, recorded.token);
      }
    }
  });

  it("names a change that nothing shows, until the next token", async () => {
    const printed: string[] = [];
    const object = new Handle({ ...platform.context, print: (text) => printed.push(text) }, scimToken, uid);
    const { outputs } = await create({ neverExpires: true });
    await post("regenerateScimToken", { etag: scim().etag, overlap: "0s", neverExpires: true });
    const found = await scimTokenVerbs.read(object, outputs);
    await scimTokenVerbs.read(object, found?.outputs ?? {});
    assert.equal(printed.length, 2);
    assert.match(
      String(printed[1]),
      /If the identity provider's SCIM requests now fail, change rotate, which creates a new token\.$/,
    );
    const rotated = await update(found?.outputs ?? {}, { neverExpires: true, rotate: "2" });
    assert.notEqual(rotated.token, outputs.token);
    assert.equal(scim().etag, rotated.etag);
  });

  it("leaves the state when somebody else revoked it, and the next create creates one", async () => {
    const { outputs } = await create();
    await post("revokeScimToken");
    assert.equal(await scimTokenVerbs.read(idp(), outputs), undefined);
    assert.ok((await create()).outputs.token);
  });

  it("keeps provisioning as the program says: on, off, or unchanged", async () => {
    const { outputs: on } = await create({ provisioning: true });
    assert.deepEqual([on.provisioning, scim().enabled], [true, true]);
    await post("setScimEnabled", { enabled: false, etag: scim().etag });
    const drifted = await read(on);
    assert.equal(drifted.inputs.provisioning, false);
    assert.equal(drifted.outputs.rotate, undefined, "the token is the same");
    const again = await update(drifted.outputs, { provisioning: true });
    assert.equal(scim().enabled, true);
    const free = await update(again, {});
    assert.deepEqual([free.provisioning, scim().enabled], [undefined, true]);
    assert.equal(diff(scimToken, (await read(free)).outputs, { identityProviderUid: uid }).changed, false);
    const off = await update(free, { provisioning: false });
    assert.deepEqual([off.provisioning, scim().enabled ?? false], [false, false]);
    assert.equal(
      diff(scimToken, (await read(off)).outputs, { identityProviderUid: uid, provisioning: false }).changed,
      false,
    );
  });

  it("is recorded when provisioning is refused for too few owners, and the next update switches it on", async () => {
    const [, ...others] = platform.emulator.list("iam:RoleBinding");
    for (const binding of others) platform.emulator.remove(String(binding.uid));
    const error = await create({ provisioning: true }).catch((cause: unknown) => cause);
    assert.ok(error instanceof IncompleteError, String(error));
    assert.match(
      error.message,
      /Create role bindings with the role owner for two people in the root group of the organization, and run the same command again\. If this program creates them, list them in dependsOn of the ScimToken\.$/,
    );
    assert.ok(error.properties.token);
    const identityUid = String((others[0]?.identity as Values | undefined)?.uid);
    const roleUid = String(platform.emulator.list("iam:Role").find(({ name }) => name === "owner")?.uid);
    const desired = { parentUid: platform.emulator.organization.uid, identityUid, roleUid };
    await verbsOf(roleBinding).create(new Kind(nextRun(platform.context), roleBinding), desired);
    const outputs = await update(error.properties, { provisioning: true });
    assert.deepEqual([outputs.token, scim().enabled], [error.properties.token, true]);
    assert.equal(outputs.credentialState, "CREDENTIAL_STATE_LIVE");
  });

  it("does not count as ours in the next refresh when somebody created another one between two requests", async () => {
    const meddle = async () => {
      await post("regenerateScimToken", { etag: scim().etag });
    };
    const { outputs } = await create({ rotate: "1" });
    await meddle();
    // The update only switches: it neither sees nor hides what was done to the token.
    const switched = await update(outputs, { rotate: "1", provisioning: true });
    assert.equal(switched.provisioning, true);
    assert.equal((await read(switched)).outputs.rotate, "another token was made outside of this program");
  });
});
