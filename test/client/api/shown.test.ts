import assert from "node:assert/strict";
import { remember, TOKEN_SHAPES } from "../../../src/client/api/secret";
import { listed, quoted, shownStatus, shownText, shownUid, shownWord } from "../../../src/client/api/shown";

/** Nothing of a text that is shown moves a cursor, turns the line around, hides, or begins another line. */
const FORBIDDEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

describe("text of another party", () => {
  it("is shown in quotes, on one line, without invisible characters (row 118)", () => {
    assert.equal(quoted("a\n::error::b"), '"a ::error::b"');
    for (const [text, shown] of [
      ["a\r\n\r\nb", "a b"],
      ["tab\there", "tab here"],
      ["\u001b[2Jcleared\u0007", " [2Jcleared "],
      ["\u202egnp.exe", " gnp.exe"],
      ["\u2066isolated\u2069", " isolated "],
      ["zero\u200bwidth\u200d\ufeff", "zero width "],
      ["soft\u00adhyphen, tag\u{e0041}", "soft hyphen, tag "],
      ["\u2028line\u2029paragraph\u0085next", " line paragraph next"],
      ["half \ud83d, nul \u0000", "half  , nul  "],
      ["no \u115f letter", "no   letter"],
      ["🙂 ünï 日本", "🙂 ünï 日本"],
      ["the ##[error] and the ##vso[task.setvariable]", "the # #[error] and the # #vso[task.setvariable]"],
    ] as const) {
      assert.equal(shownText(text), shown);
      assert.doesNotMatch(shownText(text), FORBIDDEN);
    }
  });

  it("cannot close its quotes (row 118)", () => {
    assert.equal(quoted('no "such" group'), `"no 'such' group"`);
    assert.equal(quoted('x". All is well "y'), `"x'. All is well 'y"`);
  });

  it("has at most 200 characters, and shows where it was cut (row 118)", () => {
    assert.equal(shownText("x".repeat(200)), "x".repeat(200));
    assert.equal(shownText("x".repeat(201)), `${"x".repeat(199)}…`);
    assert.equal(quoted('"'.repeat(999)).length, 202);
    assert.doesNotMatch(shownText(`${"x".repeat(198)}🙂🙂`), FORBIDDEN);
    assert.ok(shownText(`${"x".repeat(198)}🙂🙂`).length <= 200);
  });

  it("is shown without quotes when it is a harmless word (row 118)", () => {
    assert.equal(shownWord("MANIFEST_UNKNOWN"), "MANIFEST_UNKNOWN");
    for (const text of ["", "two words", "X] forged", "a\nb", "x".repeat(201)]) assert.match(shownWord(text), /^".*"$/);
  });

  it("is shown in full when it is a uid, so that it can be copied (row 118)", () => {
    const long = Array.from({ length: 20 }, () => "0123456789abcdef").join("/");
    assert.equal(shownUid(long), long);
    assert.equal(shownUid("org/a\n::error::b"), '"org/a ::error::b"');
    for (const none of [undefined, null, 5, {}, ["org/a"]]) assert.equal(shownUid(none), "(no uid)");
    remember("canary-as-a-uid");
    assert.equal(shownUid("canary-as-a-uid"), '"[redacted]"');
  });

  it("is listed up to a limit, with the number of the rest (row 118)", () => {
    assert.equal(listed(["a", "b", "c", "d"], 2, 40), "a; b; and 42 more");
  });

  it("in the details of an error is limited in number", () => {
    const fieldViolations = Array.from({ length: 5_000 }, () => ({ field: "f", description: "d" }));
    const many = Array.from({ length: 1_000 }, () => ({ kind: "BadRequest", fieldViolations }) as const);
    const { details } = shownStatus({ code: "INTERNAL", message: "", details: many });
    const [first] = details;
    assert.ok(first?.kind === "BadRequest" && details.length < 100 && first.fieldViolations.length < 100);
    assert.equal(first.fieldViolations.length + (first.leftOut ?? 0), 5_000);
  });
});

describe("a hostile text", () => {
  const size = 10 * 1024 * 1024;
  const secret = `canary-${"0123456789abcdef".repeat(64)}`;
  before(() => remember(secret));

  for (const part of ["eyJ-", "eyJa.", "Bearer ", "\\u0065", "%25", "canary-0", "\u200b"])
    it(`of ten million characters becomes one line of 200, quickly: ${JSON.stringify(part)} (row 117)`, () => {
      const shown = shownText(part.repeat(size / part.length));
      assert.ok(shown.length <= 200);
      assert.doesNotMatch(shown, FORBIDDEN);
    });

  it("is cut without leaving part of a secret, at any place and in any encoding (row 117)", () => {
    const spellings = [
      secret,
      Buffer.from(secret).toString("base64"),
      Array.from(secret, (character) => `\\u00${character.charCodeAt(0).toString(16)}`).join(""),
      Array.from(secret, (character) => `%${character.charCodeAt(0).toString(16)}`).join(""),
      // Of nobody that we know, but a token.
      `Bearer ${"Zz09".repeat(300)}`,
      `eyJ${"Zz09".repeat(300)}.${"Zz09".repeat(900)}.`,
    ];
    for (const spelling of spellings)
      for (const before of [0, 186, 189, 192, 195, 198, 199, 1_990, 1_997, 2_000]) {
        // The text before it shrinks when it is scrubbed, so that the cut moves to the front.
        for (const start of ["x".repeat(before), `${secret} `.repeat(before / secret.length), "\n".repeat(before)]) {
          const shown = shownText(`${start}${spelling} and ${spelling}`);
          assert.doesNotMatch(shown, /canary|0123|Zz09|MDEy|[N]oZGV|\\u00|%3/, `${before}: ${shown}`);
        }
      }
  });

  it("is matched only by patterns with bounded repetitions (row 117)", () => {
    assert.ok(TOKEN_SHAPES.length >= 2);
    for (const { source } of TOKEN_SHAPES) {
      const outsideOfClasses = source.replace(/\[(?:\\.|[^\]])*\]/g, "_").replace(/\\./g, "_");
      assert.doesNotMatch(outsideOfClasses, /[*+]|\{\d+,\}/, source);
      for (const [, bound] of outsideOfClasses.matchAll(/\{(?:\d+,)?(\d+)\}/g)) assert.ok(Number(bound) <= 16_384);
    }
  });
});
