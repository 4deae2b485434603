import { once } from "node:events";
import type { Emulator, EmulatorOptions, Fault } from "../../../emulator/index";
import { type Call, CLEAN, type Run } from "../../declaration";

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

/** Runs an emulator until SIGINT or SIGTERM. */
export const run: Run = async ({ flags, terminal }: Call) => {
  // The declaration says so.
  const given = flags as unknown as Flags;
  const emulator = await start(given);
  // Registered before anything is printed, since the reader may send the signal at once.
  const ended = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  terminal.out.write(given.json ? `${JSON.stringify(summaryOf(emulator))}\n` : linesOf(emulator));
  await ended;
  await emulator.close();
  return CLEAN;
};

async function start({ latency, fault: faults = [], json: _, ...flags }: Flags): Promise<Emulator> {
  const { startEmulator } = await import("../../../emulator/index");
  const options: EmulatorOptions = { ...flags, latencyMs: latency };
  try {
    const emulator = await startEmulator(options);
    for (const fault of faults) emulator.fault(fault);
    return emulator;
  } catch (error) {
    const isTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
    if (!isTaken) throw error;
    // advice: another-port
    const text = `port ${flags.port} of 127.0.0.1 is in use: give another with --port, or --port 0 for a free one`;
    throw new Error(text, { cause: error });
  }
}

const summaryOf = ({ url, registryUrl, organization, publicOrganization, environment }: Emulator) => ({
  url,
  registryUrl,
  organization,
  publicOrganization,
  environment,
});

function linesOf({ url, organization, publicOrganization, environment }: Emulator): string {
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
