import assert from "node:assert/strict";
import type { HostName } from "../../../src/description/names/host-name";
import { type Declared, type Engine, startEngine, succeeded } from "../../support/engine";
import { type CommandResult, HOST_PROCESS } from "../../support/stack";
import { assertInvariants, droppedFromState, inspect, managedBy } from "../invariants";
import { hostProcessesBelow, waitUntilEnded } from "../processes";
import { type Kill, killOf, type Plan, planOf } from "./plan";
import { SecondWriter } from "./second-writer";

export interface Tally {
  runs: number;
  /** Those that skip checkpoints, and are killed. */
  skipping: number;
  faults: number;
  created: number;
  lost: number;
  doubled: number;
  leaked: number;
  /** Changes by a second writer. */
  others: number;
}

export const zeroTally = (): Tally => ({
  runs: 0,
  skipping: 0,
  faults: 0,
  created: 0,
  lost: 0,
  doubled: 0,
  leaked: 0,
  others: 0,
});

export const summaryOf = ({ runs, skipping, faults, created, lost, doubled, leaked, others }: Tally): string =>
  `${runs} runs, ${skipping} of them killed with checkpoints skipped, ${faults} faults injected, ${others} changes by a second writer, ${created} objects created, lost ${lost}, doubled ${doubled}, leaked ${leaked}`;

const SAMPLE_SECRET = "clientsecret-a";

/** How long a platform may take to carry out what it was sent by a process that was killed, in milliseconds. */
const LATE_MS = 1_000;

/** How often `up` may need another try before everything is as the program says: each try may name what to adopt. */
const MAX_TRIES = 4;

/** Whether a run of a seed skips checkpoints by default: every second one does. */
export const skipsCheckpoints = (seed: number): boolean => seed % 2 === 0;

export interface How {
  /** Whether it skips checkpoints; every second seed does if this is left out. */
  readonly isSkipping?: boolean | undefined;
  /** The host of the resources. */
  readonly shell?: HostName | undefined;
  /** Whether another client creates, edits and deletes objects meanwhile. */
  readonly hasSecondWriter?: boolean | undefined;
}

/**
 * Runs a seed on the engine: the steps of the plan with faults, then `up` without faults until nothing is left to do. Then
 * it checks the invariants, without the objects of a second writer, and throws if one does not hold. A run that skips
 * checkpoints is killed at any of its requests. It takes over its former objects by `adoptExisting: identical`.
 */
export async function runSeed(
  seed: number,
  tally: Tally,
  { isSkipping, shell, hasSecondWriter = false }: How = {},
): Promise<Plan> {
  const skips = isSkipping ?? skipsCheckpoints(seed);
  const engine = await startEngine({
    ...(skips ? { writesOnce: true, adoptExisting: "identical" } : {}),
    ...(shell === "plugin" ? { shell } : {}),
  });
  try {
    const plan = planOf(seed, engine.world, engine.emulator.organization.uid);
    tally.runs += 1;
    if (skips) tally.skipping += 1;
    const writer = new SecondWriter(engine, seed);
    const kill = skips ? { kill: killOf(seed, plan) } : {};
    await underFaults(engine, { ...plan, ...kill, ...(hasSecondWriter ? { writer } : {}) }, tally);
    if (hasSecondWriter) writer.change();
    tally.others += writer.changes;
    // What was half-way is finished before the program changes: a program that no longer names it cannot find it.
    if (isFirst(plan)) await converge(engine, plan.before);
    await converge(engine, plan.after);
    const { lost, doubled, leaked } = await inspect(engine, [SAMPLE_SECRET]);
    tally.lost += lost.length;
    tally.doubled += doubled.length;
    tally.leaked += leaked.length;
    tally.created += createdBy(engine);
    writer.withdraw();
    await assertInvariants(engine, { secrets: [SAMPLE_SECRET] });
    return plan;
  } catch (error) {
    if (error instanceof Error)
      error.message = `seed ${seed}${shell === undefined ? "" : ` on the ${shell} host`}: ${error.message}\n${engine.shown().slice(-20_000)}\n${requestsOf(engine)}`;
    throw error;
  } finally {
    await engine.close();
  }
}

/** What the platform was asked, a line each. */
const requestsOf = ({ emulator }: Engine): string =>
  emulator.requests
    .map(({ time, method, path, query, status, body }) =>
      [time.toISOString(), method, path, query, status ?? "cut", body === undefined ? "" : JSON.stringify(body)].join(
        " ",
      ),
    )
    .join("\n");

/** Requests that have made something, whether their answers arrived or not. */
const createdBy = ({ emulator }: Engine): number =>
  emulator.requests.filter(({ method, status }) => method === "POST" && (status ?? 200) < 300).length;

/** Whether the faults meet the first `up`. */
const isFirst = ({ operation }: Plan): boolean => operation === "create" || operation.startsWith("kill");

async function underFaults(
  engine: Engine,
  { writer, ...plan }: Plan & { readonly kill?: Kill; readonly writer?: SecondWriter },
  tally: Tally,
): Promise<void> {
  const { stack, emulator } = engine;
  engine.declare(plan.before);
  if (!isFirst(plan)) succeeded(await stack.up());
  if (plan.operation === "change") engine.declare(plan.after);
  const before = await managedBy(engine);
  const faults = plan.faults.map((fault) => emulator.fault(fault));
  const kill = killIn(plan);
  writer?.start();
  try {
    const command = commandOf(plan);
    discardAbandoned(engine, await (kill === undefined ? stack.operate(command) : killed(engine, command, kill)));
  } finally {
    writer?.stop();
  }
  tally.faults += faults.reduce((sum, { hits }) => sum + hits, 0) + (kill === undefined ? 0 : 1);
  for (const fault of faults) fault.remove();
  const dropped = await droppedFromState(engine, before);
  tally.lost += dropped.length;
  assert.deepEqual(dropped, [], "what is there stays in the state");
}

/** The command of the CLI that a plan is about. */
const commandOf = ({ operation }: Plan): readonly string[] =>
  operation === "refresh"
    ? ["refresh", "--yes"]
    : [operation === "destroy" ? "destroy" : "up", "--yes", "--skip-preview"];

/** The kill of a plan: at any request where checkpoints are skipped, else at one that makes something. */
function killIn({
  kill,
  operation,
  killAt,
}: Plan & { readonly kill?: Kill }): (Kill & { method?: string }) | undefined {
  if (kill !== undefined || !operation.startsWith("kill")) return kill;
  return { victim: operation === "kill the CLI" ? "CLI" : "host", nth: killAt, when: "after", method: "POST" };
}

/** A command whose CLI or host is killed while a request is under way. */
async function killed(
  { stack, emulator }: Engine,
  command: readonly string[],
  { victim, ...request }: Kill & { method?: string },
): Promise<CommandResult> {
  const gate = emulator.fault({ ...request, action: { kind: "hold" } });
  const run = stack.start(command, HOST_PROCESS);
  // With fewer requests than that, the run ends by itself.
  const isReached = await Promise.race([gate.reached.then(() => true), run.ended.then(() => false)]);
  const hosts = hostProcessesBelow(run.pid);
  if (isReached) assert.equal(hosts.length, 1, "one host has sent the request");
  if (victim === "CLI") run.kill();
  else for (const host of hosts) process.kill(host, "SIGKILL");
  gate.remove();
  const result = await run.ended;
  // What it has begun goes on after the kill, for as long as an operation may take.
  await waitUntilEnded(hosts, 150_000);
  // No look of the next run can see what the platform carries out only then. No process of a user starts as fast as those here.
  await new Promise((resolve) => setTimeout(resolve, LATE_MS));
  if (victim === "CLI") await stack.recover();
  return result;
}

/** Runs `up` without faults until it goes well; does what its errors say, and nothing else. */
async function converge(engine: Engine, after: readonly Declared[]): Promise<void> {
  let declared = after;
  for (let attempt = 1; ; attempt++) {
    engine.declare(declared);
    const result = await engine.stack.up("--refresh", "--continue-on-error");
    discardAbandoned(engine, result);
    if (result.code === 0) return;
    assert.ok(attempt < MAX_TRIES, `up does not converge:\n${result.output}`);
    declared = adopting(declared, result);
  }
}

/** How a run names objects without a key, which nobody may know of. */
const ABANDONED = [
  /like this one: (\S+(?:, \S+)*)\. (?:It|Each) may belong/g,
  /with it the code of GroupInvite (\S+(?:, \S+)*), which the platform shows only once/g,
  /only once\. The requests may have created (\S+(?:, \S+)*)\./g,
];

/** Deletes the objects that a run asks to delete. Nobody else creates invites here. */
function discardAbandoned({ emulator }: Engine, { output }: CommandResult): void {
  for (const [, uids = ""] of ABANDONED.flatMap((pattern) => [...output.matchAll(pattern)]))
    for (const uid of uids.split(", ")) emulator.remove(uid, "iam:GroupInvite");
}

/** The program with the adoptUid that the errors of a run ask for. */
function adopting(declared: readonly Declared[], { output }: CommandResult): Declared[] {
  return declared.map((resource) => {
    const own = output.split(/^ {2}\S/m).filter((block) => block.includes(`(${resource.name}):`));
    const [, uid] = own.map((block) => /adoptUid: "([^"<]+)"/.exec(block)).find(Boolean) ?? [];
    return uid === undefined ? resource : { ...resource, args: { ...resource.args, adoptUid: uid } };
  });
}
