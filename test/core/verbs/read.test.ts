import assert from "node:assert/strict";
import type { ResourceSpec } from "../../../src/description/spec/resource";
import type { Values } from "../../../src/description/spec/values";
import type { Fault, StartObject } from "../../../src/emulator/index";
import { answer, denied, missing } from "../../support/local-faults";
import { CREATED, LocalPlatform, NOW, placed } from "../../support/local-platform";
import { verbsIn } from "../../support/local-verbs";
import { group, groupInvite, repo, roleBinding, subscription } from "../../support/resources";

const app = { parentUid: "org", name: "app" };

/** Reads an object of a platform, of which something is recorded, with a fault. */
async function reading(there: StartObject, spec: ResourceSpec, recorded: Values, fault?: Fault) {
  const platform = new LocalPlatform([there]);
  if (fault !== undefined) platform.fault(fault);
  const found = await verbsIn(platform.run(), spec).read(there.uid, recorded);
  return found ?? assert.fail("it does not exist");
}

describe("a read", () => {
  it("reads a readme when one or nothing is recorded, and shows the current one", async () => {
    const there = (readme?: string) => placed(repo, "org/r", { name: "app", ...(readme ? { readme } : {}) });
    const old = { ...app, readme: "# old" };
    assert.equal((await reading(there("# new"), repo, old)).inputs.readme, "# new");
    assert.deepEqual((await reading(there(), repo, old)).inputs, app);
    assert.equal((await reading(there("# theirs"), repo, {})).outputs.readme, "# theirs");
    assert.deepEqual((await reading(there("# theirs"), repo, app)).inputs, app);
  });

  for (const [code, action] of [
    ["PERMISSION_DENIED", denied],
    ["NOT_FOUND", missing],
  ] as const) {
    it(`fails when the readme is unreadable, instead of showing none or treating the repo as gone (${code})`, () =>
      assert.rejects(
        reading(placed(repo, "org/r", { name: "app" }), repo, { ...app, readme: "# a" }, { path: /readme$/, action }),
        { message: `[${code}] GET /registry/v2/repos/org/r/readme: "no"` },
      ));
  }
});

describe("a read of an invite whose time is over by the platform's clock (row 142)", () => {
  it("marks it as gone, even if the platform still lists it, and a live one no longer", async () => {
    for (const [seconds, gone] of [
      [-1, true],
      [30, undefined],
    ] as const) {
      const expirationTime = new Date(Date.parse(NOW) + seconds * 1000).toISOString();
      const invite = { roleUid: "viewer", ttl: "24h", expirationTime, gone: true };
      const platform = new LocalPlatform([placed(groupInvite, "org/inv", { roleUid: "viewer" })]);
      platform.aheadMs = 4 * 60_000;
      const shown = { uid: "org/inv", role: { uid: "viewer", name: "viewer" }, createTime: CREATED, expirationTime };
      platform.fault({ action: answer(shown) });
      const found = await verbsIn(platform.run(), groupInvite).read("org/inv", { parentUid: "org", ...invite });
      assert.equal(found?.outputs.gone, gone);
    }
  });
});

describe("a read of an invite that is gone", () => {
  it("marks it, unless its group is gone too, so that no later delete would be believed", async () => {
    const platform = new LocalPlatform([placed(group, "org/team", { name: "team" })]);
    const read = () =>
      verbsIn(platform.run(), groupInvite).read("org/team/inv", {
        parentUid: "org/team",
        roleUid: "viewer",
        ttl: "1h",
      });
    assert.equal((await read())?.outputs.gone, true);
    platform.fault({ method: "GET", path: /groups\/org\/team$/, action: denied });
    assert.equal((await read())?.outputs.gone, true, "its group cannot be read");
    platform.remove("org/team");
    assert.equal(await read(), undefined);
  });
});

describe("a response about another resource (row 50)", () => {
  const rows: [why: string, spec: ResourceSpec, answer: Values, reason: string][] = [
    ["has another uid", group, { uid: "org/b", name: "team" }, "about Group org/b"],
    ["has an invalid uid", group, { uid: "org/a\n::error::b" }, 'about Group "org/a ::error::b"'],
    [
      "is a group in the place of a subscription",
      subscription,
      { uid: "org/a", name: "team" },
      "about another object. It lacks sink, which each Subscription has",
    ],
  ];
  for (const [why, spec, body, reason] of rows)
    it(`is an error when it ${why}, and nothing of it is recorded`, async () => {
      await assert.rejects(
        reading(placed(spec, "org/a", {}), spec, { parentUid: "org", name: "team" }, { action: answer(body) }),
        (error: Error) => {
          assert.equal(error.name, "ProtocolError");
          assert.ok(error.message.startsWith(`GET ${spec.collection}/org/a: the response is about `), error.message);
          assert.ok(error.message.endsWith(reason), error.message);
          return true;
        },
      );
    });

  it("is an error when it is the readme of another repo", async () => {
    const fault: Fault = { path: /readme$/, action: answer({ uid: "org/x", content: "# x" }) };
    await assert.rejects(reading(placed(repo, "org/r", { name: "app" }), repo, { ...app, readme: "# a" }, fault), {
      name: "ProtocolError",
      message: "/registry/v2/repos/org/r/readme: the response is about org/x",
    });
  });

  it("does not include a binding to a deleted object, which is fine", async () => {
    const recorded = { parentUid: "org", identityUid: "org/i", roleUid: "viewer" };
    const fault: Fault = { action: answer({ uid: "org/b", createTime: CREATED }) };
    const { inputs } = await reading(placed(roleBinding, "org/b", {}), roleBinding, recorded, fault);
    assert.deepEqual(inputs, { parentUid: "org" });
  });
});
