import assert from "node:assert/strict";
import { IncompleteError } from "../../../src/core/errors";
import type { Values } from "../../../src/description/spec/values";
import type { FaultAction } from "../../../src/emulator/index";
import { answer } from "../../support/local-faults";
import { placed } from "../../support/local-platform";
import { verbsIn } from "../../support/local-verbs";
import { repo, tag } from "../../support/resources";

import { outputsIn, recorded } from "./recorded";

describe("an update of a sub-resource", () => {
  const app = { parentUid: "org", name: "app" };
  const there = placed(repo, "org/a", { name: "app", readme: "# old" });
  const after = { ...app, readme: "# new" };
  const mute: FaultAction = answer("{}");

  it("is a separate request, and the only one when nothing else differs", async () => {
    for (const [desired, content] of [
      [after, "# new"],
      [app, ""],
    ] as const) {
      const { platform, update } = await recorded(there, repo);
      const asked = platform.requests.length;
      outputsIn(repo, await update(desired), desired);
      assert.equal(platform.requests.length, asked + 1);
      assert.deepEqual(platform.writes(), [["PATCH /registry/v2/repos/org/a/readme updateMask=content", { content }]]);
    }
  });

  it("is read again when the response lacks it, and must then exist", async () => {
    const good = await recorded(there, repo);
    good.platform.fault({ method: "PATCH", when: "after", action: mute });
    outputsIn(repo, await good.update(after), after);
    const bad = await recorded(there, repo);
    bad.platform.fault({ method: "PATCH", action: mute });
    const result = await bad.update(after);
    assert.ok(result instanceof IncompleteError);
    assert.equal(
      result.message,
      "Repo org/a was updated, except for its readme: /registry/v2/repos/org/a: the platform accepted the new readme but kept the old one\n" +
        "- Give readme the platform's value, or remove it if the platform has none, because only the platform's staff can set it.",
    );
  });

  it("keeps the old value recorded when it fails, beside the earlier changes", async () => {
    const { platform, update } = await recorded(there, repo);
    platform.fault({ path: /readme$/, action: { kind: "status", code: "PERMISSION_DENIED", message: "no ink" } });
    const result = await update({ ...after, description: "new" });
    assert.ok(result instanceof IncompleteError);
    assert.equal(
      result.message,
      'Repo org/a was updated, except for its readme: [PERMISSION_DENIED] PATCH /registry/v2/repos/org/a/readme: "no ink"\n' +
        "- Give readme the platform's value, or remove it if the platform has none, because only the platform's staff can set it.",
    );
    const { description, readme } = result.properties;
    assert.deepEqual([result.id, description, readme], ["org/a", "new", "# old"]);
  });
});

describe("a repo with a readme that starts to sync", () => {
  it("gets the readme of its source, and sends none of its own (row 237)", async () => {
    const own = placed(repo, "org/a", { name: "grown", readme: "# own" });
    const { platform, update } = await recorded(own, repo);
    const desired = { parentUid: "org", name: "grown", syncConfig: { source: "public-org/nginx" } };
    const outputs = (await update(desired)) as Values; // Its diff is empty, so it is no error.
    assert.deepEqual(
      platform.writes().map(([request]) => request.split(" updateMask")[0]),
      ["PATCH /registry/v2/repos/org/a"],
    );
    assert.equal(outputs.readme, undefined);
    assert.equal((await verbsIn(platform.run(), repo).read("org/a", outputs))?.inputs.readme, undefined);
  });
});

describe("a tag that somebody deletes and creates again during its move", () => {
  it("is named with its new uid, or left alone", async () => {
    const [a, b] = ["a", "b"].map((letter) => `sha256:${letter.repeat(64)}`);
    const { platform, update } = await recorded(placed(tag, "org/app/t1", { name: "latest", digest: a }), tag);
    platform.whenAnswered(/^GET/, () => platform.remove("org/app/t1"));
    const error = await update({ parentUid: "org/app", name: "latest", digest: b });
    const [other] = platform.uids(tag);
    assert.ok(other !== undefined && error instanceof Error);
    assert.match(error.message, new RegExp(`somebody deleted it at the same time, [\\s\\S]*adoptUid: "${other}"`));
  });
});
