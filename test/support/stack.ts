import { spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";

/** How a command of the Pulumi CLI ended. */
export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  /** Standard output and standard error, in order of arrival. */
  readonly output: string;
}

export interface RunningCommand {
  readonly pid: number;
  /** Kills it (SIGKILL), but not its children. */
  kill(): void;
  readonly ended: Promise<CommandResult>;
}

export interface StateResource {
  readonly urn: string;
  readonly type: string;
  readonly id?: string;
  readonly custom: boolean;
  readonly external?: boolean;
  readonly protect?: boolean;
  readonly inputs?: Record<string, unknown>;
  readonly outputs?: Record<string, unknown>;
  readonly initErrors?: string[];
}

export interface ExportedState {
  readonly version: number;
  readonly deployment: { readonly resources?: StateResource[]; readonly pending_operations?: unknown[] };
}

/** Environment variable with the port of the process that runs provider hosts (run-hosts.cjs). */
export const HOSTS = "TESTS_HOSTS";

/** For commands whose provider host is killed: it is a process of its own. */
export const HOST_PROCESS = { [HOSTS]: "" };

/** Environment variable with the address of a language host that runs the programs of commands (run-programs.cjs). */
export const PROGRAMS = "TESTS_PROGRAMS";

/** For commands whose program runs as users run it: in a process that the CLI starts. */
export const PROGRAM_PROCESS = { [PROGRAMS]: "" };

/** The commands that may run the program. */
const OPERATIONS = ["up", "preview", "refresh", "destroy"];

/** The parts of the backend's file of a stack that tests read. */
interface Checkpoint {
  readonly version: number;
  readonly checkpoint: { readonly latest?: ExportedState["deployment"] | null };
}

export interface StackOptions {
  /** Folder with Pulumi.yaml. */
  readonly directory: string;
  readonly pulumi: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Called with each piece of output as it arrives. */
  readonly onOutput?: (text: string) => void;
}

/** The environment for child processes: without the user's Pulumi settings and without platform settings. */
export const inherited = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined || /^(PULUMI|PLATFORM|npm|NODE_|HOME$)/i.test(name) ? [] : [[name, value]],
    ),
  );

/** Whether a JSON file exists and is incomplete. */
const isCutShort = (file: string): boolean => existsSync(file) && !readFileSync(file, "utf8").trimEnd().endsWith("}");

/** A stack on a local backend of its own, driven by the real Pulumi CLI. It does not touch the user's Pulumi. */
export class Stack {
  /** What the CLI is run with, for commands that run it themselves. */
  readonly environment: Readonly<Record<string, string>>;

  constructor(readonly options: StackOptions) {
    const { directory, pulumi, environment } = options;
    const quick = environment?.[HOSTS] === undefined ? [] : [join(__dirname, "bin")];
    for (const folder of ["home", "backend"]) mkdirSync(join(directory, ".pulumi-test", folder), { recursive: true });
    this.environment = {
      ...inherited(),
      TESTS_NODE: process.execPath,
      PATH: [...quick, pulumi, join(process.execPath, ".."), process.env.PATH ?? ""].join(delimiter),
      HOME: join(directory, ".pulumi-test", "home"),
      PULUMI_HOME: join(directory, ".pulumi-test", "home"),
      PULUMI_BACKEND_URL: `file://${join(directory, ".pulumi-test", "backend")}`,
      PULUMI_CONFIG_PASSPHRASE: "test",
      GOGC: "off",
      GOMEMLIMIT: "512MiB",
      PULUMI_SKIP_UPDATE_CHECK: "true",
      PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
      NO_COLOR: "1",
      ...environment,
    };
  }

  run(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<CommandResult> {
    return this.start(args, environment).ended;
  }

  start(args: readonly string[], environment: Readonly<Record<string, string>> = {}): RunningCommand {
    const program = join(this.options.pulumi, "pulumi");
    const programs = environment[PROGRAMS] ?? this.environment[PROGRAMS];
    const isResident = programs && OPERATIONS.includes(args[0] ?? "");
    if (isResident) this.#tellPrograms({ ...this.options.environment, ...environment });
    const client = isResident ? [`--client=${programs}`] : [];
    const child = spawn(program, [...args, ...client, "--non-interactive", "--color", "never"], {
      cwd: this.options.directory,
      env: { ...this.environment, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let stdout = "";
    let output = "";
    const take = (text: string) => {
      output += text;
      this.options.onOutput?.(text);
    };
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
      take(text);
    });
    child.stderr.setEncoding("utf8").on("data", take);
    const ended = new Promise<CommandResult>((resolve, reject) => {
      child.on("error", ({ message }) =>
        reject(new Error(`${program} cannot be run (${message}): PULUMI_PLATFORM_PULUMI must name the CLI's folder`)),
      );
      child.on("close", (code) => resolve({ code: code ?? -1, stdout, output }));
    });
    return { pid: child.pid ?? -1, kill: () => child.kill("SIGKILL"), ended };
  }

  /** The environment of a command, for its program in another process (run-programs.cjs). */
  #tellPrograms(environment: Readonly<Record<string, string>>): void {
    const given = Object.entries(environment).filter(([name]) => !/^(PULUMI|NODE)_/.test(name));
    const file = join(this.options.directory, ".pulumi-test", "environment.json");
    writeFileSync(file, JSON.stringify(Object.fromEntries(given)));
  }

  get #stateFile(): string {
    return join(this.options.directory, ".pulumi-test/backend/.pulumi/stacks/test/test.json");
  }

  init(...args: string[]): Promise<CommandResult> {
    return this.run(["stack", "init", "test", ...args]);
  }

  up(...args: string[]): Promise<CommandResult> {
    return this.operate(["up", "--yes", "--skip-preview", ...args]);
  }

  preview(...args: string[]): Promise<CommandResult> {
    return this.operate(["preview", ...args]);
  }

  refresh(...args: string[]): Promise<CommandResult> {
    return this.operate(["refresh", ...args]);
  }

  destroy(...args: string[]): Promise<CommandResult> {
    return this.operate(["destroy", "--yes", "--skip-preview", ...args]);
  }

  /** The next `up` replaces the resource. */
  taint(urn: string): Promise<CommandResult> {
    return this.run(["state", "taint", urn, "--yes"]);
  }

  /** Runs a command that may run the program, without the lines of its progress. */
  operate(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<CommandResult> {
    return this.run([...args, "--suppress-progress"], environment);
  }

  /** The backend's file of the stack `test`: the content of an export, without running the CLI. */
  stateText(): string {
    return readFileSync(this.#stateFile, "utf8");
  }

  /** The same in the form of an export, with encrypted secrets. */
  exported(): ExportedState {
    const { version, checkpoint } = JSON.parse(this.stateText()) as Checkpoint;
    return { version, deployment: checkpoint.latest ?? {} };
  }

  recorded(): readonly StateResource[] {
    return this.exported().deployment.resources ?? [];
  }

  /** The state, with secrets encrypted. */
  async export(): Promise<ExportedState> {
    const { code, stdout, output } = await this.run(["stack", "export"]);
    if (code !== 0) throw new Error(`stack export failed: ${output}`);
    return JSON.parse(stdout) as ExportedState;
  }

  /** Does what docs/troubleshooting.md advises after the CLI was killed. The kill may have interrupted the engine while it wrote the state. */
  async recover(): Promise<void> {
    const file = this.#stateFile;
    for (const attributes of [`${file}.attrs`, `${file}.bak.attrs`]) if (isCutShort(attributes)) rmSync(attributes);
    if (isCutShort(file)) copyFileSync(`${file}.bak`, file);
    const { code, output } = await this.run(["cancel", "--yes"]);
    if (code !== 0) throw new Error(`cancel failed: ${output}`);
  }

  async outputs(): Promise<Record<string, unknown>> {
    const { stdout } = await this.run(["stack", "output", "--json"]);
    return JSON.parse(stdout) as Record<string, unknown>;
  }
}
