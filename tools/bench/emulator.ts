import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { EmulatorOptions, Fault } from "../../src/emulator";

/** Requests to the emulator since the last reset. */
export interface Counted {
  /** Requests by method. */
  readonly requests: Readonly<Record<string, number>>;
  /** Number of 429 responses. */
  readonly refused: number;
  readonly connections: number;
  /** Greatest number of requests that were open at once. */
  readonly mostInFlight: number;
}

/** The emulator in its own process (emulator-process.mjs). */
export interface EmulatorProcess {
  readonly pid: number;
  /** Settings of the provider, for a child's environment. */
  readonly environment: Readonly<Record<string, string>>;
  reset(): Promise<void>;
  counted(): Promise<Counted>;
  /** Creates a group below the root. Returns its uid. */
  group(name: string): Promise<string>;
  /** Returns the identities below a group. */
  identities(parent: string): Promise<readonly { readonly name: string; readonly description: string }[]>;
  fault(fault: Fault): Promise<void>;
  close(): Promise<void>;
}

interface Answer {
  readonly answer?: unknown;
  readonly error?: string;
}

/** Starts the emulator on a free port of the loopback. Rejects if it ends before it is ready. */
export async function startEmulatorProcess(options: Pick<EmulatorOptions, "latencyMs">): Promise<EmulatorProcess> {
  const child = fork(join(__dirname, "emulator-process.mjs"), [JSON.stringify(options)], {
    execArgv: [],
    serialization: "advanced", // JSON has no infinity.
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const ended = once(child, "exit");
  /** The next message of the process. */
  const told = async (): Promise<unknown> => {
    const first = await Promise.race([once(child, "message"), ended.then(() => undefined)]);
    if (first === undefined) throw new Error("the emulator ended; its output is above");
    return first[0];
  };
  /** Sends one question at a time. The casts below are the messages of emulator-process.mjs. */
  const ask = async (ask: string, given?: object): Promise<unknown> => {
    child.send({ ask, given });
    const { answer, error } = (await told()) as Answer;
    if (error !== undefined) throw new Error(error);
    return answer;
  };
  const { environment } = (await told()) as Pick<EmulatorProcess, "environment">;
  return {
    pid: child.pid ?? -1,
    environment,
    reset: () => ask("reset") as Promise<void>,
    counted: () => ask("counted") as Promise<Counted>,
    group: (name) => ask("group", { name }) as Promise<string>,
    identities: (parent) => ask("identities", { parent }) as ReturnType<EmulatorProcess["identities"]>,
    fault: (fault) => ask("fault", { fault }) as Promise<void>,
    close: async () => {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
