import { startEmulator } from "../../src/emulator";
import { succeeded } from "../../test/support/engine";
import { startMachine } from "./machine";
import { say } from "./say";
import { tableOf } from "./table";

const JOBS = 20;
const ORGANIZATIONS = [10, 1_000, 100_000];
/** Identities of a stack, at most. */
const STACK = 500;

const FILES = { name: "files", url: "", environment: {} };
const SKIPPED = { PULUMI_EXPERIMENTAL: "true", PULUMI_SKIP_CHECKPOINTS: "true" };

/** What the nightly check of one stack costs. */
interface Check {
  readonly requests: number;
  readonly seconds: number;
}

/** Prints what the nightly check of organizations costs, from that of one of their stacks, measured on the real engine. */
export async function nightlyChecks(): Promise<void> {
  const checks = new Map<number, Check>();
  for (const size of new Set(ORGANIZATIONS.map((identities) => Math.min(identities, STACK)))) {
    checks.set(size, await checkOf(size));
  }
  const rows = ORGANIZATIONS.map((identities) => {
    const size = Math.min(identities, STACK);
    const stacks = identities / size;
    const { requests = 0, seconds = 0 } = checks.get(size) ?? {};
    const [onOne, onMany] = [stacks, Math.ceil(stacks / JOBS)].map((runs) => ((runs * seconds) / 60).toFixed(1));
    return [identities.toLocaleString("en"), stacks, stacks * requests, onOne, onMany];
  });
  const columns = ["identities", "stacks", "requests", "minutes on one machine", `minutes on ${JOBS}`];
  say(`\nThe nightly check of an organization in stacks of ${STACK}\n\n${tableOf(columns, rows)}`);
}

/** Makes a stack of so many identities, and checks it for drift. */
async function checkOf(count: number): Promise<Check> {
  const emulator = await startEmulator();
  const machine = startMachine(FILES, { project: "nightly", count, emulator, environment: SKIPPED });
  const { stack } = machine;
  try {
    succeeded(await stack.init());
    succeeded(await stack.up());
    emulator.clearRequests();
    const started = performance.now();
    succeeded(await stack.refresh("--preview-only", "--expect-no-changes"));
    return { requests: emulator.requests.length, seconds: (performance.now() - started) / 1000 };
  } finally {
    machine.remove();
    await emulator.close();
  }
}
