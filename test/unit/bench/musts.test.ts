import assert from "node:assert/strict";
import { isMet, judged } from "../../../tools/bench/musts";
import type { Row } from "../../../tools/bench/rows";
import { benchRow } from "../../support/bench-rows";

const cpu = (program: number, total: number) => ({ cpuSeconds: { program, host: 0, cli: 0, total } });
const create = (peer: Row["peer"], given: Partial<Row>) => benchRow({ peer, operation: "create", ...given });
const named = (rows: readonly Row[], name: string) => judged(rows).find((one) => one.name.startsWith(name));

describe("the promises about cost", () => {
  const rows = [
    create("ours", { wallSeconds: 36, stateBytes: 2600.4, ...cpu(9, 20) }),
    create("naive", { wallSeconds: 100, stateBytes: 10_000, ...cpu(12, 100) }),
    create("noop", { wallSeconds: 60, ...cpu(8, 60) }),
  ];

  it("are ratios to what a peer needs in the same run", () => {
    const wall = named(rows, "create, default settings: wall");
    assert.deepEqual([wall?.measured, wall?.must, wall && isMet(wall)], [0.36, 0.36, true]);
    assert.equal(named(rows, "create, default settings: CPU")?.measured, 0.2);
    const program = named(rows, "create, default settings: program's CPU");
    assert.deepEqual([program?.measured, program && isMet(program)], [1.125, false]);
  });

  it("are not rounded before they are judged", () => {
    const state = named(rows, "state");
    assert.equal(state && isMet(state), false);
  });

  it("are left out when the run has no rows for them, and when the peer's command failed", () => {
    assert.deepEqual(judged([]), []);
    assert.equal(named([rows[0] as Row], "create, default settings: wall"), undefined);
    const failed = { ...(rows[1] as Row), error: "exit code 1" };
    assert.equal(named([rows[0] as Row, failed], "create, default settings: wall"), undefined);
  });

  it("compare equal numbers of resources, the largest that both peers have", () => {
    const large = create("ours", { count: 1000, wallSeconds: 900 });
    const wall = named([...rows, large], "create, default settings: wall");
    assert.deepEqual([wall?.measured, wall?.count], [0.36, 500]);
  });

  it("take the median of what was run several times", () => {
    const refresh = (peer: Row["peer"], seconds: readonly number[]) =>
      seconds.map((wallSeconds) => benchRow({ peer, operation: "refresh", latencyMs: 20, wallSeconds }));
    const slow = [...refresh("ours", [9, 4, 4.5]), ...refresh("noop", [3, 4, 30]), ...refresh("naive", [6, 5, 7])];
    const above = named(slow, "refresh at 20 ms");
    assert.deepEqual([above?.measured, above && isMet(above)], [0.25, true]);
    // The floor as high as the peer: nothing was measured.
    assert.equal(
      named(slow.filter(({ peer }) => peer !== "naive").concat(refresh("naive", [4])), "refresh at"),
      undefined,
    );
  });

  it("have limits for requests by the number of resources, of all methods together", () => {
    const sent = (operation: Row["operation"], requests: Row["requests"], count = 500) =>
      benchRow({ peer: "ours", setting: "parallel", operation, requests, count });
    const limits = (found: readonly Row[]) =>
      judged(found).map((one) => [one.name, one.measured, one.must, isMet(one)]);
    assert.deepEqual(
      limits([
        sent("create", { GET: 5, POST: 500 }),
        sent("up again", {}),
        sent("preview", { GET: 1 }),
        sent("refresh", { GET: 13 }),
        sent("update", { PATCH: 500 }),
        sent("destroy", { DELETE: 500, GET: 6 }),
      ]),
      [
        ["requests: create (N + N/100)", 505, 505, true],
        ["requests: up again (0)", 0, 0, true],
        ["requests: preview (0)", 1, 0, false],
        ["requests: refresh (N/200 + 10)", 13, 12, false],
        ["requests: update (N)", 500, 500, true],
        ["requests: destroy (N + N/100)", 506, 505, false],
      ],
    );
    assert.deepEqual(limits([sent("create", { POST: 50 }, 50)]), [["requests: create (N + N/100)", 50, 50, true]]);
  });

  it("compare the plugin with the dynamic host: the CPU of the process that serves the resources, and the bytes", () => {
    const refresh = (peer: Row["peer"], host: number) =>
      benchRow({
        peer,
        setting: "skipped",
        operation: "refresh",
        cpuSeconds: { ...cpu(0, host + 1).cpuSeconds, host },
      });
    const hosts = [refresh("ours", 1), refresh("plugin", 0.9)];
    const found = judged(hosts)
      .filter(({ name }) => name.includes("plugin"))
      .map((one) => [one.name, one.measured.toFixed(2), one.must, isMet(one)]);
    assert.deepEqual(found, [
      ["refresh: CPU of the plugin / of the dynamic host", "0.90", 0.8, false],
      ["refresh: CPU of all on the plugin / on the dynamic host", "0.95", undefined, undefined],
      ["requests: refresh, likewise on the plugin", "0.00", undefined, undefined],
    ]);
    const [bytes] = judged([create("plugin", { stateBytes: 2301 })]);
    assert.deepEqual(
      [bytes?.name, bytes?.must, bytes && isMet(bytes)],
      ["state: bytes of an Identity, on the plugin", 2300, false],
    );
    const sent = benchRow({ peer: "plugin", setting: "parallel", operation: "up again", requests: { GET: 1 } });
    const [again] = judged([sent]);
    assert.deepEqual([again?.name, again && isMet(again)], ["requests: up again (0), on the plugin", false]);
  });

  it("show the requests with the engine's own parallelism beside them, unjudged", () => {
    const [shown] = judged([
      benchRow({ peer: "ours", setting: "skipped", operation: "create", requests: { POST: 900 } }),
    ]);
    assert.deepEqual([shown?.measured, shown?.must, shown && isMet(shown)], [900, undefined, undefined]);
  });

  it("count what failed while every second request was refused, though the command failed", () => {
    const throttled = create("ours", {
      setting: "throttled",
      failed: 78,
      unwanted: 1,
      error: "exit code 1",
    });
    const [failed, twins] = judged([throttled]);
    assert.deepEqual([failed?.measured, failed && isMet(failed)], [78, false]);
    assert.deepEqual([twins?.measured, twins && isMet(twins)], [1, false]);
  });
});
