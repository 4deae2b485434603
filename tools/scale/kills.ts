import assert from "node:assert/strict";
import { startEmulator } from "../../src/emulator";
import { succeeded } from "../../test/support/engine";
import { waitUntilEnded } from "../../test/support/processes";
import type { Stack } from "../../test/support/stack";
import { ProcessTree } from "../bench/process-tree";
import { identities, until } from "./identities";
import { type Backend, startMachine } from "./machine";
import { saidBy, say } from "./say";

const END_MS = 10_000;

/** With it, what a create finds with all its inputs is taken over. */
const IDENTICAL = { PLATFORM_ADOPT_EXISTING: "identical" };

/**
 * A machine is lost in the middle of its run; another one goes on. Throws when anything is lost or doubled.
 *
 * @param settings environment variables for the engine, and what they are called
 */
export async function killedRun(
  backend: Backend,
  count: number,
  [settings, label]: readonly [Readonly<Record<string, string>>, string],
): Promise<void> {
  say(`\nA machine is lost in the middle of creating ${count} identities, ${label}, its state on ${backend.name}`);
  const emulator = await startEmulator({ latencyMs: 100 });
  const project = `lost-machine-${label}`.replaceAll(" ", "-");
  const work = { project, count, emulator, environment: { ...settings, ...IDENTICAL } };
  const [lost, next] = [startMachine(backend, work), startMachine(backend, work)];
  try {
    succeeded(await lost.stack.init());
    succeeded(await next.stack.run(["stack", "select", "test"]));
    const running = lost.stack.start(["up", "--yes", "--skip-preview", "--suppress-progress"]);
    const tree = new ProcessTree(running.pid);
    await until(() => identities(emulator).length >= count / 3, running);
    // Nothing of a lost machine goes on, not even the provider's host.
    const { alive } = tree;
    for (const pid of alive) process.kill(pid, "SIGKILL");
    await running.ended;
    tree.end();
    await waitUntilEnded(alive, END_MS);
    const made = identities(emulator).length;
    say(`  killed: ${made} identities are made, ${await recordedIn(next.stack)} are in the state`);

    const locked = await next.stack.up();
    assert.notEqual(locked.code, 0, "the lock of a lost machine was removed");
    say("  another machine: pulumi up");
    saidBy(locked, /locked by|cancel/);
    succeeded(await next.stack.run(["cancel", "--yes"]));
    const up = succeeded(await next.stack.up());
    say("  pulumi cancel --yes; pulumi up");
    saidBy(up, /^ *(\+|~) \d+ created|^ *\d+ unchanged/);
    const names = identities(emulator);
    assert.deepEqual([names.length, new Set(names).size], [count, count]);
    assert.equal(await recordedIn(next.stack), count);
    succeeded(await next.stack.up("--expect-no-changes"));
    succeeded(await next.stack.refresh("--preview-only", "--expect-no-changes"));
    succeeded(await next.stack.destroy());
    assert.equal(emulator.isEmpty(), true);
    say(`  ${count} identities, each once and in the state; nothing left to do; destroyed to the last`);
  } finally {
    for (const { remove } of [lost, next]) remove();
    await emulator.close();
  }
}

/** How many identities the state of a stack has. */
async function recordedIn(stack: Stack): Promise<number> {
  const { deployment } = await stack.export();
  return (deployment.resources ?? []).filter(({ type }) => type.endsWith("iam:Identity")).length;
}
