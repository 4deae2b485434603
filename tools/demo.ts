import assert from "node:assert/strict";
import type { Emulator, startEmulator as start } from "../src/emulator";
import { mutations } from "../test/support/log";
import { type CommandResult, Stack } from "../test/support/stack";
import { copyIn, createWorkspace } from "../test/support/workspace";

/**
 * Demonstrates the package on the real Pulumi engine with the stack of examples/quickstart: create it, change nothing, detect
 * and repair drift, and destroy it. Every step is checked, and the first failure ends the demo.
 */
async function demo(): Promise<void> {
  const pulumi = process.env.PULUMI_PLATFORM_PULUMI;
  if (pulumi === undefined) throw new Error("run it as `npm run demo`, which readies the Pulumi CLI");

  const workspace = createWorkspace();
  for (const path of ["Pulumi.yaml", "examples/quickstart"]) copyIn(workspace.directory, path);
  const { startEmulator } = require(`${workspace.directory}/node_modules/pulumi-platform/dist/emulator`) as {
    startEmulator: typeof start;
  };
  // What the first step creates is minutes old when somebody deletes it.
  const emulator = await startEmulator({ now: () => new Date(Date.now() - 5 * 60_000) });
  try {
    const stack = new Stack({
      directory: workspace.directory,
      pulumi,
      environment: emulator.environment,
      onOutput: (text) => process.stdout.write(text.replace(/^(?=.)/gm, "    ")),
    });
    say(`A local platform runs at ${emulator.url}; the package is installed from its packed form.`);
    await command(stack, 0, "pulumi stack init test");
    await command(stack, 0, `pulumi config set organization ${emulator.organization.uid}`);
    await play(stack, emulator);
  } finally {
    await emulator.close();
    workspace.remove();
  }
}

async function play(stack: Stack, emulator: Emulator): Promise<void> {
  const find = (type: string, name: string) => {
    const found = emulator.list(type).find((resource) => resource.name === name);
    assert.ok(found, `${type} ${name}`);
    return String(found.uid);
  };

  step(1, "Create: a group, a role, two identities, their role bindings, a repo, a subscription.");
  await command(stack, 0, "pulumi up --yes --skip-preview --suppress-progress");

  step(2, "Update again: nothing has changed.");
  await command(stack, 0, "pulumi up --yes --skip-preview --suppress-progress --expect-no-changes");

  step(3, "Someone edits a description and deletes a role binding by hand. The nightly job finds it.");
  const identity = find("iam:Identity", "web-ci");
  emulator.edit(identity, { description: "Deploys from anywhere" });
  const binding = emulator
    .list("iam:RoleBinding")
    .find((found) => (found.identity as { uid?: string }).uid === identity);
  emulator.remove(String(binding?.uid));
  const drift = await command(stack, 7, "pulumi refresh --preview-only --expect-no-changes --suppress-progress --diff");
  assert.match(drift.output, /1 to update/);
  assert.match(drift.output, /1 to delete/);

  step(4, "Repair: one PATCH with one field, and one new binding.");
  emulator.clearRequests();
  await command(stack, 0, "pulumi up --refresh --yes --skip-preview --suppress-progress");
  const sent = mutations(emulator.requests);
  for (const { method, target, mask } of sent)
    say(`  the platform saw: ${method} ${target}${mask === undefined ? "" : `?updateMask=${mask}`}`);
  assert.deepEqual(sent.map(({ method, mask }) => [method, mask]).sort(), [
    ["PATCH", "description"],
    ["POST", undefined],
  ]);

  step(5, "Someone puts a repo into the group. Destroy stops and lists what blocks it.");
  const unmanaged = emulator.put("registry:Repo", find("iam:Group", "team"), { name: "not-in-the-stack" });
  const blocked = await command(stack, 1, "pulumi destroy --yes --skip-preview --suppress-progress");
  assert.match(blocked.output, /Repo "not-in-the-stack"/);
  say("The repo is deleted. Then destroy succeeds.");
  emulator.remove(String(unmanaged.uid));
  await command(stack, 0, "pulumi destroy --yes --skip-preview --suppress-progress");
  assert.equal(emulator.isEmpty(), true, "something is left on the platform");
  say("\nNothing is left on the platform.");
}

const say = (text: string): void => console.log(text);
const step = (number: number, text: string): void => say(`\n${number}. ${text}`);

async function command(stack: Stack, expected: number, line: string): Promise<CommandResult> {
  say(`\n  $ ${line}`);
  const result = await stack.run(line.split(" ").slice(1));
  if (expected !== 0) say(`  (exit code ${result.code})`);
  assert.equal(result.code, expected, `${line} ended with exit code ${result.code}, not ${expected}`);
  return result;
}

void demo();
