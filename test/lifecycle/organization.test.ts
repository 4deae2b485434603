import assert from "node:assert/strict";
import { Handle, Kind } from "../../src/core/handle";
import { diff } from "../../src/core/verbs/diff";
import { verbsOf } from "../../src/core/verbs/verbs-of";
import { Ownership } from "../../src/hosts/shared/ownership";
import { resources } from "../../src/resources";
import { group } from "../../src/resources/group";
import { organization } from "../../src/resources/organization";
import type { Values } from "../../src/spec/values";
import { createContext } from "../support/context";
import { mutations } from "../support/log";
import { clientOf, type Platform, startPlatform } from "../support/platform";

describe("an organization", () => {
  const verbs = verbsOf(organization);
  let platform: Platform;
  let printed: string[];
  /** The context of one run of Pulumi. */
  const run = () => createContext(clientOf(platform.emulator), resources, { print: (text) => printed.push(text) });
  const create = (inputs: Values, context = run()) => verbs.create(new Kind(context, organization), inputs);
  const inputs = { name: "acme-emea", description: "EMEA", kind: "ORG_KIND_DEV" };
  beforeEach(async () => {
    platform = await startPlatform();
    printed = [];
    platform.emulator.clearRequests();
  });
  afterEach(() => platform.close());

  it("is created without a parent, with a kind that its groups inherit and cannot change", async () => {
    const { uid, outputs } = await create(inputs);
    assert.match(uid, /^[0-9a-f]{40}$/);
    assert.deepEqual(mutations(platform.emulator.requests), [{ method: "POST", target: "/iam/v2/groups" }]);
    const { createTime: _, updateTime: __, ...others } = outputs;
    assert.deepEqual(others, { ...inputs, status: "ORG_STATUS_READY" });
    const made = await verbsOf(group).create(new Kind(run(), group), { parentUid: uid, name: "team" });
    assert.equal(made.outputs.kind, "ORG_KIND_DEV");
    const path = `${platform.emulator.url}/iam/v2/groups/${made.uid}`;
    const headers = { authorization: `Bearer ${platform.emulator.token}` };
    const answer = await fetch(path, { method: "PATCH", headers, body: '{"kind":"ORG_KIND_INFRA"}' });
    assert.equal(((await answer.json()) as Values).kind, "ORG_KIND_DEV");
  });

  it("is changed in place, with all its fields", async () => {
    const { uid, outputs } = await create(inputs);
    const desired = { name: "acme-apac", description: "APAC", kind: "ORG_KIND_CUSTOMER", allowDelete: true };
    assert.deepEqual(diff(organization, outputs, desired).replaces, []);
    await verbs.update(new Handle(run(), organization, uid), outputs, desired);
    const found = platform.emulator.get(uid) ?? {};
    assert.deepEqual([found.name, found.description, found.kind], ["acme-apac", "APAC", "ORG_KIND_CUSTOMER"]);
  });

  it("keeps the kind that the platform gives it if the program names none", async () => {
    const { uid, outputs } = await create({ name: "acme-emea" });
    platform.emulator.edit(uid, { kind: "ORG_KIND_CUSTOMER", verified: true }, "iam:Group");
    const found = await verbs.read(new Handle(run(), organization, uid), outputs);
    assert.deepEqual(found?.inputs, { name: "acme-emea" });
    assert.equal(diff(organization, found.outputs, { name: "acme-emea" }).changed, false);
    assert.deepEqual([found.outputs.kind, found.outputs.verified], ["ORG_KIND_CUSTOMER", true]);
  });

  it("is refused if one with that name is visible, and adopted by its uid", async () => {
    const { uid, name } = platform.emulator.organization;
    await assert.rejects(create({ name }), (error: Error) => {
      assert.match(
        error.message,
        new RegExp(`^An Organization with this name exists already at the top level: ${uid}`),
      );
      assert.doesNotMatch(error.message, /deleteBeforeReplace/);
      return error.message.includes(`adoptUid: "${uid}"`);
    });
    const adopted = await create({ name, adoptUid: uid });
    assert.deepEqual([adopted.uid, adopted.outputs.kind], [uid, "ORG_KIND_CUSTOMER"]);
    assert.deepEqual(mutations(platform.emulator.requests), []);
    const [team = ""] = platform.world.uids["iam:Group"] ?? [];
    await assert.rejects(
      create({ name: "world-a", adoptUid: team }),
      /because it is a Group\. Nothing was changed\.\n- Set adoptUid at a Group instead/,
    );
  });

  it("is created once when a response is lost, before or after the create", async () => {
    for (const when of ["before", "after"] as const) {
      const name = `lost-${when}`;
      platform.emulator.fault({ method: "POST", path: "/iam/v2/groups", when, times: 1, action: { kind: "reset" } });
      const { uid } = await create({ name });
      const made = platform.emulator.list("iam:Organization").filter((found) => found.name === name);
      assert.deepEqual(
        made.map((found) => found.uid),
        [uid],
      );
    }
    assert.equal(printed.length, 1);
    assert.match(String(printed), /the response to the create of Organization at the top level was lost/);
  });

  it("is not deleted unless it is allowed, and then it is", async () => {
    const { uid, outputs } = await create(inputs);
    platform.emulator.clearRequests();
    const gone = () => verbs.delete(new Handle(run(), organization, uid), outputs);
    await assert.rejects(gone(), {
      message:
        `Organization ${uid} was not deleted, because this also deletes everything in it, and nobody can restore that.\n` +
        "- If you want to delete it, set allowDelete: true, and run pulumi up. Then remove it from the program, or destroy it.",
    });
    assert.deepEqual(platform.emulator.requests, [], "nothing is sent");
    const allowed = await verbs.update(new Handle(run(), organization, uid), outputs, { ...inputs, allowDelete: true });
    assert.deepEqual(mutations(platform.emulator.requests), []);
    await verbs.delete(new Handle(run(), organization, uid), allowed);
    assert.equal(platform.emulator.get(uid), undefined);
  });

  it("is not deleted while it contains something, and the error names that", async () => {
    const { uid, outputs } = await create({ ...inputs, allowDelete: true });
    const repo = platform.emulator.put("registry:Repo", uid, { name: "web" }).uid;
    await assert.rejects(
      verbs.delete(new Handle(run(), organization, uid), outputs),
      new RegExp(`Organization ${uid} cannot be deleted yet .*\\n  - Repo "web" \\(${repo}\\)`),
    );
    assert.ok(platform.emulator.get(uid));
  });

  it("is never replaced: a delete is refused while the program has it", async () => {
    const desired = { ...inputs, allowDelete: true };
    const { uid, outputs } = await create(desired);
    const ownership = new Ownership();
    ownership.noteCheck({ spec: organization, urn: "acme" }, desired, true);
    const context = createContext(clientOf(platform.emulator), resources, { holders: ownership });
    await assert.rejects(
      verbs.delete(new Handle(context, organization, uid), outputs),
      /the program still contains it\. A replacement would delete everything in it\. No change requires a replacement\.\n- If /,
    );
    assert.ok(platform.emulator.get(uid));
    await assert.rejects(create(desired, context), /exists already/);
    // Without what asks for a replacement, the same run updates it.
    const changed = { ...desired, description: "Europe" };
    await verbs.update(new Handle(context, organization, uid), outputs, changed);
    assert.equal(platform.emulator.get(uid)?.description, "Europe");
  });

  it("stays in the state when it is not visible, because it may be hidden from the token", async () => {
    const { uid, outputs } = await create({ ...inputs, allowDelete: true });
    platform.emulator.remove(uid);
    for (const ask of [
      () => verbs.read(new Handle(run(), organization, uid), outputs),
      () => verbs.delete(new Handle(run(), organization, uid), outputs),
    ]) {
      await assert.rejects(
        ask(),
        /may be the wrong platform[\s\S]*- If somebody deleted it outside of Pulumi, run pulumi state delete '<its URN>'\.$/,
      );
    }
    // Without a state entry, it is created again.
    assert.notEqual((await create(inputs)).uid, uid);
  });
});
