import assert from "node:assert/strict";
import { type EmulatorOptions, startEmulator } from "../../src/emulator/index";
import { withEmulator } from "./local";

/** What a program without types may pass. */
type Anything = never;

describe("the emulator's options", () => {
  const wrong: readonly (readonly [options: unknown, complaint: string])[] = [
    [{ port: "80" }, "port must be a whole number from 0 to 65535"],
    [{ port: 70_000 }, "port must be a whole number from 0 to 65535"],
    [{ file: "" }, "file must be a text that is not empty"],
    [{ latencyMs: -1 }, "latencyMs must be a whole number from 0 to 2147483647"],
    [{ now: new Date() }, "now must be a function that gives a Date"],
    [{ emitUnpopulated: "yes" }, "emitUnpopulated must be true or false"],
    [{ maskSpelling: "kebab" }, 'maskSpelling must be "snake" or "camel" or "both"'],
    [{ historySegment: "a/b" }, "historySegment must be one segment of a path, without a slash"],
    [{ tokenTtlSeconds: 0.5 }, "tokenTtlSeconds must be a whole number from 1 up"],
    ["8080", "must be an object"],
  ];
  for (const [options, complaint] of wrong) {
    it(`are refused with a reason: ${JSON.stringify(options)}`, async () => {
      await assert.rejects(startEmulator(options as Anything), { message: `startEmulator: ${complaint}` });
    });
  }

  it("are refused with a list of the known ones when they are unknown", async () => {
    const message =
      /^Error: startEmulator: unknown "maskSpeling"; known are port, file, objects, latencyMs, now, .*, jsonSpace, staffOnly, strict$/;
    await assert.rejects(startEmulator({ maskSpeling: "snake" } as Anything), message);
  });

  it("are ignored when they are undefined", async () => {
    const options = { port: undefined, file: undefined, now: undefined, vendor: undefined };
    const emulator = await startEmulator(options as EmulatorOptions & Anything);
    await emulator.close();
    assert.equal(emulator.environment.PLATFORM_VENDOR, "vendor");
  });
});

describe("an argument of an emulator's method", () => {
  const faults: readonly (readonly [fault: unknown, complaint: string])[] = [
    [{}, "action must be an object"],
    [
      { action: { kind: "explode" } },
      "action.kind must be one of reset, late, hang, status, body, delay, hold, slow, truncate",
    ],
    [{ action: { kind: "late" } }, "action.ms must be a whole number from 0 to 2147483647"],
    [{ action: { kind: "reset", ms: 1 } }, 'action: unknown "ms"; known are kind'],
    [{ action: { kind: "body", status: 99, body: "" } }, "action.status must be a whole number from 200 to 599"],
    [{ action: { kind: "body", status: 200, headers: { a: 1 }, body: "" } }, "action.headers.a must be a text"],
    [{ action: { kind: "slow", bytes: 0, everyMs: 1 } }, "action.bytes must be a whole number from 1 up"],
    [{ method: "post", action: { kind: "reset" } }, "method must be a method in capital letters"],
    [
      { path: "iam/v2", action: { kind: "reset" } },
      "path must be a path that begins with a slash and has no query, or a regular expression",
    ],
    [
      { path: "/iam?x", action: { kind: "reset" } },
      "path must be a path that begins with a slash and has no query, or a regular expression",
    ],
    [{ times: 1.5, action: { kind: "reset" } }, "times must be a whole number from 0 up, or Infinity"],
    [{ chance: 20, action: { kind: "reset" } }, "chance must be a number from 0 to 1"],
    [{ when: "later", action: { kind: "reset" } }, 'when must be "before" or "after"'],
    [
      { nht: 2, action: { kind: "reset" } },
      'unknown "nht"; known are method, path, nth, times, every, chance, seed, when, action',
    ],
  ];
  for (const [fault, complaint] of faults) {
    it(
      `is refused with a reason: fault ${JSON.stringify(fault)}`,
      withEmulator({}, async (emulator) => {
        assert.throws(() => emulator.fault(fault as Anything), { message: `fault: ${complaint}` });
      }),
    );
  }

  it(
    "is refused with a reason: a fault whose status is not a code",
    withEmulator({}, async (emulator) => {
      const fault = { action: { kind: "status", code: "BROKEN" } } as Anything;
      assert.throws(() => emulator.fault(fault), /^Error: fault: action\.code must be one of CANCELLED, UNKNOWN, /);
    }),
  );

  const record = { updateTimestamp: "2026-01-01T00:00:00Z", digest: "sha256:0" };
  const histories: readonly (readonly [args: readonly unknown[], complaint: string])[] = [
    [["app", "v1", [record]], 'repository must be an image with its organization, "acme/app"'],
    [["acme/app", "", [record]], "tag must be a text that is not empty"],
    [["acme/app", "v1", record], "records must be a list"],
    [
      ["acme/app", "v1", [record, { ...record, updateTimestamp: "yesterday" }]],
      'records[1].updateTimestamp must be a time like "2026-01-05T08:30:00Z"',
    ],
    [["acme/app", "v1", [{ ...record, at: 1 }]], 'records[0]: unknown "at"; known are updateTimestamp, digest'],
  ];
  for (const [args, complaint] of histories) {
    it(
      `is refused with a reason: history ${JSON.stringify(args)}`,
      withEmulator({}, async ({ history }) => {
        assert.throws(() => history(...(args as [Anything, Anything, Anything])), { message: `history: ${complaint}` });
      }),
    );
  }

  const claims: readonly (readonly [claims: unknown, complaint: string])[] = [
    [{ subject: "s", audience: "a" }, "issuer must be a text"],
    [{ issuer: "i", subject: "s", audience: ["a", 1] }, "audience must be a text, or a list of texts"],
    [{ issuer: "i", subject: "s", audience: "a", claims: [] }, "claims must be an object"],
    [{ issuer: "i", subject: "s", audience: "a", expiresInSeconds: "5m" }, "expiresInSeconds must be a whole number"],
    [{ issuer: "i", subject: "s", aud: "a" }, "audience must be a text, or a list of texts"],
  ];
  for (const [given, complaint] of claims) {
    it(
      `is refused with a reason: claims ${JSON.stringify(given)}`,
      withEmulator({}, async ({ idToken }) => {
        await assert.rejects(idToken(given as Anything), { message: `idToken: ${complaint}` });
      }),
    );
  }
});
