import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { customerFor, everything, recommendedFor } from "../support/customer";
import { succeeded } from "../support/engine";
import { SECRETS_PROVIDER } from "../support/key-service";
import { readPage } from "../support/pages";
import { type CommandResult, PROGRAM_PROCESS } from "../support/stack";
import { repositoryRoot } from "../support/workspace";
import { examplePlace, exampleStacks } from "./example-place";

const EXAMPLE = "examples/organization-in-stacks";
const TEAMS = ["data", "mobile", "web"];

/** The command of a step of the example's workflow. */
function stepOf(name: "preview" | "deploy" | "drift"): string {
  const [, command] = new RegExp(`- name: ${name}\\n.*\\n +run: pulumi (.*)`).exec(workflow("stack.yml")) ?? [];
  assert.ok(command, name);
  return command;
}

const workflow = (name: string): string => readPage(`${EXAMPLE}/.github/workflows/${name}`);

describe("the example of an organization in stacks, deployed with the role that the page recommends", function () {
  this.timeout(600_000);
  const place = examplePlace();
  const stacks = exampleStacks(place);

  /** What runs commands on a stack as a job does: on a machine of its own, with nothing but the backend in common. */
  async function machine(folder: "base" | "team", stack: string, environment: Readonly<Record<string, string>>) {
    const checkout = join(place.workspace.directory, "machines", stack);
    const backend = join(place.workspace.directory, "backend");
    mkdirSync(backend, { recursive: true });
    cpSync(join(repositoryRoot, EXAMPLE), checkout, { recursive: true });
    const pulumi = await stacks.quick({
      directory: join(checkout, folder),
      pulumi: process.env.PULUMI_PLATFORM_PULUMI ?? "",
      environment: { ...environment, PULUMI_BACKEND_URL: `file://${backend}` },
      isTypeScript: true,
    });
    const run = (command: string, environment = {}): Promise<CommandResult> =>
      pulumi.run(command.replace('"$STACK"', stack).split(" "), environment);
    return {
      stack,
      run,
      file: join(checkout, folder, `Pulumi.${stack}.yaml`),
      step: (name: Parameters<typeof stepOf>[0], ...more: string[]) => run([stepOf(name), ...more].join(" ")),
      init: async () => succeeded(await run(`stack init ${stack} --secrets-provider ${SECRETS_PROVIDER}`)),
    };
  }

  it("lists its teams for the workflow's matrix, and the base has a group for each", () => {
    const [, command = ""] = /teams=\$\((.*)\)$/m.exec(workflow("organization.yml")) ?? [];
    const listed = execFileSync("bash", ["-c", command], { cwd: join(repositoryRoot, EXAMPLE), encoding: "utf8" });
    assert.deepEqual(JSON.parse(`[${listed}]`), TEAMS);
    const base = readPage(`${EXAMPLE}/base/Pulumi.prod.yaml`);
    assert.deepEqual(
      [...base.matchAll(/ - (\w+)$/gm)].map(([, team]) => team),
      TEAMS,
    );
  });

  it("is deployed by three machines at once, shows drift where it is, and is destroyed teams first", async () => {
    const deployer = await customerFor(place.emulator, recommendedFor("examples/organization-in-stacks/"));
    const before = everything(place.emulator);
    const base = await machine("base", "prod", deployer);
    const teams = await Promise.all(TEAMS.map((team) => machine("team", team, deployer)));
    const [data, mobile, web] = teams;
    assert.ok(data && mobile && web);
    const onAll = (run: (team: (typeof teams)[number]) => Promise<CommandResult>) => Promise.all(teams.map(run));

    await Promise.all([base, ...teams].map(({ init }) => init()));
    const organization = readFileSync(base.file, "utf8").replace(/[0-9a-f]{40}/, place.emulator.organization.uid);
    // A team that is deployed before the base has it.
    writeFileSync(base.file, organization.replace("    - web\n", ""));
    succeeded(await base.step("deploy"));
    // A resident program that fails inside apply does not end.
    const early = await web.run(stepOf("preview"), PROGRAM_PROCESS);
    assert.notEqual(early.code, 0);
    assert.match(
      early.output,
      /organization\/organization-base\/prod exports no web in teamGroups: deploy it there first/,
    );

    writeFileSync(base.file, organization);
    succeeded(await base.step("deploy"));
    for (const result of await onAll(({ step }) => step("deploy"))) succeeded(result);
    const groupOf = (name: string) =>
      String(place.emulator.list("iam:Group").find((group) => group.name === name)?.uid);
    const parentsOf = (type: string, nameOf: (found: Record<string, unknown>) => unknown) =>
      place.emulator
        .list(type)
        .filter(({ uid }) => !before.includes(`${type} ${uid}`))
        .map((found) => [nameOf(found), String(found.uid).split("/").slice(0, -1).join("/")])
        .sort();
    const root = place.emulator.organization.uid;
    assert.deepEqual(
      parentsOf("iam:Identity", ({ name }) => name),
      ["app-ci", "etl-ci", "reports-ci", "web-ci"].map((name) => [name, root]),
    );
    assert.deepEqual(
      parentsOf("iam:RoleBinding", ({ identity, role }) =>
        [identity, role].map((one) => (one as { name?: string }).name).join(" "),
      ),
      [
        ["app-ci pusher", groupOf("mobile")],
        ["app-ci viewer", groupOf("mobile")],
        ["etl-ci pusher", groupOf("data")],
        ["reports-ci viewer", groupOf("data")],
        ["web-ci pusher", groupOf("web")],
      ],
    );

    for (const result of await onAll(({ step }) => step("deploy", "--expect-no-changes"))) succeeded(result);
    for (const result of await onAll(({ step }) => step("drift"))) succeeded(result);

    const changed = place.emulator.list("iam:Identity").find(({ name }) => name === "etl-ci");
    place.emulator.edit(String(changed?.uid), { description: "Jobs of anybody" });
    const found = await onAll(({ step }) => step("drift"));
    assert.deepEqual(
      found.map(({ code }) => code !== 0),
      [true, false, false],
    );
    assert.match(found[0]?.output ?? "", /etl-ci/);

    // The base holds the groups, which are not empty yet.
    const tooEarly = await base.run("destroy --stack prod --yes --skip-preview");
    assert.notEqual(tooEarly.code, 0);
    assert.match(tooEarly.output, /web-ci/);
    for (const result of await onAll(({ run, stack }) => run(`destroy --stack ${stack} --yes --skip-preview`)))
      succeeded(result);
    succeeded(await base.run("destroy --stack prod --yes --skip-preview"));
    assert.deepEqual(everything(place.emulator), before);
  });
});
