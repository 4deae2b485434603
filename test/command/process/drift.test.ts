import assert from "node:assert/strict";
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Emulator } from "../../../src/emulator";
import { call, type Project, startProject, startWorld, stateResource } from "../../support/command";
import { quickCall } from "./quick-call";

/** What the tests read of the document. */
interface Document {
  readonly stack: string | null;
  readonly isComplete: boolean;
  readonly changed: readonly { readonly name: string; readonly fields: readonly { readonly path: string }[] }[];
  readonly unread: readonly { readonly name: string; readonly message: string }[];
}

/** What the report says, test/command/commands/drift proves. Here it is made of a real stack, and ends with a code. */
describe("pulumi-platform drift", function () {
  this.timeout(120_000);

  let emulator: Emulator;
  let project: Project;
  let temporary: string;
  let root: string;
  let team: string;
  let other: string;
  let groups: ReturnType<typeof stateResource>[];
  before(async () => {
    emulator = await startWorld();
    root = emulator.organization.uid;
    groups = ["team", "other"].map((name) => {
      const values = { parentUid: root, name, description: "as declared" };
      const { uid: id, ...made } = emulator.put("iam:Group", root, { name, description: values.description });
      const { kind, status, createTime, updateTime } = made;
      const declared = stateResource("iam:Group", name, { id: String(id), ...values });
      return { ...declared, outputs: { ...declared.outputs, kind, status, createTime, updateTime } };
    });
    [team = "", other = ""] = groups.map(({ id }) => id);
    project = await startProject(groups, { isInstalled: true });
    temporary = join(project.directory, "tmp");
    mkdirSync(temporary);
  });
  after(async () => {
    await emulator.close();
    project.remove();
  });
  afterEach(() => {
    emulator.edit(team, { description: "as declared" });
    rmSync(ignoreFile(), { force: true });
    assert.deepEqual(readdirSync(temporary), [], "nothing is left in the folder of temporary files");
  });

  const ignoreFile = () => join(project.directory, ".pulumi-platform-ignore");
  const ask = (words: readonly string[], more: Record<string, string> = {}, run = quickCall) =>
    run(["drift", "--cwd", project.directory, ...words], {
      environment: { ...emulator.environment, ...project.environment, TMPDIR: temporary, ...more },
    });
  const documentOf = async (...words: string[]) => {
    const { code, stdout, stderr } = await ask([...words, "-o", "json"]);
    assert.equal(stderr, "");
    return { code, document: JSON.parse(stdout) as Document };
  };
  const refuses = async (words: readonly string[], error: RegExp) => {
    const { code, stdout, stderr } = await ask(words);
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(stderr, error);
  };

  it("ends with 0 for a clean stack, named or selected in the folder", async () => {
    const { code, document } = await documentOf("--unmanaged");
    assert.deepEqual([code, document.isComplete, document.stack], [0, true, "dev"], JSON.stringify(document));
    const options = { environment: { ...emulator.environment, ...project.environment }, cwd: project.directory };
    const { code: inside, stdout } = await quickCall(["drift"], options);
    assert.deepEqual([inside, stdout.split("\n")[0]], [0, 'No drift in "site/dev".']);
  });

  it("uses the ignore file of the project's folder, or the named one, which must exist (row 155) @all", async () => {
    emulator.edit(team, { description: "by hand" });
    writeFileSync(ignoreFile(), "iam:Group team description\n");
    assert.equal((await ask([])).code, 0);
    const named = join(project.directory, "other");
    writeFileSync(named, "# none\n");
    assert.equal((await ask(["--ignore-file", named])).code, 2);
    writeFileSync(ignoreFile(), "\niam:Group\n");
    await refuses([], /^error: \.pulumi-platform-ignore:2: must be a rule: [^\n]+\n$/);
    await refuses(["--ignore-file", "/nowhere/rules"], /^error: the ignore file \S+ cannot be read: ENOENT\n$/);
  });

  it("prints notes on standard error with CSV (row 183) @all", async () => {
    writeFileSync(ignoreFile(), "iam:Group nothing when changed\n");
    const { code, stdout, stderr } = await ask(["-o", "csv"]);
    assert.deepEqual([code, stdout.split("\n").length], [0, 2]);
    assert.match(stderr, /^note: No drift in "site\/dev"\.\nnote: 2 resources compared\.\n/);
    assert.match(stderr, /^note: The rule in line 1 of the ignore file matches nothing here: [^\n]+\n$/m);
  });

  it("ends with 1 if a resource cannot be read, names it, and reports the others @all", async () => {
    emulator.edit(team, { description: "by hand" });
    const path = new RegExp(`^/iam/v2/groups(/${other})?$`);
    const fault = emulator.fault({ path, times: 100, action: { kind: "status", code: "PERMISSION_DENIED" } });
    const { code, document } = await documentOf("--fail-on", "never");
    fault.remove();
    const [unread, changed] = [document.unread, document.changed].map((all) => all.map(({ name }) => name));
    assert.deepEqual([code, document.isComplete, unread, changed], [1, false, ["other"], ["team"]]);
    assert.match(document.unread[0]?.message ?? "", /PERMISSION_DENIED/);
  });

  it("ends with 1 and the engine's message for an unknown stack, and shows the error for a wrong token @all", async () => {
    await refuses(["--stack", "prod"], /^error: pulumi refresh: no stack named 'prod' found\n$/);
    const closed = await ask([], { PLATFORM_TOKEN: "wrong-token" }, call);
    assert.deepEqual([closed.code, closed.stderr], [1, ""]);
    assert.match(closed.stdout, /resource team +.*UNAUTHENTICATED/);
    assert.ok(!closed.stdout.includes("wrong-token"));
  });

  it("says that the project's packages are missing @all", async () => {
    const modules = join(project.directory, "node_modules");
    renameSync(modules, join(project.directory, "away"));
    await refuses([], /^error: the engine cannot load .* packages are not installed\. Run npm ci first\n$/).finally(
      () => renameSync(join(project.directory, "away"), modules),
    );
  });

  it("asks for a group if the stack has no resources or only explicit providers, and accepts one (row 192) @all", async () => {
    const urn = "urn:pulumi:dev::site::pulumi:providers:pulumi-nodejs::emea";
    const type = "pulumi:providers:pulumi-nodejs";
    const inputs = {
      "platform:provider": "explicit",
      "platform:baseUrl": emulator.url,
      "platform:token": emulator.token,
    };
    const provider = { urn, id: "emea-id", custom: true, type, inputs, outputs: inputs };
    for (const [resources, text] of [
      [[], "The stack manages nothing that shows which group to check. Name one with --under <uid>."],
      [
        [provider, { ...groups[0], provider: `${urn}::emea-id` }],
        "All resources of this stack use explicit providers. Run drift with the settings of one platform and --under <uid>.",
      ],
    ] as const) {
      const own = await startProject(resources, { isInstalled: true });
      const options = { environment: { ...emulator.environment, ...own.environment }, cwd: own.directory };
      try {
        const bare = await quickCall(["drift", "--unmanaged"], options);
        assert.deepEqual([bare.code, bare.stderr], [1, `error: ${text}\n`]);
        const { code, stdout } = await quickCall(["drift", "--unmanaged", "--under", root], options);
        assert.equal(code, 2, stdout);
        assert.match(stdout, /^other +acme +iam:Group|KIND iam:Group[\s\S]*^other/m);
      } finally {
        own.remove();
      }
    }
  });

  it("says how to name the folder of the project if there is none here, as import does @all", async () => {
    const options = { environment: { ...emulator.environment, ...project.environment }, cwd: tmpdir() };
    const importing = ["import", "--parent", root, "--out", join(temporary, "program"), "--dry-run", "--stack", "dev"];
    for (const words of [["drift"], importing]) {
      const { code, stderr } = await quickCall(words, options);
      assert.equal(code, 1);
      assert.match(
        stderr,
        /^error: there is no Pulumi project in \S+ or above it\. If the project is elsewhere, name its folder with --cwd \(-C\)\n$/,
      );
    }
  });
});
