import assert from "node:assert/strict";
import { outputsAfterCreate } from "../../../src/core/state/after-create";
import { inputsOf } from "../../../src/core/state/after-read";
import { NOTES } from "../../../src/description/spec/proof";
import { base, fields, time } from "../../support/server-fields";

describe("the outputs after a create", () => {
  it("are the program's values, as spelled, and the fields that only the server sets", () => {
    const desired = { ...base, tags: ["b", "a"], until: "2030-01-01T02:00:00+02:00", description: "" };
    const observed = { name: "a", tags: ["a", "b"], until: "2030-01-01T00:00:00Z", createTime: time, updateTime: time };
    assert.deepEqual(outputsAfterCreate(fields, desired, observed), {
      outputs: { ...desired, createTime: time, updateTime: time },
      unapplied: [],
    });
  });

  it("contain the program's values that the server never returns: the parent, secrets and sub-resources", () => {
    const desired = { ...base, token: "t", readme: "# a" };
    assert.deepEqual(outputsAfterCreate(fields, desired, { name: "a" }), { outputs: desired, unapplied: [] });
  });

  it("note the values that the server filled in", () => {
    const { outputs, unapplied } = outputsAfterCreate(
      fields,
      { ...base, sync: { source: "o/a" } },
      {
        name: "a",
        description: "theirs",
        tier: "gold",
        sync: { source: "o/a", region: "eu", phase: "new", seen: time },
      },
    );
    assert.deepEqual(unapplied, []);
    assert.deepEqual(outputs, {
      ...base,
      description: "theirs",
      tier: "gold",
      sync: { source: "o/a", region: "eu", phase: "new", seen: time },
      [NOTES]: { filled: ["description", "sync.region", "tier"] },
    });
    assert.deepEqual(inputsOf(fields, outputs), { ...base, sync: { source: "o/a" } });
  });

  it("keep the program's spelling of values that the server normalizes, and note the server's", () => {
    const { outputs, unapplied } = outputsAfterCreate(
      fields,
      { ...base, sync: { source: "o/a" } },
      { name: "a", sync: { source: "uid-1" } },
    );
    assert.deepEqual(
      [outputs, unapplied],
      [{ ...base, sync: { source: "o/a" }, [NOTES]: { rewritten: { "sync.source": "uid-1" } } }, []],
    );
  });

  it("contain the server's value if it differs, which is reported", () => {
    const { outputs, unapplied } = outputsAfterCreate(
      fields,
      { ...base, description: "d", tags: ["a"], sync: { source: "o/a" } },
      { name: "b", tags: ["c"] },
    );
    assert.deepEqual(unapplied, ["name", "description", "tags", "sync"]);
    assert.deepEqual(outputs, { parentUid: "org", name: "b", tags: ["c"] });
  });
});
