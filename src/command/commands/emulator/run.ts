import { once } from "node:events";
import { existsSync } from "node:fs";
import type { Emulator, EmulatorOptions, StartObject } from "../../../emulator/index";
import type { FlagsFor, Run } from "../../command";
import { CLEAN, type CommandCall } from "../../declaration";
import { plain } from "../../output/text";
import type { emulator } from "./declaration";

/** Lifetime of the printed ID token. It is long enough for a test by hand. */
const ID_TOKEN_LIFE_S = 3600;

type Flags = FlagsFor<typeof emulator>;

export const run: Run<typeof emulator> = async (call) => {
  const { flags: given, terminal } = call;
  const copy = await copyFor(call, given);
  const emulator = await start(given, copy?.objects);
  const environment = { ...emulator.environment, ...(await idTokenFrom(emulator, given)) };
  call.progress("");
  // Registered before printing, because the reader may send the signal at once.
  const ended = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  const { url, registryUrl, controlUrl, organization, publicOrganization } = emulator;
  const summary = { url, registryUrl, controlUrl, organization, publicOrganization, environment };
  terminal.out.write(given.output === "json" ? `${JSON.stringify(summary)}\n` : linesOf(summary));
  for (const note of copy?.notes ?? []) terminal.err.write(`${plain(note)}\n`);
  await ended;
  await emulator.close();
  return CLEAN;
};

/** Returns the copy to start with, if the call asks for one. An existing file already has it. */
async function copyFor(call: CommandCall<Flags>, { from, file }: Flags) {
  if (from === undefined || (file !== undefined && existsSync(file))) return undefined;
  return (await import("./copy")).copyOf(call, from);
}

async function start(given: Flags, objects: readonly StartObject[] | undefined): Promise<Emulator> {
  const { startEmulator } = await import("../../../emulator/index");
  const { port, file, latency, fault: faults = [], maskSpelling, historyBounds, tokenForm, emitUnpopulated } = given;
  const options: EmulatorOptions = {
    port,
    latencyMs: latency,
    maskSpelling,
    historyBounds,
    tokenForm,
    emitUnpopulated,
    ...(file === undefined ? {} : { file }),
    ...(objects === undefined ? {} : { objects }),
  };
  try {
    const emulator = await startEmulator(options);
    for (const fault of faults) emulator.fault(fault);
    return emulator;
  } catch (error) {
    const isTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
    if (!isTaken) throw error;
    const text = `port ${port} of 127.0.0.1 is in use. Choose another one with --port. The port 0 finds a free one`;
    throw new Error(text, { cause: error });
  }
}

async function idTokenFrom(emulator: Emulator, { idToken }: Flags): Promise<Record<string, string>> {
  if (idToken === undefined) return {};
  return { PLATFORM_ID_TOKEN: await emulator.idToken({ ...idToken, expiresInSeconds: ID_TOKEN_LIFE_S }) };
}

type Summary = Pick<Emulator, "url" | "controlUrl" | "organization" | "publicOrganization" | "environment">;

function linesOf({ url, controlUrl, organization, publicOrganization, environment }: Summary): string {
  const lines = [
    `The platform API and the registry are at ${url}`,
    `Control API: ${controlUrl}`,
    `Organization ${organization.name}: ${organization.uid}`,
    `Public organization: ${publicOrganization}`,
    "",
    ...Object.entries(environment).map(([name, value]) => `export ${name}=${value}`),
    "",
    "Press Ctrl-C to stop.",
  ];
  return `${lines.join("\n")}\n`;
}
