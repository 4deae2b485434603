import { keyService } from "./key-service";
import { Resident } from "./resident";
import { HOSTS, PROGRAMS, Stack, type StackOptions } from "./stack";
import { quickStart } from "./workspace";

export interface QuickStack {
  readonly stack: Stack;
  /** Releases its processes for other stacks. */
  release(): void;
}

/** Loaded first into all of Pulumi's Node processes. */
export const quickNode = { NODE_OPTIONS: `--require ${JSON.stringify(quickStart)}` };

/** A stack of which the parts that most tests are not about are quick. */
interface QuickOptions extends StackOptions {
  /** Whether its programs are TypeScript, which a language host of the CLI's compiles if a command has one. */
  readonly isTypeScript?: boolean;
}

/** Returns a stack whose commands take a third of the time: one process for all programs, one for all hosts, and a key service of the tests. */
export async function quickStack({ isTypeScript = false, environment, ...options }: QuickOptions): Promise<QuickStack> {
  const programs = new Resident("run-programs.cjs");
  const hosts = new Resident("run-hosts.cjs");
  const stack = new Stack({
    ...options,
    environment: {
      ...(await keyService()),
      [HOSTS]: String(await hosts.port()),
      [PROGRAMS]: `127.0.0.1:${await programs.port()}`,
      ...(isTypeScript ? {} : quickNode),
      ...environment,
    },
  });
  const release = () => {
    programs.release();
    hosts.release();
  };
  return { stack, release };
}
