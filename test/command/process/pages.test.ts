import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { commands } from "../../../src/command/commands";
import type { Emulator } from "../../../src/emulator";
import {
  commandFile,
  type Ended,
  type Project,
  runProgram,
  startProject,
  startWorld,
  stateResource,
} from "../../support/command";
import { readPage } from "../../support/pages";
import { repositoryRoot } from "../../support/workspace";
import { furnish, grantingProject } from "../furnished";
import { quickCall } from "./quick-call";

const commandPages = (): string[] => [
  "docs/command.md",
  ...readdirSync(join(repositoryRoot, "docs", "commands")).map((name) => `docs/commands/${name}`),
];

/** Lines for a shell in a page, and what they print there. */
interface ShellSample {
  readonly page: string;
  readonly lines: string;
  /** Exit code; the marker `<!-- exits 2 -->` names another than 0. */
  readonly exits: number;
  /** The block that follows directly; undefined if none does. */
  readonly prints: string | undefined;
}

const SAMPLE =
  /(?<!<!-- has its own test -->\n)(?:<!-- exits (\d) -->\n)?```sh\n([\s\S]*?)```(?:\n\n```(?:text|json|markdown|csv)\n([\s\S]*?)```)?/g;

/** Returns the shell lines of a page, without its reference, which comes from the declaration, and those after `<!-- has its own test -->`. */
const shellSamplesOf = (page: string): ShellSample[] =>
  [...(readPage(page).split("<!-- commands:")[0] ?? "").matchAll(SAMPLE)].map(([, exits, lines = "", prints]) => ({
    page,
    lines,
    exits: Number(exits ?? 0),
    prints,
  }));

/** Runs the command as its name on PATH, and by npx. */
function shims(): string {
  const folder = mkdtempSync(join(tmpdir(), "command-shims-"));
  const run = `exec '${process.execPath}' '${commandFile}' "$@"\n`;
  const files = { "pulumi-platform": `#!/bin/sh\n${run}`, npx: `#!/bin/sh\nshift\n${run}` };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), text);
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
}

describe("the pages of the command", function () {
  this.timeout(120_000);

  let emulator: Emulator;
  /** The platform of `access`. */
  let furnished: Emulator;
  let project: Project;
  let granting: Project;
  let folder: string;
  let environment: Readonly<Record<string, string>>;
  before(async () => {
    emulator = await startWorld();
    furnished = await startWorld();
    granting = await grantingProject(furnish(furnished));
    const root = emulator.organization.uid;
    const customOverlay = { contents: { packages: ["curl=1.2.2-r0", "busybox"] } };
    // What nobody declared, for `drift`.
    const robot = { name: "mallory", servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" };
    const mallory = emulator.put("iam:Identity", root, robot);
    const owner = emulator.list("iam:Role").find(({ name }) => name === "owner");
    emulator.put("iam:RoleBinding", root, { identityUid: mallory.uid, roleUid: owner?.uid });
    const web = emulator.put("registry:Repo", root, { name: "nginx", description: "by hand" });
    const repo = { id: String(web.uid), parentUid: root, name: "nginx", customOverlay };
    const team = { id: `${root}/1`, parentUid: root, name: "team" };
    const held = [stateResource("registry:Repo", "web", repo), stateResource("iam:Group", "team", team)];
    project = await startProject(held, { isInstalled: true });
    folder = shims();
    const path = [folder, project.environment.PATH ?? ""].join(delimiter);
    environment = { ...emulator.environment, ...project.environment, PATH: path, REPO_UID: String(web.uid) };
  });
  after(async () => {
    await Promise.all([emulator.close(), furnished.close()]);
    project.remove();
    granting.remove();
    rmSync(folder, { recursive: true });
  });

  /** Where calls are made. Those of `access` ask about a stack whose program grants something. */
  function placeOf(lines: string) {
    const isAccess = lines.includes("pulumi-platform access ");
    const { directory: cwd, environment: own } = isAccess ? granting : project;
    const platform = isAccess ? furnished.environment : {};
    return { environment: { ...environment, ...own, ...platform, PATH: environment.PATH ?? "" }, cwd };
  }
  const inShell = (lines: string): Promise<Ended> => runProgram("bash", ["-c", `set -e\n${lines}`], placeOf(lines));

  /** Like `inShell`, but runs a single call in one process for all calls, which is fast. */
  async function inQuickShell(lines: string): Promise<Ended> {
    const [, call] = /^(?:npx )?pulumi-platform ([^|<>;&\n]+)$/.exec(lines) ?? [];
    if (call === undefined) return inShell(lines);
    const place = placeOf(lines);
    const { stdout } = await runProgram("bash", ["-c", `printf '%s\\0' ${call}`], place);
    return quickCall(stdout.split("\0").slice(0, -1), place);
  }

  for (const sample of commandPages().flatMap(shellSamplesOf))
    it(`${sample.page}: ${sample.lines.trim()}`, async () => {
      const { code, stdout, stderr } = await inQuickShell(sample.lines.trim());
      // Standard error has the notes for which CSV has no place.
      assert.deepEqual([code, stderr.replace(/^note: [^\n]+\n/gm, "")], [sample.exits, ""]);
      if (sample.prints !== undefined) assert.equal(stdout, sample.prints);
    });

  // test/emulator/command.test.ts runs those of the emulator.
  for (const { examples } of commands.filter(({ name }) => name !== "emulator"))
    for (const { call, ends } of examples)
      it(`the example: ${call}`, async () => {
        const { code, stdout, stderr } = await inQuickShell(`pulumi-platform ${call}`);
        assert.deepEqual([code, stderr], [ends, ""], stdout);
      });
});
