import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import { Resident } from "./resident";
import { quickStart } from "./workspace";

export interface HostProcess {
  /** The first line of its standard output: the port of its gRPC server. */
  readonly port: string;
  /** Standard error; complete once it is closed. */
  stderr(): string;
  /** Standard output and standard error without the port, in order of arrival; complete once it is closed. */
  printed(): string;
  readonly closed: Promise<void>;
  kill(): void;
  /** Its pid, where it has a process of its own. */
  readonly pid?: number | undefined;
  /** Closes the pipes that it prints into, as the end of the engine does; only where it has a process of its own. */
  stopReading(): void;
}

export interface HostCommand {
  readonly directory: string;
  readonly script: string;
  /** Address of the engine. */
  readonly engine: string;
  readonly environment: NodeJS.ProcessEnv;
}

/** Starts a provider host as a process, as the engine does. */
export async function startProcess({ directory, script, engine, environment }: HostCommand): Promise<HostProcess> {
  const child = spawn(process.execPath, ["--require", quickStart, script, engine], {
    cwd: directory,
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let errors = "";
  let printed = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
    printed += text;
  });
  const closed = once(child, "close").then(() => undefined);
  const lines = createInterface({ input: child.stdout });
  const [port] = await Promise.race([once(lines, "line"), closed.then(() => [])]);
  if (port === undefined) throw new Error(`the host ended before it printed its port: ${errors}`);
  lines.on("line", (line) => {
    printed += `${line}\n`;
  });
  const stopReading = () => {
    child.stdout.destroy();
    child.stderr.destroy();
  };
  return {
    port,
    stderr: () => errors,
    printed: () => printed,
    closed,
    kill: () => child.kill(),
    pid: child.pid,
    stopReading,
  };
}

/** Starts a provider host in a process that runs many, one after the other (run-hosts.cjs). */
export async function startInResident(command: HostCommand): Promise<HostProcess> {
  const { directory, script, engine, environment } = command;
  const resident = new Resident("run-hosts.cjs");
  const socket = connect(await resident.port(), "127.0.0.1");
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  socket.write([directory, script, engine, "", ...variables, "", ""].join("\0"));
  let errors = "";
  let printed = "";
  const closed = once(socket, "close").then(() => resident.release());
  let hasPort = false;
  const port = await new Promise<string | undefined>((resolve) => {
    const lines = createInterface({ input: socket });
    lines.on("line", (line) => {
      if (line.startsWith("2")) errors += `${line.slice(1)}\n`;
      if (line.startsWith("2") || hasPort) printed += `${line.slice(1)}\n`;
      // Any other line says that the process runs another host.
      else resolve(line.startsWith("1") ? line.slice(1) : undefined);
      hasPort ||= line.startsWith("1");
    });
    lines.on("close", () => resolve(undefined));
  });
  if (port !== undefined)
    return {
      port,
      stderr: () => errors,
      printed: () => printed,
      closed,
      kill: () => socket.end(),
      stopReading: () => undefined,
    };
  await closed;
  return startProcess(command);
}
