import assert from "node:assert/strict";
import { Handle } from "../../../../src/lifecycle/run/handle";
import { update } from "../../../../src/lifecycle/verbs/update";
import { tag } from "../../../../src/resources/tag";
import { missingResource, object, scriptedContext } from "../../../support/lifecycle";

describe("a tag that somebody deletes and creates again during its move", () => {
  it("is named with its new uid, or left alone", async () => {
    const [a, b] = ["a", "b"].map((letter) => `sha256:${letter.repeat(64)}`);
    const recorded = { parentUid: "org/repo", name: "v1", digest: a };
    const { context } = scriptedContext([
      object({ uid: "org/repo/t1", name: "v1", digest: a }),
      // Deleted meanwhile: the POST makes another one.
      object({ uid: "org/repo/t2", name: "v1", digest: b }),
      missingResource("org/repo/t1"),
      ...Array(5).fill(missingResource("org/repo/t1")),
    ]);
    const error = await update(new Handle(context, tag, "org/repo/t1"), recorded, { ...recorded, digest: b }).then(
      () => "updated",
      String,
    );
    assert.match(error, /org\/repo\/t2/);
  });
});
