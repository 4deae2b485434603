import assert from "node:assert/strict";
import { faultForm, parseFault } from "../../../src/emulator/faults/fault-line";
import { type Fault, startEmulator } from "../../../src/emulator/index";
import { readPage } from "../../support/pages";

describe("a fault written in one line", () => {
  const lines = `
    POST /iam/v2/groups after reset -> {"method":"POST","path":"/iam/v2/groups","when":"after","action":{"kind":"reset"}}
    GET /iam nth=2 times=3 status=UNAVAILABLE -> {"method":"GET","path":"/iam","nth":2,"times":3,"action":{"kind":"status","code":"UNAVAILABLE"}}
    * * times=7 every=2 http=429 retry-after=1 -> {"times":7,"every":2,"action":{"kind":"body","status":429,"headers":{"retry-after":"1"},"body":""}}
    * * times=7 chance=20 seed=7 reset -> {"times":7,"chance":0.2,"seed":7,"action":{"kind":"reset"}}
    PATCH  /  delay=250 before  -> {"method":"PATCH","when":"before","action":{"kind":"delay","ms":250}}
    DELETE /iam/v2/groups/ truncate=0 -> {"method":"DELETE","path":"/iam/v2/groups","action":{"kind":"truncate","bytes":0}}
    * * retry-after=2 status=UNAVAILABLE -> {"action":{"kind":"status","code":"UNAVAILABLE","headers":{"retry-after":"2"}}}
    GET /token http=503 after body=<h1>nth=2  reset</h1> -> {"method":"GET","path":"/token","when":"after","action":{"kind":"body","status":503,"body":"<h1>nth=2  reset</h1>"}}
    * * http=200 body={"a": "body=b"} -> {"action":{"kind":"body","status":200,"body":"{\\"a\\": \\"body=b\\"}"}}`;
  for (const row of lines.trim().split(/\n {4}/)) {
    const [line = "", fault = ""] = row.split(" -> ");
    it(`is parsed: ${line}`, () => assert.deepEqual(parseFault(line), JSON.parse(fault)));
  }

  it("is parsed for all requests, with spaces around it", () => {
    const fault = { times: Number.POSITIVE_INFINITY, action: { kind: "hang" } };
    assert.deepEqual(parseFault(" * * times=always hang "), fault);
  });

  const wrong: readonly (readonly [line: string, reason: RegExp])[] = [
    ["", /^"": the method must be one of GET, HEAD, POST, PUT, PATCH, DELETE, \*$/],
    ["post /iam reset", /^"post": the method must be one of/],
    ["GET /iam?name=x reset", /^"\/iam\?name=x": the path must be/],
    ["GET /iam", /^the line must contain an action$/],
    ["GET /iam reset hang", /^"hang": repeats an earlier word$/],
    ["GET /iam hold", /^"hold": unknown word$/],
    ["GET /iam nth=0 reset", /^"nth=0": must be whole numbers from 1$/],
    ["GET /iam chance=101 reset", /^"chance=101": must be at most 100$/],
    ["GET /iam status=unavailable", /^"status=unavailable": the code must be one of CANCELLED, .*, UNAUTHENTICATED$/],
    ["GET /iam http=600", /^"http=600": must be an HTTP status whose response has a body$/],
    ["GET /iam reset body=x", /^body= needs http=$/],
    ["GET /iam reset retry-after=1", /^retry-after= needs status= or http=$/],
  ];
  for (const [line, message] of wrong)
    it(`is refused with a reason: ${JSON.stringify(line)}`, () => assert.throws(() => parseFault(line), { message }));

  it("has each word of its form in docs/testing.md, and each is read (row 198)", () => {
    const [, forms = ""] = /\[seed=N\] (.*)$/.exec(faultForm) ?? [];
    const words = [...forms.matchAll(/(?:^|\||\[)([a-z-]+=?)/g)].map(([, word = ""]) => word);
    assert.ok(words.length > 8, faultForm);
    const page = readPage("docs/testing.md");
    for (const word of words) {
      assert.ok(page.includes(`\`${word}`) || page.includes(` ${word}`), word);
      const isRead = ({ message }: Error) => !message.startsWith(`"${word}": unknown`);
      assert.throws(() => parseFault(`* * ${word} wrong`), isRead);
    }
  });

  it("has the action that docs/testing.md shows beside its word, of all that there are (row 198)", async () => {
    const rows = [...readPage("docs/testing.md").matchAll(/^\| (?:`(.+)`|none) \| `(\{.+\})` \|/gm)];
    const emulator = await startEmulator();
    try {
      const kinds = rows.map(([, word, json = ""]) => {
        const action: Fault["action"] = JSON.parse(json);
        if (word !== undefined) assert.deepEqual(parseFault(`* * ${word}`).action, action);
        emulator.fault({ action }).remove();
        return action.kind;
      });
      assert.deepEqual(kinds, ["reset", "late", "hang", "status", "body", "delay", "slow", "truncate", "hold"]);
    } finally {
      await emulator.close();
    }
  });
});
