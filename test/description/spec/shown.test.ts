import assert from "node:assert/strict";
import { resources } from "../../../src/description/resources";
import { check } from "../../../src/description/spec/check";
import { hiddenTexts, shownInput } from "../../../src/description/spec/shown";
import { https, sink, string, uid } from "../../../src/description/spec/types";
import { isValues, type Values } from "../../../src/description/spec/values";
import { choicesOf, maximalInputs, type World } from "../../support/samples";

const CANARY = "canary-7f3a";

/** Values that are wrong at every place, and that a message might show. */
const wrong: readonly unknown[] = [
  `${CANARY}/../\u0000 `,
  `https://user:${CANARY}@h/`,
  `http://h.example.com/${CANARY}?${CANARY}`,
  [`${CANARY} `],
  [[CANARY]],
  { toString: CANARY },
  { issuer: { toString: CANARY } },
  true,
  7.5,
];

const world: World = {
  uids: Object.fromEntries([...Object.keys(resources), "iam:Organization"].map((type) => [type, ["o/a", "o/b"]])),
  repoReferences: ["o/a", "o/b"],
};

/** Inputs in which one value, at any depth of messages, lists and maps, is another one. */
function* spoilt(value: unknown, by: unknown): Generator<unknown> {
  yield by;
  if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) for (const bad of spoilt(item, by)) yield value.with(i, bad);
  } else if (isValues(value)) {
    for (const [name, item] of Object.entries(value))
      for (const bad of spoilt(item, by)) yield { ...value, [name]: bad };
  }
}

describe("an input that may be secret", () => {
  it("is in no complaint, at any place and for any error (row 116)", () => {
    let complaints = 0;
    for (const spec of Object.values(resources))
      for (let choice = 0; choice < choicesOf(spec); choice++) {
        const inputs: Values = { ...maximalInputs(world, spec, choice), adoptUid: "o/a" };
        for (const name of Object.keys(inputs))
          for (const by of wrong)
            for (const value of spoilt(inputs[name], by)) {
              const found = check(spec, { ...inputs, [name]: value });
              complaints += found.length;
              assert.ok(!JSON.stringify(found).includes(CANARY), JSON.stringify(found));
            }
      }
    assert.ok(complaints > 1_500, String(complaints));
  });

  it("is shown if it is a uid, by its origin if it is a URL, and otherwise hidden (row 116)", () => {
    for (const [type, value, shown] of [
      [uid(), "org/a", "org/a"],
      [uid(), `org/a?${CANARY}`, undefined],
      [sink, `https://hooks.example.com/services/${CANARY}?${CANARY}#${CANARY}`, "https://hooks.example.com"],
      [https, `https://user:${CANARY}@login.example.com:8443/${CANARY}`, "https://login.example.com:8443"],
      [sink, CANARY, undefined],
      [string(), CANARY, undefined],
      [uid(), 5, undefined],
      [{ kind: "list", of: string(), ordered: true }, [CANARY], undefined],
    ] as const)
      assert.equal(shownInput(type, value), shown);
  });

  it("is redacted in other parties' text if it is a sink: the whole URL, its path, and parts of it that are no short words (row 116)", () => {
    const origin = "https://hooks.example.com";
    assert.deepEqual(hiddenTexts(sink, origin), []);
    assert.deepEqual(hiddenTexts(sink, `${origin}/events`), [`${origin}/events`, `${origin}/events`]);
    assert.deepEqual(hiddenTexts(sink, `${origin}/${CANARY}/..`), [`${origin}/${CANARY}/..`]);
    const path = `/services/${CANARY}?key=1`;
    assert.deepEqual(hiddenTexts(sink, `${origin}${path}#x`), [
      `${origin}${path}#x`,
      `${origin}${path}#x`,
      `${path}#x`,
      path,
      `/services/${CANARY}`,
    ]);
    const token = `${CANARY}-and-more`;
    for (const rest of [`/hook?token=${token}`, `/hook/${token}/x`, `/#${token}`])
      assert.ok(hiddenTexts(sink, `${origin}${rest}`).includes(token), rest);
    for (const [type, value] of [
      [https, `${origin}${path}`],
      [string(), `${origin}${path}`],
      [sink, "no URL"],
      [sink, 5],
    ] as const)
      assert.deepEqual(hiddenTexts(type, value), []);
  });
});
