import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { type Emulator, startEmulator } from "../../src/emulator";
import { commandFile, runProgram } from "../support/command";
import { collections, objectsOf, succeeded } from "../support/engine";
import { readPage } from "../support/pages";
import { quickStack } from "../support/quick-stack";
import type { Stack } from "../support/stack";
import { createWorkspace, type Workspace, writeFiles } from "../support/workspace";

const PAGE = "docs/commands/emulator.md";

function linesOf(step: number): string[] {
  const [, text = ""] = new RegExp(`^${step}\\. ([\\s\\S]*?)(?=^\\d\\. |\\n\\n)`, "m").exec(readPage(PAGE)) ?? [];
  return [...text.matchAll(/`((?:pulumi|npx|export) ?[^`]+)`/g)].map(([, line = ""]) => line);
}

/** The program of a stack, with a secret of its config. */
const program = (description: string) => `
  const pulumi = require("@pulumi/pulumi");
  const platform = require("pulumi-platform");
  const config = new pulumi.Config();
  const team = new platform.Group("team", {
    parentUid: config.require("organization"),
    description: config.requireSecret("description"),
  });
  new platform.Repo("web", { parentUid: team.id, description: "${description}" });
  new platform.GroupInvite("another", {
    parentUid: team.id,
    roleUid: platform.getRoleOutput({ name: "viewer" }).uid,
    ttl: "24h",
  });
`;

describe("a change that is tried on a copy of an organization", function () {
  this.timeout(300_000);

  let live: Emulator;
  let workspace: Workspace;
  let copy: ChildProcess | undefined;
  let releases: (() => void)[] = [];
  let printed: Readonly<Record<string, string>>;
  beforeEach(async () => {
    live = await startEmulator();
    workspace = createWorkspace();
    await deployed();
  });
  afterEach(async () => {
    for (const release of releases) release();
    releases = [];
    if (copy?.exitCode === null) {
      copy.kill("SIGTERM");
      await once(copy, "exit");
    }
    await live.close();
    workspace.remove();
  });

  const stackIn = async (folder: string, environment: Readonly<Record<string, string>>): Promise<Stack> => {
    const pulumi = process.env.PULUMI_PLATFORM_PULUMI ?? "";
    const { stack, release } = await quickStack({ directory: join(workspace.directory, folder), pulumi, environment });
    releases.push(release);
    return stack;
  };
  const inShell = async ({ options: { directory: cwd }, environment }: Stack, line: string) => {
    const { code, stdout, stderr } = await runProgram("bash", ["-ec", line], { cwd, environment });
    assert.equal(code, 0, stdout + stderr);
  };
  const liveObjects = () => JSON.stringify(collections.map((spec) => objectsOf(live, spec)));

  /** A stack with the live platform's address in its config, and steps 1 and 2 of the page for it. */
  async function deployed(): Promise<void> {
    const stack = await stackIn("project", {
      PLATFORM_TOKEN: live.token,
      PLATFORM_ORGANIZATION: live.organization.uid,
    });
    writeFiles(join(workspace.directory, "project"), {
      "Pulumi.yaml": "name: site\nruntime: nodejs\n",
      "package.json": { name: "site", main: "index.js" },
      "index.js": program("as it is"),
    });
    succeeded(await stack.run(["stack", "init", "dev"]));
    succeeded(await stack.run(["config", "set", "platform:baseUrl", live.url]));
    succeeded(await stack.run(["config", "set", "organization", live.organization.uid]));
    succeeded(await stack.run(["config", "set", "--secret", "description", "known to this stack"]));
    succeeded(await stack.up());
    const [exporting = ""] = linesOf(1);
    await inShell(stack, exporting);

    const [starting = ""] = linesOf(2);
    assert.match(starting, /^npx pulumi-platform emulator .*--from/);
    live.clearRequests();
    copy = spawn("bash", ["-c", `exec ${starting.replace("npx pulumi-platform", '"$NODE" "$COMMAND"')}`], {
      cwd: stack.options.directory,
      env: { ...stack.environment, NODE: process.execPath, COMMAND: commandFile },
      stdio: ["ignore", "pipe", "ignore"],
    });
    const [text] = await once(copy.stdout ?? assert.fail(), "data");
    printed = Object.fromEntries(
      [...String(text).matchAll(/^export (\w+)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value]),
    );
    assert.deepEqual([...new Set(live.requests.map(({ method }) => method))], ["GET"]);
    live.clearRequests();
  }

  /** A copy of the project's folder, in which some steps of the page are done, from the third on. */
  async function copied(steps: readonly number[]): Promise<Stack> {
    const folder = `copy-${steps.join("-")}`;
    cpSync(join(workspace.directory, "project"), join(workspace.directory, folder), { recursive: true });
    const states = { PULUMI_BACKEND_URL: `file://${join(workspace.directory, folder)}` };
    const stack = await stackIn(folder, { ...printed, ...states });
    assert.deepEqual(linesOf(3).slice(-1), ['export PULUMI_BACKEND_URL="file://$PWD"']);
    for (const step of steps.filter((number) => number > 3)) {
      const [line] = linesOf(step);
      assert.ok(line !== undefined, `step ${step}`);
      await inShell(stack, line.replace(/^pulumi up$/, "pulumi up --yes --skip-preview"));
    }
    return stack;
  }

  it("affects only the copy, also in a refresh and a destroy", async () => {
    const before = liveObjects();
    const stack = await copied([3, 4, 5, 6, 7]);
    succeeded(await stack.preview("--expect-no-changes", "--refresh"));
    writeFiles(stack.options.directory, { "index.js": program("tried") });
    const { output } = succeeded(await stack.up());
    assert.match(output, /~ 1 updated/);
    succeeded(await stack.refresh("--yes", "--expect-no-changes"));
    const repos = await fetch(`${printed.PLATFORM_BASE_URL}/registry/v2/repos`, {
      headers: { authorization: `Bearer ${printed.PLATFORM_TOKEN}` },
    });
    assert.match(await repos.text(), /"description":"tried"/);
    succeeded(await stack.destroy());
    assert.deepEqual(live.requests, [], "the live platform is asked nothing");
    assert.equal(liveObjects(), before);
    // The folder of the project is as it was.
    const project = await stackIn("project", { PLATFORM_TOKEN: live.token });
    succeeded(await project.up("--expect-no-changes"));
  });

  it("goes to the live platform if the config still has its address, and fails because of the copy's token", async () => {
    const before = liveObjects();
    const stack = await copied([3, 4, 6]);
    writeFiles(stack.options.directory, { "index.js": program("tried") });
    assert.match((await stack.up()).output, /UNAUTHENTICATED/);
    assert.ok(live.requests.length > 0);
    assert.ok(live.requests.every(({ status }) => status === 401));
    assert.equal(liveObjects(), before);
  });

  it("goes to the live platform in a refresh or destroy before the first update, because they use the state's address", async () => {
    const before = liveObjects();
    const stack = await copied([3, 4, 5, 6]);
    for (const command of [() => stack.refresh("--yes"), () => stack.destroy()]) {
      live.clearRequests();
      assert.match((await command()).output, /UNAUTHENTICATED/);
      assert.ok(live.requests.length > 0);
    }
    assert.equal(liveObjects(), before);
  });
});
