import assert from "node:assert/strict";
import { type Context, forOperation } from "../../src/core/context";
import type { Fault, FaultAction } from "../../src/emulator/index";
import { blocked, unknownPath } from "../support/local-faults";
import { LocalPlatform, placed } from "../support/local-platform";
import { verbsIn } from "../support/local-verbs";
import { group } from "../support/resources";

const LIMIT_S = 120;
const limit =
  "timed out: an operation may take 120 s in total (to allow more, set platform:operationTimeout or PLATFORM_OPERATION_TIMEOUT)";
const team = { parentUid: "org", name: "team", description: "d" };
const post = "POST /iam/v2/groups/org";
const makeTeam = (context: Context) => verbsIn(context, group).create(team);
const again =
  "\n- Run the same command again. It searches for the object before it creates one, and shows what it finds. If you undo the change instead, delete the object first.";

const takes = (seconds: number, fault: Partial<Fault> = {}): Fault => ({
  ...fault,
  action: { kind: "delay", ms: seconds * 1000 },
});
const hangs = (fault: Partial<Fault>): Fault => ({ ...fault, action: { kind: "hang" } });
const down: FaultAction = { kind: "status", code: "UNAVAILABLE", message: "down" };
const looks: Partial<Fault> = { method: "GET", path: /groups$/ };

/** Runs a verb in the time of an operation, on a platform that takes its time. */
async function run(
  faults: readonly Fault[],
  verb: (context: Context) => Promise<unknown>,
  platform = new LocalPlatform(),
) {
  const client = platform.client(undefined, {
    operationTimeoutMs: LIMIT_S * 1000,
    attemptTimeoutMs: 1e9,
    random: () => 0,
  });
  for (const fault of faults) platform.fault(fault);
  const start = platform.now();
  const context = forOperation({ ...platform.run(), client });
  const result = await verb(context).catch((error: unknown) => error);
  const seconds = (platform.now() - start) / 1000;
  assert.ok(seconds <= LIMIT_S, `it took ${seconds} s`);
  const message = result instanceof Error ? result.message : "";
  const lines = platform.requests.map(({ method, path }) => `${method} ${path}`);
  return { result, message, lines, seconds, printed: platform.printed, platform };
}

describe("the time limit of an operation", () => {
  it("covers all calls of a verb together", async () => {
    const { message, lines, seconds } = await run(
      [{ path: /org\/a$/, action: unknownPath }, takes(100, looks), hangs({ path: /groups\/org$/ })],
      (context) => verbsIn(context, group).read("org/a", team),
    );
    assert.match(message, /no group above it is visible either/);
    assert.deepEqual([lines.at(-1), seconds], ["GET /iam/v2/groups/org", LIMIT_S]);
  });

  it("causes an error that nothing was created when it ends before the create is sent", async () => {
    const { message, lines } = await run([takes(LIMIT_S, looks)], makeTeam);
    assert.deepEqual([message, lines.length], [`${post}: not sent: ${limit}`, 1]);
  });

  const refusedAfter = (seconds: number) => (platform: LocalPlatform) => {
    platform.fault({ method: "POST", times: 99, action: down });
    platform.whenAnswered(/^POST/, () => platform.sleep(seconds * 1000));
  };
  const lost: readonly (readonly [
    faults: readonly Fault[],
    (platform: LocalPlatform) => void,
    error: string,
    why: string,
  ])[] = [
    [
      [hangs({ method: "POST" })],
      () => undefined,
      `${post}: no response within 119 s`,
      "no time was left to look for it",
    ],
    [
      [takes(1, { ...looks, nth: 2 }), takes(1, { ...looks, nth: 3 }), takes(3.5, { ...looks, nth: 4 })],
      refusedAfter(110),
      `[UNAVAILABLE] ${post}: "down"`,
      "no time was left to try again",
    ],
  ];
  for (const [i, [faults, prepare, error, why]] of lost.entries())
    it(`causes an error that says what may exist when it ends during the create, case ${i + 1}`, async () => {
      const platform = new LocalPlatform();
      prepare(platform);
      const { message } = await run([takes(1, { ...looks, nth: 1 }), ...faults], makeTeam, platform);
      assert.equal(
        message,
        `${error}. The response to the create was lost, so a Group with this name may exist under org (${why}).${again}`,
      );
    });

  it("covers a delete with all its waits for other deletes (row 95)", async () => {
    const platform = new LocalPlatform([placed(group, "org/a", { name: "team" })]);
    platform.fault({ method: "DELETE", times: 999, action: blocked("RESOURCE_NOT_EMPTY", "has groups") });
    // A wait for another delete ends by a timer of its own.
    const client = platform.client(undefined, { operationTimeoutMs: 2_000, clock: Date.now });
    const context = { ...platform.run(), client };
    void context.deletions.run("org/a/inner", {}, () => new Promise(() => undefined));
    const deleting = verbsIn(forOperation(context), group).delete("org/a", team);
    await assert.rejects(deleting, /RESOURCE_NOT_EMPTY: "has groups"/);
  });
});
