import assert from "node:assert/strict";
import { importStatusFinder } from "../../../../src/command/commands/import/import-status";
import { readRules } from "../../../../src/command/ignoring/ignore-file";
import { Ignoring } from "../../../../src/command/ignoring/ignoring";
import { specOf } from "../../../../src/command/organization/read";
import type { HeldResource } from "../../../../src/command/stack/export";

const ROOT = "0123456789abcdef0123456789abcdef01234567";
const uid = (letter: string) => `${ROOT}/${letter.repeat(16)}`;
const object = (letter: string, type = "iam:Group") => ({ spec: specOf(type), uid: uid(letter) });
const held = (letter: string, more: Partial<HeldResource> = {}): HeldResource => ({
  urn: `urn:pulumi:dev::site::t::${letter}`,
  kind: "iam:Group",
  uid: uid(letter),
  values: {},
  isPendingDelete: false,
  isReadOnly: false,
  isOfExplicitProvider: false,
  ...more,
});

describe("an object of the platform, compared with a program and its stack,", () => {
  const statusOf = importStatusFinder(
    {
      manifest: {
        version: 1,
        parentUid: ROOT,
        objects: { [`iam:Group ${uid("a")}`]: { name: "a" } },
      },
      sources: new Map([["index.ts", `new platform.Group("b", { parentUid, adoptUid: "${uid("b")}" });`]]),
    },
    [held("a"), held("c"), held("d", { isPendingDelete: true }), held("e", { isReadOnly: true })],
    new Ignoring(readRules(`iam:Group ${uid("f")}\niam:Group ${uid("c")}\n`, "rules"), "2026-11-22"),
  );

  for (const [what, letter, status, type] of [
    ["is present after an import", "a", "present"],
    ["is present by adoptUid", "b", "present"],
    ["is managed by the stack, whatever the ignore file says", "c", "held"],
    ["is managed by the stack while its delete is pending", "d", "held"],
    ["is new if the stack only reads it", "e", "new"],
    ["is ignored by a rule for its kind and uid", "f", "ignored"],
    ["is new if the rule is for another kind", "f", "new", "iam:Identity"],
  ] as const)
    it(what, () => assert.equal(statusOf(object(letter, type)), status));
});
