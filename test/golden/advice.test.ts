import assert from "node:assert/strict";
import { adviceIds, followedIds, sources } from "../../tools/advice";
import { adviceIn } from "../../tools/messages/advice";

const unmarkedIn = (text: string): string[] => adviceIn("sample.ts", text).unmarked.map(({ sentence }) => sentence);

describe("the advice of messages and pages", () => {
  const known = adviceIds();
  const followed = followedIds();

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
    const wrong = sources().flatMap(({ file, found }) => [
      ...found.unmarked.map(({ line, sentence }) => `${file}:${line}: no // advice: <id> above "${sentence}"`),
      ...found.misplaced.map((line) => `${file}:${line}: no statement with a text follows this marker`),
    ]);
    assert.deepEqual(wrong, []);
  });

  it("is detected in new messages, however they are put together, and accepted with a marker above them", () => {
    for (const text of [
      'throw new Error("the group is locked; run the same command again");',
      "throw new Error(`no token: set ${variable} in the environment`);",
      'log("it is locked: delete " + "it first");',
      'const hint = isLocked ? "; ask someone who may" : "";',
      'log(`${name}: ${isLocked ? `give it ${key}` : ""}`);',
      'log("The option protect: true refuses it");',
      "log(`needs ${key} or PLATFORM_KEY`);",
    ]) {
      assert.equal(unmarkedIn(text).length, 1, text);
      assert.deepEqual(unmarkedIn(`// advice: some-id\n${text}`), [], text);
    }
  });

  it("is marked above a statement, a property or an element of a list, and for that one alone", () => {
    for (const [text, unmarked, misplaced] of [
      ['// advice: a, b\nconst a = "Run it";\nconst b = "Delete it";', ["Delete it"], []],
      ['log([\n  // advice: a\n  "Run it",\n  "Delete it",\n]);', ["Delete it"], []],
      ['const hints = {\n  // advice: a\n  a: "Run it",\n  b: "Delete it",\n};', ["Delete it"], []],
      ['// advice: a\nif (isOld) {\n  log("Run it");\n}', ["Run it"], [1]],
      ['log("Old. " +\n  // advice: a\n  "Run it");', ["Run it"], [2]],
      ['// advice: a\n\ntell("Run it");', ["Run it"], [1]],
    ] as const) {
      assert.deepEqual(unmarkedIn(text), unmarked, text);
      assert.deepEqual(adviceIn("sample.ts", text).misplaced, misplaced, text);
    }
  });

  it("excludes texts that only describe a valid input", () => {
    for (const text of [
      "must be a uid, like 1a2b/3c4d",
      "the answer to the create was lost",
      "DELETE /iam/v2/groups/a: the server set another name and deleted it",
      "is set by the platform and cannot be given",
    ]) {
      assert.deepEqual(unmarkedIn(`throw new Error(${JSON.stringify(text)});`), []);
    }
  });
});
