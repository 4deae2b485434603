import assert from "node:assert/strict";
import { type EmulatorOptions, startEmulator } from "../../src/emulator/index";
import { test } from "./local";

/** What a program without types may pass. */
type Anything = never;

/** Arguments, as JSON, and the complaint about each: one line each. */
const complaints = (text: string): (readonly [given: unknown, complaint: string])[] =>
  text
    .trim()
    .split("\n")
    .map((line) => line.trim().split(" -> "))
    .map(([json = "", complaint = ""]) => [JSON.parse(json), complaint]);

describe("the emulator's options", () => {
  const wrong = complaints(`
    {"port":70000} -> port: Too big: expected number to be <=65535
    {"now":"2026-01-01T00:00:00Z"} -> now: must be a function that returns a Date
    {"emitUnpopulated":"yes"} -> emitUnpopulated: Invalid input: expected boolean, received string
    {"historySegment":"a/b"} -> historySegment: must be one segment of a path, without a slash
    {"tokenTtlSeconds":0.5} -> tokenTtlSeconds: Invalid input: expected int, received number
    {"maskSpeling":"snake"} -> Unrecognized key: "maskSpeling"
  `);
  it("are refused with a reason", async () => {
    for (const [options, complaint] of wrong)
      await assert.rejects(startEmulator(options as Anything), { message: `startEmulator: ${complaint}` });
  });

  it("are ignored when they are undefined", async () => {
    const options = { port: undefined, file: undefined, now: undefined, vendor: undefined };
    const emulator = await startEmulator(options as EmulatorOptions & Anything);
    await emulator.close();
    assert.equal(emulator.environment.PLATFORM_VENDOR, "vendor");
  });
});

describe("an argument of an emulator's method", () => {
  const kinds = "reset, late, hang, status, body, delay, hold, slow, truncate";
  const path = "path: must be a path that begins with a slash and has no query, or a regular expression";
  const faults = complaints(`
    {"action":{"kind":"explode"}} -> action.kind: must be one of ${kinds}
    {"action":{"kind":"body","status":200,"headers":{"a":1},"body":""}} -> action.headers.a: Invalid input: expected string, received number
    {"method":"post","action":{"kind":"reset"}} -> method: must be a method in capital letters
    {"path":"/iam?x","action":{"kind":"reset"}} -> ${path}
    {"times":1.5,"action":{"kind":"reset"}} -> times: must be a whole number from 0 up, or Infinity
    {"nht":2,"action":{"kind":"reset"}} -> Unrecognized key: "nht"
  `);
  const record = '{"updateTimestamp":"2026-01-01T00:00:00Z","digest":"sha256:0"}';
  const histories = complaints(`
    ["app","v1",[${record}]] -> repository: must be an image with its organization, "acme/app"
    ["acme/app","v1",[${record},{"updateTimestamp":"yesterday","digest":"sha256:0"}]] -> records[1].updateTimestamp: must be a time like "2026-01-05T08:30:00Z"
  `);
  const claims = complaints(`
    {"subject":"s","audience":"a"} -> issuer: Invalid input: expected string, received undefined
    {"issuer":"i","subject":"s","audience":["a",1]} -> audience: must be a text, or a list of texts
    {"issuer":"i","subject":"s","aud":"a"} -> Unrecognized key: "aud"
  `);
  test("is refused with a reason", async ({ fault, history, idToken }) => {
    for (const [given, complaint] of faults)
      assert.throws(() => fault(given as Anything), { message: `fault: ${complaint}` });
    for (const [given, complaint] of histories)
      assert.throws(() => history(...(given as [Anything, Anything, Anything])), { message: `history: ${complaint}` });
    for (const [given, complaint] of claims)
      await assert.rejects(idToken(given as Anything), { message: `idToken: ${complaint}` });
  });
});
