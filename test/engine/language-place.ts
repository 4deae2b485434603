import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { type Emulator, startEmulator } from "../../src/emulator";
import { succeeded } from "../support/engine";
import { inherited, Stack } from "../support/stack";
import { createWorkspace, type Workspace } from "../support/workspace";

/** A folder of the tools that the caller of the tests names. Fails without it: a test that is skipped would prove nothing. */
export function named(variable: string): string {
  const folder = process.env[variable];
  const advice = "`npm run languages`, or those in YAML alone with `npm run test:all`";
  assert.ok(folder, `${variable} names no folder: run these tests with ${advice}`);
  return folder;
}

/** What programs in a language need on the machine, beside the language hosts of a release of the CLI. */
const PROGRAMS = { yaml: [], nodejs: [], python: ["python3"], go: ["go"] } as const;

/** The test of a language, which is shown as not run on a machine without what its programs need. */
export function itIn(language: keyof typeof PROGRAMS, title: string, test: () => Promise<void>): void {
  // The host of Node runs the plugin of a folder.
  const programs = new Set([`pulumi-language-${language}`, "pulumi-language-nodejs", ...PROGRAMS[language]]);
  const missing = [...programs].filter((program) => !isThere(program));
  if (missing.length > 0) it.skip(`${title} (not run: this machine has no ${missing.join(", no ")})`);
  else it(title, test);
}

function isThere(program: string): boolean {
  const folders = [named("PULUMI_PLATFORM_LANGUAGES"), ...(process.env.PATH ?? "").split(delimiter)];
  return folders.some((folder) => existsSync(join(folder, program)));
}

/** What programs in other languages need of the user's: the stack has a home of its own, and Go would compile for minutes. */
function caches(): Readonly<Record<string, string>> {
  const variables = ["GOMODCACHE", "GOCACHE"];
  const values = isThere("go") ? execFileSync("go", ["env", ...variables], { encoding: "utf8" }).split("\n") : [];
  const { PULUMI_PLATFORM_PYTHON: wheels, npm_config_cache, npm_config_userconfig } = process.env;
  return {
    ...Object.fromEntries(variables.map((name, at) => [name, values[at] ?? ""])),
    // The packages that are pinned, so that pip asks no index.
    ...(wheels ? { PIP_NO_INDEX: "1", PIP_FIND_LINKS: wheels } : {}),
    npm_config_cache: npm_config_cache ?? join(homedir(), ".npm"),
    npm_config_userconfig: npm_config_userconfig ?? join(homedir(), ".npmrc"),
  };
}

/** A place where programs in other languages run: an emulator, and a folder with the package. */
export interface LanguagePlace {
  readonly emulator: Emulator;
  readonly workspace: Workspace;
  /** A new stack of the program in a folder of the workspace, with processes of its own, as users have them. */
  start(folder: string, environment?: Readonly<Record<string, string>>): Promise<Stack>;
  close(): Promise<void>;
}

/** Opens one. @param needsCaches whether programs are compiled or installed, beside being run */
export async function languagePlace(needsCaches: boolean): Promise<LanguagePlace> {
  const languages = named("PULUMI_PLATFORM_LANGUAGES");
  const pulumi = named("PULUMI_PLATFORM_PULUMI");
  const emulator = await startEmulator();
  const workspace = createWorkspace();
  return {
    emulator,
    workspace,
    async start(folder, environment = {}) {
      const path = [languages, pulumi, join(process.execPath, ".."), inherited().PATH ?? ""].join(delimiter);
      const stack = new Stack({
        directory: join(workspace.directory, folder),
        pulumi,
        environment: { ...emulator.environment, PATH: path, ...(needsCaches ? caches() : {}), ...environment },
      });
      succeeded(await stack.init());
      succeeded(await stack.run(["config", "set", "organization", emulator.organization.uid]));
      return stack;
    },
    async close() {
      await emulator.close();
      workspace.remove();
    },
  };
}

/** Types of the quickstart's resources, sorted. */
const QUICKSTART = [
  ...["Group", "Identity", "Identity", "Repo", "Role", "RoleBinding", "RoleBinding", "Subscription"],
] as const;

/** Runs a quickstart from the first `up` to an empty platform: it settles, shows drift, mends it, and shows no token. */
export async function playQuickstart({ emulator }: LanguagePlace, stack: Stack): Promise<void> {
  const outputs: string[] = [];
  const run = async (command: readonly string[]) => {
    const result = succeeded(await stack.operate(command));
    outputs.push(result.output);
    return result;
  };
  await run(["up", "--yes", "--skip-preview"]);
  const state = await stack.export();
  const own = (state.deployment.resources ?? []).filter(({ type }) => type.startsWith("platform:index:"));
  assert.deepEqual(own.map(({ type }) => type.replace("platform:index:", "")).sort(), QUICKSTART);
  const { baseImage, teamUid } = await stack.outputs();
  assert.match(String(baseImage), /^nginx@sha256:[0-9a-f]{64}$/);
  await run(["preview", "--expect-no-changes"]);
  await run(["refresh", "--preview-only", "--expect-no-changes"]);
  emulator.edit(String(teamUid), { description: "by hand" });
  const drift = await run(["refresh", "--yes", "--skip-preview", "--diff"]);
  assert.match(drift.output, /"The web team" => "by hand"/);
  await run(["up", "--yes", "--skip-preview"]);
  assert.equal(emulator.get(String(teamUid))?.description, "The web team");
  await run(["destroy", "--yes", "--skip-preview"]);
  assert.equal(emulator.isEmpty(), true);
  assert.ok(!(outputs.join("") + JSON.stringify(state)).includes(emulator.token));
}
