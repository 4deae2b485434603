import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { type Emulator, startEmulator } from "../../src/emulator";
import { type Host, type Props, providerText, startHost } from "../../test/support/host";
import { hostProcessesBelow } from "../../test/support/processes";
import { parsePeakMemory } from "../bench/proc";
import { say } from "./say";
import { tableOf } from "./table";

const TYPE = "iam:Identity";
/** What the engine asks for at once by default, on a machine of four cores. */
const PARALLEL = 16;
const GROUP_SIZE = 100;
/** Objects that somebody changed outside of Pulumi. */
const TAMPERED = 3;
const MOST_MEMORY = 300e6;
const SAMPLED_EVERY_MS = 200;

/** One identity as a stack has recorded it. */
interface Recorded {
  readonly id: string;
  readonly inputs: Props;
  readonly outputs: Props;
}

/** What a provider host spent on reading. */
interface Reading {
  readonly what: string;
  readonly requests: number;
  readonly seconds: number;
  /** Bytes of memory: after the first tenth, at the end, and at most. */
  readonly memory: { readonly early: number; readonly late: number; readonly most: number };
}

/**
 * Simulates the nightly check of a large organization without the CLI. Provider hosts read identities out of `objects`, like a
 * refresh, and must find exactly the changed ones. Throws if a host needs more than 300 MB.
 */
export async function simulate(objects: number, read: number): Promise<void> {
  const emulator = await startEmulator();
  try {
    say(`\nA platform with ${shown(objects)} identities, ${PARALLEL} read at once`);
    const apart = Math.min(read, Math.floor(objects / 2));
    const teams = await seed(emulator, apart, GROUP_SIZE);
    const crowd = await seed(emulator, objects - apart, Number.POSITIVE_INFINITY);
    const of = `of ${shown(crowd.length)} in one group`;
    const readings: Reading[] = [];
    for (const [recorded, where] of [
      [teams.slice(0, 10), `in groups of ${GROUP_SIZE}`],
      [teams.slice(0, 1000), `in groups of ${GROUP_SIZE}`],
      [teams, `in groups of ${GROUP_SIZE}`],
      [crowd.slice(0, read), of],
    ] as const) {
      readings.push(await nightlyCheck(emulator, recorded, `${shown(recorded.length)} ${where}`));
    }
    say(`\n${readingsTable(readings)}`);
    for (const { what, memory } of readings) assert.ok(memory.most < MOST_MEMORY, `${what}: ${mb(memory.most)} MB`);
  } finally {
    await emulator.close();
  }
}

/** Puts identities into new groups, and answers how a stack would have recorded them. */
async function seed(emulator: Emulator, count: number, perGroup: number): Promise<Recorded[]> {
  const recorded: Recorded[] = [];
  const like = await sample(emulator);
  let parentUid = "";
  for (let i = 0; i < count; i++) {
    if (i % perGroup === 0 || parentUid === "") {
      const group = { name: `team-${perGroup}-${i}`.toLowerCase() };
      parentUid = String(emulator.put("iam:Group", emulator.organization.uid, group).uid);
    }
    const inputs = inputsOf(parentUid, i);
    const { parentUid: _, __provider, ...body } = inputs;
    const made = emulator.put(TYPE, parentUid, body);
    const outputs = Object.fromEntries(Object.keys(like).map((key) => [key, inputs[key] ?? made[key] ?? like[key]]));
    recorded.push({ id: String(made.uid), inputs, outputs });
  }
  return recorded;
}

const inputsOf = (parentUid: string, i: number): Props => ({
  __provider: providerText(TYPE),
  parentUid,
  name: `bot-${i}`,
  description: `Deploys application ${i}`,
  claimMatch: { issuer: "https://token.actions.example.com", subject: `repo:acme/app-${i}:ref:refs/heads/main` },
});

/** The outputs that a create records. */
async function sample(emulator: Emulator): Promise<Props> {
  const host = await startHost({ environment: emulator.environment, ownProcess: true });
  try {
    const inputs = inputsOf(emulator.organization.uid, 0);
    const { id, properties } = await host.create(inputs);
    emulator.remove(id);
    return properties;
  } finally {
    await host.close();
  }
}

async function nightlyCheck(emulator: Emulator, recorded: readonly Recorded[], what: string): Promise<Reading> {
  const step = Math.ceil(recorded.length / TAMPERED);
  const tampered = recorded.filter((_, i) => i % step === step - 1);
  for (const { id } of tampered) emulator.edit(id, { description: "changed by hand" });
  const host = await startHost({ environment: emulator.environment, ownProcess: true });
  try {
    const watch = watchHost(emulator);
    const started = performance.now();
    const drifted = await readAll(host, recorded, watch.progress);
    const seconds = (performance.now() - started) / 1000;
    assert.deepEqual(drifted.sort(), tampered.map(({ id }) => id).sort());
    return { what, seconds, ...watch.end() };
  } finally {
    await host.close();
    for (const { id, inputs } of tampered) emulator.edit(id, { description: inputs.description });
  }
}

/** Reads all, as many at once as the engine does; answers the ids of those with drift. */
async function readAll(host: Host, recorded: readonly Recorded[], progress: (done: number) => void): Promise<string[]> {
  const drifted: string[] = [];
  let next = 0;
  const lane = async () => {
    for (let at = next++; at < recorded.length; at = next++) {
      const { id, inputs, outputs } = recorded[at] as Recorded; // `at` is below the length.
      const now = await host.read(id, outputs);
      assert.equal(now.id, id);
      const { changes } = await host.diff(id, now.properties, inputs);
      if (changes !== "DIFF_NONE") drifted.push(id);
      progress(at / recorded.length);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, lane));
  return drifted;
}

/** Watches the memory of the one provider host of this process, and counts what the platform is asked. */
function watchHost(emulator: Emulator) {
  const [pid = -1] = hostProcessesBelow(process.pid);
  let [requests, done, early, late] = [0, 0, 0, 0];
  const status = () => readFileSync(`/proc/${pid}/status`, "utf8");
  const sample = () => {
    late = 1024 * Number(/^VmRSS:\s+(\d+) kB$/m.exec(status())?.[1]);
    if (done < 0.1 || early === 0) early = late;
    requests += emulator.requests.length;
    // It keeps the last 10,000 only.
    emulator.clearRequests();
  };
  emulator.clearRequests();
  sample();
  const timer = setInterval(sample, SAMPLED_EVERY_MS);
  return {
    progress: (share: number) => {
      done = share;
    },
    end: () => {
      clearInterval(timer);
      sample();
      return { requests, memory: { early, late, most: parsePeakMemory(status()) ?? Number.NaN } };
    },
  };
}

const shown = (count: number): string => count.toLocaleString("en");
const mb = (bytes: number): string => (bytes / 1e6).toFixed(0);

const readingsTable = (readings: readonly Reading[]): string =>
  tableOf(
    ["read by one provider host", "requests", "s", "MB after a tenth", "MB at the end", "MB at most"],
    readings.map(({ what, requests, seconds, memory: { early, late, most } }) => [
      what,
      requests,
      seconds.toFixed(1),
      ...[early, late, most].map(mb),
    ]),
  );
