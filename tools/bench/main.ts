import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { HOSTS, type Scenario, SETTINGS, type Setting } from "./plan";
import { runScenario } from "./run";
import { tableOf } from "./table";

/**
 * `npm run bench`: measures what this package costs beside other ways to do the same, in one run. `--count 100,500` sets how
 * many identities the stacks have, `--hosts` and `--settings` choose some of those in plan.ts. Multiples are of the first host.
 */
async function bench(): Promise<void> {
  const { values } = parseArgs({
    options: {
      count: { type: "string", default: "100,500" },
      hosts: { type: "string", default: HOSTS.join() },
      settings: { type: "string", default: Object.keys(SETTINGS).join() },
    },
  });
  const hosts = chosen("--hosts", values.hosts, HOSTS);
  // Object.keys does not know the type of its own keys.
  const settings = chosen("--settings", values.settings, Object.keys(SETTINGS) as Setting[]);
  const counts = values.count.split(",").map((text) => {
    if (!/^[1-9]\d{0,3}$/.test(text)) throw new Error(`--count ${text}: must be whole numbers from 1 to 9999`);
    return Number(text);
  });
  const onInterrupt = interruptible();
  for (const count of counts)
    for (const setting of settings) {
      const scenario: Scenario = { setting, count, hosts };
      console.log(`${tableOf(scenario, await runScenario(scenario, onInterrupt))}\n`);
    }
  console.log(
    "x: multiple of the first host's. *: other processes used a tenth of the CPU or more. state B: of an identity.",
  );
}

/** Returns the names of a list with commas. Each must be a known name. */
function chosen<Name extends string>(option: string, text: string, known: readonly Name[]): Name[] {
  return text.split(",").map((word) => {
    const found = known.find((name) => name === word);
    if (found === undefined) throw new Error(`${option}: "${word}" must be one of ${known.join(", ")}`);
    return found;
  });
}

/**
 * Makes a folder for all temporary files of the benchmark and its commands, because some of them leave files there. It is
 * removed when this process ends, also by a signal. Running commands are ended first.
 */
function interruptible(): (end: () => void) => () => void {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-platform-bench-"));
  for (const name of ["TMPDIR", "TMP", "TEMP"]) process.env[name] = folder;
  // A process that was killed a moment ago may still be ending.
  process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  const ends = new Set<() => void>();
  for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143 }))
    process.once(signal, () => {
      for (const end of ends) end();
      process.exit(code);
    });
  return (end) => {
    ends.add(end);
    return () => ends.delete(end);
  };
}

bench().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
