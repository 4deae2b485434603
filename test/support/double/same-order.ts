import assert from "node:assert/strict";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describeEngine, type SuiteEngine } from "../describe-engine";
import type { Declared, PlayedEngine } from "../engine";
import { callLog, quickStart } from "../workspace";
import { settledOrder } from "./call-order";
import { type EngineDouble, startDouble } from "./engine-double";
import type { Place, Scenario, Turn } from "./order-programs";
import { namesBefore } from "./program";

/** How a command went. */
interface Played {
  readonly command: Turn["command"];
  readonly calls: readonly string[];
  readonly failed: boolean;
  /** The names in the state, several times where it has several entries of a name. */
  readonly state: readonly string[];
}

type Play = (
  turn: Turn,
  args: readonly string[],
) => Promise<Pick<Played, "calls" | "failed"> & { readonly output: string }>;

/** Runs a scenario, and the destroy at its end. */
async function playOn(engine: PlayedEngine, scenario: Scenario, play: Play): Promise<Played[]> {
  const { emulator, world } = engine;
  const [elsewhere = ""] = world.uids["iam:Group"] ?? [];
  const all: Played[] = [];
  for (const turn of [...scenario, { command: "destroy" } as const]) {
    const recorded = await engine.recorded();
    const uidOf = (name: string) => recorded.get(name)?.id ?? "";
    const place: Place = { emulator, root: emulator.organization.uid, elsewhere, uidOf };
    if (turn.program !== undefined) engine.declare(turn.program(place));
    turn.before?.(place);
    const args = (turn.args ?? []).map((arg) =>
      arg.startsWith("urn:") ? (recorded.get(arg.slice(4))?.urn ?? "") : arg,
    );
    const { output, calls, failed } = await play(turn, args);
    assert.equal(failed, turn.fails === true, output);
    const state = engine.stack.recorded().filter(({ type }) => type.includes(":dynamic/"));
    all.push({
      command: turn.command,
      calls,
      failed,
      state: state.map(({ urn }) => urn.slice(urn.lastIndexOf("::") + 2)).sort(),
    });
  }
  return all;
}

/** The dependencies between the resources of all programs of a scenario, by name. */
function dependenciesIn(programs: readonly (readonly Declared[])[]): (one: string, other: string) => boolean {
  const direct = new Map<string, Set<string>>();
  for (const declared of programs.flat()) {
    const known = direct.get(declared.name) ?? new Set();
    direct.set(declared.name, new Set([...known, ...namesBefore(declared)]));
  }
  const dependsOn = (one: string, other: string): boolean =>
    [...(direct.get(one) ?? [])].some((name) => name === other || dependsOn(name, other));
  return dependsOn;
}

const onDouble =
  (double: EngineDouble): Play =>
  async ({ command, taint }, args) => {
    const urn = taint === undefined ? undefined : (await double.recorded()).get(taint)?.urn;
    if (urn !== undefined) double.stack.taint(urn);
    const { code, calls, output } = await double.stack[command](...args);
    return { calls, failed: code !== 0, output };
  };

const onEngine =
  (engine: SuiteEngine): Play =>
  async ({ command, taint }, args) => {
    const { stack, workspace } = engine;
    const urn = taint === undefined ? undefined : (await engine.recorded()).get(taint)?.urn;
    if (urn !== undefined) assert.equal((await stack.run(["state", "taint", urn, "--yes"])).code, 0);
    const file = join(workspace.directory, "calls");
    rmSync(file, { force: true });
    const silent = command === "up" || command === "destroy" ? ["--yes", "--skip-preview"] : [];
    const { code, output } = await stack.operate([command, ...silent, ...args], {
      TESTS_CALLS: file,
      NODE_OPTIONS: [quickStart, callLog].map((one) => `--require ${JSON.stringify(one)}`).join(" "),
    });
    const calls = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
    return { calls, failed: code !== 0, output };
  };

/** Tests that the engine and its double make the same calls in the same order, in each scenario. */
export function describeSameOrder(title: string, scenarios: Readonly<Record<string, Scenario>>): void {
  describeEngine(
    title,
    (engine) => {
      let double: EngineDouble;
      beforeEach(async () => {
        double = await startDouble();
      });
      afterEach(() => double.close());

      for (const [title, scenario] of Object.entries(scenarios)) {
        it(`make the same calls in the same order: ${title}`, async () => {
          const programs: (readonly Declared[])[] = [];
          const declare: EngineDouble["declare"] = (resources) => {
            programs.push(resources);
            double.declare(resources);
          };
          const played = await playOn({ ...double, declare }, scenario, onDouble(double));
          const real = await playOn(engine, scenario, onEngine(engine));
          const dependsOn = dependenciesIn(programs);
          // A refresh reads all resources at the same time.
          const inOrder = ({ command, calls }: Played) =>
            command === "refresh" ? [...calls].sort() : settledOrder(calls, dependsOn);
          const settled = (all: readonly Played[]) => all.map((one) => ({ ...one, calls: inOrder(one) }));
          assert.deepEqual(settled(played), settled(real));
        });
      }
    },
    { shared: true },
  );
}
