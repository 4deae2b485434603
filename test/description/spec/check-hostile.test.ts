import assert from "node:assert/strict";
import { resources } from "../../../src/description/resources";
import { checkValues } from "../../../src/description/spec/check";
import { inputFields, type ResourceSpec } from "../../../src/description/spec/resource";
import { optional, type TextRule, uid } from "../../../src/description/spec/types";
import { UNKNOWN } from "../../../src/description/spec/unknown";
import type { Values } from "../../../src/description/spec/values";
import { doubtfulSinks, hostileSinks, hostileUids } from "../../support/hostile";
import { subscription } from "../../support/resources";
import { choicesOf, maximalInputs, minimalInputs, type World } from "../../support/samples";

const world: World = {
  uids: Object.fromEntries([...Object.keys(resources), "iam:Organization"].map((type) => [type, ["o/a", "o/b"]])),
  repoReferences: ["o/a", "o/b"],
};

/** `property reason` of each failure, each of which is one short line. */
function failures(spec: ResourceSpec, inputs: Values): string[] {
  const all = checkValues({ ...spec.fields, adoptUid: optional(uid()) }, inputs).filter(({ isWarning }) => !isWarning);
  const found = all.map(({ property, reason }) => `${property} ${reason}`);
  for (const line of found) {
    assert.doesNotMatch(line, /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
    assert.ok(line.length < 300, line);
  }
  return found;
}

/** The rule of the names of a kind. */
function ruleOf(spec: ResourceSpec): TextRule {
  const type = spec.fields.name?.type;
  return (type?.kind === "string" && type.rule) || assert.fail(spec.type);
}

/** Inputs of every resource with one that is a uid, for each of these, and the name of that one. */
function* withUidInput(): Generator<{ spec: ResourceSpec; name: string; inputs: Values }> {
  for (const spec of Object.values(resources))
    for (let choice = 0; choice < choicesOf(spec); choice++) {
      const inputs = maximalInputs(world, spec, choice);
      const uids = inputFields(spec.fields).filter(([, { type }]) => type.kind === "string" && type.format === "uid");
      for (const [name] of uids) if (inputs[name] !== undefined) yield { spec, name, inputs };
      yield { spec, name: "adoptUid", inputs };
    }
}

describe("a hostile uid", () => {
  for (const [kind, text] of Object.entries(hostileUids))
    it(`with ${kind} causes one complaint that names the input, for every input that is a uid (row 72)`, () => {
      for (const { spec, name, inputs } of withUidInput()) {
        const found = failures(spec, { ...inputs, [name]: text });
        assert.equal(found.length, 1, `${spec.type} ${name}`);
        const complaint = `${name} must be a uid, like 1a2b/3c4d: ids of letters, digits, - and _ joined by slashes`;
        assert.equal(found[0], complaint);
      }
    });

  it("differs from an unknown value, which is accepted (row 72)", () => {
    for (const { spec, name, inputs } of withUidInput())
      assert.deepEqual(failures(spec, { ...inputs, [name]: UNKNOWN }), []);
  });
});

describe("an unusual name", () => {
  const odd = {
    "a line break": "a\nb",
    "a line break at its end": "a\n",
    "an override of direction": "\u202eabc",
    "an emoji": "🙂",
    "a NUL": "a\u0000",
    "half a character": "\ud800",
    "one character": "a",
    "10 KB": "a".repeat(10_240),
    "spaces only": "   ",
  } as const;
  it("is accepted or causes one complaint, as the declaration's rule says (row 73)", () => {
    for (const spec of Object.values(resources)) {
      if (spec.fields.name?.presence !== "required") continue;
      const rule = ruleOf(spec);
      for (const [kind, name] of Object.entries(odd)) {
        const found = failures(spec, { ...minimalInputs(world, spec), name });
        assert.deepEqual(found, rule.pattern.test(name) ? [] : [`name ${rule.says}`], `${spec.type} ${kind}`);
      }
    }
  });

  it("causes one complaint for every resource when it is not text, or is empty (row 73)", () => {
    for (const spec of Object.values(resources)) {
      if (spec.fields.name?.presence !== "required") continue;
      for (const name of [5, true, [], {}, ["a"], { toString: "a" }])
        assert.deepEqual(failures(spec, { ...minimalInputs(world, spec), name }), ["name must be a string"]);
      const empty = failures(spec, { ...minimalInputs(world, spec), name: "" });
      assert.deepEqual(empty, ["name must not be empty"]);
    }
  });
});

describe("a hostile sink", () => {
  for (const [kind, sink] of Object.entries(hostileSinks))
    it(`with ${kind} causes one complaint that names the input and hides a password (row 78)`, () => {
      const found = failures(subscription, { parentUid: "o", sink });
      assert.equal(found.length, 1);
      assert.match(found[0] ?? "", /^sink must (be|name|not) /);
      assert.doesNotMatch(found[0] ?? "", /canary/);
    });

  for (const [kind, sink] of Object.entries(doubtfulSinks))
    it(`with ${kind} is accepted with one warning, unless it is recorded (row 78)`, () => {
      const inputs = { parentUid: "o", sink };
      const found = checkValues(subscription.fields, inputs);
      assert.equal(found.length, 1);
      assert.match(found[0]?.reason ?? "", /^should (be an https URL|name a public host), because /);
      assert.deepEqual([found[0]?.isWarning, found[0]?.kind], [true, "advice"]);
      assert.deepEqual(checkValues(subscription.fields, inputs, { recorded: inputs }), []);
    });

  it("differs from a harmless one that looks similar (row 78)", () => {
    for (const sink of [
      "https://sink.example.com/hook?x=1",
      "https://10.example.com/",
      "https://127.example.com/",
      "https://localhost.example.com/",
      "https://8.8.8.8/",
      "https://172.32.0.1/",
      "https://100.128.0.1:8443/",
      UNKNOWN,
    ])
      assert.deepEqual(checkValues(subscription.fields, { parentUid: "o", sink }), [], sink);
  });
});
