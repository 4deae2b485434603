import assert from "node:assert/strict";
import { inputsOf, NOTES, settleCreate, settleRead, settleUpdate } from "../../../src/lifecycle/state/outputs";
import { changes } from "../../../src/lifecycle/state/wire";
import { computed, type Fields, message, optional, required, set, string, timestamp } from "../../../src/spec/types";
import type { Values } from "../../../src/spec/values";

/** One field for each thing that a server does on its own. */
const fields: Fields = {
  parentUid: required(string(), { parent: true }),
  name: required(string()),
  description: optional(string()),
  tier: optional(string(), { serverFills: true }),
  tags: optional(set(string())),
  until: optional(timestamp, { serverFills: true }),
  token: optional(string(), { writeOnly: true }),
  readme: optional(string(), { subresource: { segment: "readme", property: "content" } }),
  sync: optional(
    message({
      source: required(string(), { rewritten: true }),
      region: optional(string(), { serverFills: true }),
      phase: computed(string()),
      seen: computed(timestamp, { moved: true }),
    }),
  ),
  createTime: computed(timestamp),
  updateTime: computed(timestamp, { moved: true }),
};

const time = "2026-01-01T00:00:00Z";
const later = "2026-02-02T00:00:00Z";
const base = { parentUid: "org", name: "a" };

const updated = (recorded: Values, desired: Values, observed: Values) =>
  settleUpdate(
    fields,
    recorded,
    desired,
    observed,
    changes(fields, recorded, desired, new Set((recorded[NOTES] as { filled?: string[] } | undefined)?.filled)),
  );

describe("what is recorded after a create", () => {
  it("is what the program gave, in its own spelling, and what the server alone sets", () => {
    const desired = { ...base, tags: ["b", "a"], until: "2030-01-01T02:00:00+02:00", description: "" };
    const observed = { name: "a", tags: ["a", "b"], until: "2030-01-01T00:00:00Z", createTime: time, updateTime: time };
    assert.deepEqual(settleCreate(fields, desired, observed), {
      outputs: { ...desired, createTime: time, updateTime: time },
      unapplied: [],
    });
  });

  it("takes what is never returned from the program: the parent, secrets, what lives elsewhere", () => {
    const desired = { ...base, token: "t", readme: "# a" };
    assert.deepEqual(settleCreate(fields, desired, { name: "a" }), { outputs: desired, unapplied: [] });
  });

  it("notes what the server filled in where the program gives nothing", () => {
    const { outputs, unapplied } = settleCreate(
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

  it("keeps the program's spelling of what the server writes in its own way, and notes that", () => {
    const { outputs, unapplied } = settleCreate(
      fields,
      { ...base, sync: { source: "o/a" } },
      { name: "a", sync: { source: "uid-1" } },
    );
    assert.deepEqual(
      [outputs, unapplied],
      [{ ...base, sync: { source: "o/a" }, [NOTES]: { rewritten: { "sync.source": "uid-1" } } }, []],
    );
  });

  it("names what the server did otherwise, and records what it holds", () => {
    const { outputs, unapplied } = settleCreate(
      fields,
      { ...base, description: "d", tags: ["a"], sync: { source: "o/a" } },
      { name: "b", tags: ["c"] },
    );
    assert.deepEqual(unapplied, ["name", "description", "tags", "sync"]);
    assert.deepEqual(outputs, { parentUid: "org", name: "b", tags: ["c"] });
  });
});

describe("what is recorded after an update", () => {
  const recorded = { ...base, description: "old", tags: ["a"], createTime: time, updateTime: time };

  it("takes the changed fields and the server's own from the answer, and keeps the others as they were recorded", () => {
    const desired = { ...base, name: "b", description: "old", tags: ["a"] };
    const answer = { name: "b", description: "by another", tags: ["z"], createTime: time, updateTime: later };
    assert.deepEqual(updated(recorded, desired, answer), {
      outputs: { ...recorded, name: "b", updateTime: later },
      unapplied: [],
    });
  });

  it("names a change that the answer lacks", () => {
    const { unapplied } = updated(
      recorded,
      { ...base, name: "b", tags: ["a", "b"] },
      { name: "a", tags: ["a", "b"], description: "old" },
    );
    assert.deepEqual(unapplied, ["name", "description"]);
  });

  it("takes the program's new spelling of what did not change", () => {
    const desired = { ...base, description: "new", tags: ["a", "a"] };
    assert.deepEqual(updated(recorded, desired, { description: "new" }).outputs, {
      ...base,
      description: "new",
      tags: ["a", "a"],
    });
  });

  it("notes what the server filled in along with the update", () => {
    const desired = { ...base, sync: { source: "o/a" } };
    const { outputs, unapplied } = updated(base, desired, {
      name: "a",
      tier: "gold",
      sync: { source: "uid-1", region: "eu" },
    });
    assert.deepEqual(unapplied, []);
    assert.deepEqual(outputs, {
      ...desired,
      tier: "gold",
      sync: { source: "o/a", region: "eu" },
      [NOTES]: { filled: ["sync.region", "tier"], rewritten: { "sync.source": "uid-1" } },
    });
  });

  it("forgets that a value was filled in once the program sets it, and lets it be filled in again once it does not", () => {
    const filled = { ...base, tier: "gold", [NOTES]: { filled: ["tier"] } };
    const mine = updated(filled, { ...base, tier: "silver" }, { tier: "silver" }).outputs;
    assert.deepEqual(mine, { ...base, tier: "silver" });
    assert.deepEqual(updated(mine, base, { tier: "gold" }).outputs, filled);
  });

  it("keeps a filled value that the program does not mention, and what was left alone at an adoption", () => {
    const adopted = { ...base, description: "theirs", tier: "gold", [NOTES]: { filled: ["description", "tier"] } };
    assert.deepEqual(updated(adopted, { ...base, name: "b" }, { name: "b", description: "x" }), {
      outputs: { ...adopted, name: "b" },
      unapplied: [],
    });
  });

  it("notes anew what the server made of a new reference", () => {
    const before = { ...base, sync: { source: "o/a" }, [NOTES]: { rewritten: { "sync.source": "uid-1" } } };
    const { outputs } = updated(before, { ...base, sync: { source: "o/b" } }, { sync: { source: "uid-2" } });
    assert.deepEqual(outputs, { ...base, sync: { source: "o/b" }, [NOTES]: { rewritten: { "sync.source": "uid-2" } } });
    const literal = updated(before, { ...base, sync: { source: "uid-3" } }, { sync: { source: "uid-3" } });
    assert.deepEqual(literal.outputs, { ...base, sync: { source: "uid-3" } });
  });
});

describe("what is recorded after a read", () => {
  const read = (recorded: Values, observed: Values, own: Values = { parentUid: "org" }) =>
    settleRead(fields, recorded, observed, own);

  it("is what was recorded where that means the same, to the letter", () => {
    const recorded = { ...base, tags: ["b", "a"], until: "2030-01-01T02:00:00+02:00", description: "", token: "t" };
    assert.deepEqual(read(recorded, { name: "a", tags: ["a", "b"], until: "2030-01-01T00:00:00.000Z" }), recorded);
  });

  it("is what is there where it differs, and nothing where it is gone", () => {
    const recorded = { ...base, description: "old", tags: ["a"], sync: { source: "o/a" } };
    const outputs = read(recorded, { name: "b", tags: ["a", "b"] });
    assert.deepEqual(outputs, { parentUid: "org", name: "b", tags: ["a", "b"] });
    assert.deepEqual(inputsOf(fields, outputs), outputs);
  });

  it("keeps the program's reference while the server's own is the same, and shows the server's when it is another", () => {
    const recorded = {
      ...base,
      sync: { source: "o/a", phase: "new" },
      [NOTES]: { rewritten: { "sync.source": "uid-1" } },
    };
    assert.deepEqual(read(recorded, { name: "a", sync: { source: "uid-1", phase: "on" } }), {
      ...recorded,
      sync: { source: "o/a", phase: "on" },
    });
    const moved = read(recorded, { name: "a", sync: { source: "uid-2", phase: "on" } });
    assert.deepEqual(moved, { ...base, sync: { source: "uid-2", phase: "on" } });
    assert.deepEqual(inputsOf(fields, moved), { ...base, sync: { source: "uid-2" } });
  });

  it("lets a filled value move without making an input of it, and forgets it when it is gone", () => {
    const recorded = { ...base, tier: "gold", [NOTES]: { filled: ["tier"] } };
    const moved = read(recorded, { name: "a", tier: "silver" });
    assert.deepEqual(moved, { ...recorded, tier: "silver" });
    assert.deepEqual(inputsOf(fields, moved), base);
    assert.deepEqual(read(recorded, { name: "a" }), base);
  });

  it("follows what the server moves only where it was recorded: not for a resource that is only read", () => {
    const moving = { name: "a", createTime: time, updateTime: later, sync: { source: "s", seen: later } };
    assert.deepEqual(read({}, moving), { ...base, createTime: time, sync: { source: "s" } });
    const recorded = { ...base, updateTime: time, sync: { source: "s", seen: time } };
    assert.deepEqual(read(recorded, moving), {
      ...base,
      createTime: time,
      updateTime: later,
      sync: { source: "s", seen: later },
    });
  });
});
