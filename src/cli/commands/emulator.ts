import { once } from "node:events";
import { Command, InvalidArgumentError, Option } from "commander";
import { faultForm, parseFault } from "../../emulator/faults/fault-line";
import type { Emulator, EmulatorOptions, Fault } from "../../emulator/index";

interface Flags {
  readonly port: number;
  readonly file?: string;
  readonly latency: number;
  readonly maskSpelling: "snake" | "camel" | "both";
  readonly historyBounds: "inclusive" | "exclusive";
  readonly emitUnpopulated: boolean;
  readonly fault?: readonly Fault[];
  readonly json: boolean;
}

/** `pulumi-platform emulator`: a local platform until a signal ends it. */
export function emulatorCommand(): Command {
  return new Command("emulator")
    .description("Runs a local platform: the platform API and the registry on one port of 127.0.0.1.")
    .option("--port <number>", "port to listen on; 0 takes a free one", wholeNumber, 8080)
    .option("--file <path>", "file to load the state from and to keep it in; in memory when left out")
    .option("--latency <ms>", "milliseconds to wait before each answer", wholeNumber, 0)
    .addOption(
      new Option("--mask-spelling <spelling>", "spelling that updateMask takes")
        .choices(["snake", "camel", "both"])
        .default("snake"),
    )
    .addOption(
      new Option("--history-bounds <bounds>", "whether start and end of a history count")
        .choices(["inclusive", "exclusive"])
        .default("inclusive"),
    )
    .option("--emit-unpopulated", "write empty fields too", false)
    .option("--fault <fault>", `what goes wrong, as often as wanted: ${faultForm}`, oneMoreFault)
    .option("--json", "print one line of JSON in place of text", false)
    .action(run);
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("It is no whole number.");
  return Number(text);
}

function oneMoreFault(text: string, before: readonly Fault[] = []): readonly Fault[] {
  try {
    return [...before, parseFault(text)];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    // advice: fault-form
    throw new InvalidArgumentError(`${reason}. The form is: ${faultForm}`);
  }
}

async function run(flags: Flags): Promise<void> {
  const emulator = await start(flags);
  if (emulator === undefined) return;
  // Registered before anything is printed, since the reader may send the signal at once.
  const ended = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  process.stdout.write(flags.json ? `${JSON.stringify(summaryOf(emulator))}\n` : textOf(emulator));
  await ended;
  await emulator.close();
}

/** Starts the emulator. On failure, prints one line and sets the exit status. */
async function start({ latency, fault: faults = [], json: _, ...flags }: Flags): Promise<Emulator | undefined> {
  const { startEmulator } = await import("../../emulator/index");
  const options: EmulatorOptions = { ...flags, latencyMs: latency };
  try {
    const emulator = await startEmulator(options);
    for (const fault of faults) emulator.fault(fault);
    return emulator;
  } catch (error) {
    const isTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
    const reason = error instanceof Error ? error.message : String(error);
    // advice: another-port
    const taken = `Port ${flags.port} of 127.0.0.1 is in use: give another with --port, or --port 0 for a free one.`;
    console.error(isTaken ? taken : reason);
    process.exitCode = 1;
    return undefined;
  }
}

const summaryOf = ({ url, registryUrl, organization, publicOrganization, environment }: Emulator) => ({
  url,
  registryUrl,
  organization,
  publicOrganization,
  environment,
});

function textOf({ url, organization, publicOrganization, environment }: Emulator): string {
  const lines = [
    `The platform API and the registry are at ${url}`,
    `Organization ${organization.name}: ${organization.uid}`,
    `Public organization: ${publicOrganization}`,
    "",
    ...Object.entries(environment).map(([name, value]) => `export ${name}=${value}`),
    "",
    "Ctrl-C ends it.",
  ];
  return `${lines.join("\n")}\n`;
}
