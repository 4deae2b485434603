import assert from "node:assert/strict";
import { startEmulator } from "../../src/emulator";
import { succeeded } from "../../test/support/engine";
import { identities, until } from "./identities";
import { type Backend, startMachine } from "./machine";
import { saidBy, say } from "./say";

/** Two machines run `up` on one stack: the second is refused while the first is under way. Throws when it is not. */
export async function twoRunsAtOnce(backend: Backend, count: number): Promise<void> {
  say(`\nTwo machines, one stack of ${count} identities, its state on ${backend.name}`);
  const emulator = await startEmulator({ latencyMs: 300 });
  const work = { project: "two-runs", count, emulator };
  const machines = [startMachine(backend, work), startMachine(backend, work)] as const;
  const [first, second] = machines;
  try {
    succeeded(await first.stack.init());
    succeeded(await second.stack.run(["stack", "select", "test"]));
    const running = first.stack.start(["up", "--yes", "--skip-preview", "--suppress-progress"]);
    await until(() => identities(emulator).length > 0, running);
    const refused = await second.stack.up();
    assert.notEqual(refused.code, 0, "both ran at once");
    say(`  the second, while the first is under way: exit code ${refused.code}`);
    saidBy(refused, /locked by|cancel/);
    assert.match(refused.output, /the stack is currently locked by 1 lock/);
    succeeded(await running.ended);
    succeeded(await second.stack.up("--expect-no-changes"));
    assert.equal(identities(emulator).length, count);
    say(`  the first ends: ${count} identities, each once. The second runs then, and has nothing to do.`);

    succeeded(await first.stack.destroy());
    const together = await Promise.all(machines.map(({ stack }) => stack.up()));
    const won = together.filter(({ code }) => code === 0).length;
    say(`  begun in the same moment: ${won} of 2 went on`);
    assert.ok(won <= 1, "both ran at once");
    assert.equal(identities(emulator).length, won * count);
    if (won === 0) succeeded(await first.stack.up());
    succeeded(await second.stack.up("--expect-no-changes"));
    succeeded(await first.stack.destroy());
    assert.equal(emulator.isEmpty(), true);
  } finally {
    for (const { remove } of machines) remove();
    await emulator.close();
  }
}
