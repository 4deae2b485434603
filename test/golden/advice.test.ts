import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { advicePage, allAdvice, followings, sources } from "../../tools/advice";
import { adviceIn } from "../../tools/advice-texts";
import { repositoryRoot } from "../support/workspace";

const unmarkedIn = (text: string): string[] => adviceIn("sample.ts", text).unmarked.map(({ found }) => found);

describe("the advice of messages and pages", () => {
  const known = new Set(allAdvice().map(({ id }) => id));
  const followed = new Set(followings().flatMap(({ ids }) => ids));

  it("equals docs/advice.md, which is made from sources, pages and tests (npm run docs rewrites it)", () => {
    assert.equal(readFileSync(join(repositoryRoot, "docs/advice.md"), "utf8"), advicePage());
  });

  it("is followed to success by tests, all of it, and no test follows unknown advice (row 125)", () => {
    assert.ok(known.size > 50, `${known.size} pieces of advice`);
    assert.deepEqual(
      [...known].filter((id) => !followed.has(id)),
      [],
      "no test follows these: name them in the title of one that does, (advice …)",
    );
    assert.deepEqual(
      [...followed].filter((id) => !known.has(id)),
      [],
      "nothing gives this advice",
    );
  });

  it("has a marker wherever a source gives it, and each marker has its text (row 125)", () => {
    const missing = sources().flatMap(({ file, found }) => [
      ...found.unmarked.map((unmarked) => `${file}:${unmarked.line}: "${unmarked.found}" has no // advice: <id>`),
      ...found.idle.map((line) => `${file}:${line}: no text follows this marker`),
    ]);
    assert.deepEqual(missing, []);
  });

  it("is detected in new messages, however they are put together", () => {
    for (const [text, found] of [
      ['throw new Error("the group is locked; run the same command again");', "run the same command"],
      ["throw new Error(`no token: set ${variable} in the environment`);", "set …"],
      ['tell("it is locked: delete " + "it first");', "delete it"],
      ['const hint = isLocked ? "; ask someone who may" : "";', "ask someone"],
      ['tell(`${name}: ${isLocked ? `give it ${key}` : ""}`);', "give it"],
      ['tell("The option protect: true refuses it");', "protect: t"],
      ["tell(`needs ${key} or PLATFORM_KEY`);", "… or PLATFORM_"],
    ] as const) {
      assert.deepEqual(unmarkedIn(text), [found], text);
      assert.deepEqual(unmarkedIn(`// advice: some-id\n${text}`), [], text);
    }
    const second = 'tell("it is locked. " +\n  // advice: unlock\n  "Delete it, " +\n  "and run it again");';
    assert.deepEqual(unmarkedIn(second), []);
    assert.deepEqual(unmarkedIn(`${second}\ntell("Delete it");`), ["Delete it"], "a marker serves one text");
  });

  it("is not detected in descriptions and in rules for inputs", () => {
    for (const text of [
      "must be a uid, like 1a2b/3c4d",
      "the answer to the create was lost",
      "DELETE /iam/v2/groups/a: the server set another name and deleted it",
      "is set by the server and cannot be given",
    ]) {
      assert.deepEqual(unmarkedIn(`throw new Error(${JSON.stringify(text)});`), []);
    }
  });
});
