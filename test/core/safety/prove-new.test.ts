import assert from "node:assert/strict";
import { AlreadyThereError, IncompleteError } from "../../../src/core/errors";
import type { FaultAction } from "../../../src/emulator/index";
import { answer } from "../../support/local-faults";
import { LocalPlatform, placed } from "../../support/local-platform";
import { creating, madeBy } from "../../support/local-verbs";
import { repo, tag } from "../../support/resources";

const digestOf = (letter: string) => `sha256:${letter.repeat(64)}`;
const name = "1.2.3_git20260914";
const inputs = { parentUid: "org/app", name, digest: digestOf("b") };
const theirs = placed(tag, "org/app/theirs", { name, digest: digestOf("a") });
const nothing: FaultAction = answer('{"tags": []}');

/** A platform whose list of tags gives other answers at first, or always. */
function platformWith(
  objects: readonly ReturnType<typeof placed>[],
  action?: FaultAction,
  times = Number.POSITIVE_INFINITY,
  nth = 1,
) {
  const platform = new LocalPlatform([placed(repo, "org/app", { name: "app" }), ...objects]);
  if (action !== undefined) platform.fault({ method: "GET", path: /\/registry\/v2\/tags$/, times, nth, action });
  return platform;
}

describe("a create that the platform may carry out as an update", () => {
  it("is refused for a tag of version control, which lists show because they ask for it (row 15)", async () => {
    const platform = platformWith([theirs]);
    const error = await creating(platform.run(), tag, inputs);
    assert.ok(error instanceof AlreadyThereError, String(error));
    assert.match(error.message, /adoptUid: "org\/app\/theirs"/);
    assert.deepEqual([platform.posts(), platform.get("org/app/theirs")?.digest], [0, digestOf("a")]);
  });

  for (const [what, objects] of [
    ["somebody else's object", [theirs]],
    ["a new one", []],
  ] as const)
    it(`gives no object to the state if a list hides ${what} even though it is asked for, and says how to go on`, async () => {
      const platform = platformWith(objects, nothing);
      const error = await creating(platform.run(), tag, inputs);
      assert.ok(error instanceof Error && !("id" in error) && !(error instanceof AlreadyThereError), String(error));
      const [, adoptUid = ""] =
        /may have existed, and this create changed it\..*adoptUid: "([^"]+)"/s.exec(error.message) ?? [];
      assert.deepEqual([adoptUid], platform.uids(tag));
      assert.match(error.message, /pulumi-platform history/);
      assert.equal(platform.posts(), 1);
      const { uid, outputs } = madeBy(await creating(platform.run(), tag, { ...inputs, adoptUid }));
      assert.deepEqual([uid, outputs.digest, platform.posts()], [adoptUid, digestOf("b"), 1]);
    });

  it("waits for a list that shows new objects late", async () => {
    const platform = platformWith([], nothing, 2);
    const { uid } = madeBy(await creating(platform.run(), tag, inputs));
    assert.deepEqual([platform.uids(tag), platform.sleeps], [[uid], [500]]);
  });

  it("keeps the object, with the doubt, if looking for it fails", async () => {
    const platform = platformWith([], { kind: "status", code: "PERMISSION_DENIED" }, 1, 2);
    const error = await creating(platform.run(), tag, inputs);
    assert.ok(error instanceof IncompleteError, String(error));
    assert.deepEqual([error.id], platform.uids(tag));
    assert.match(error.message, /may have existed before, and looking for it failed: .*PERMISSION_DENIED/);
  });
});
