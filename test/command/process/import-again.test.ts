import assert from "node:assert/strict";
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { IMPORT_FILE } from "../../../src/command/commands/import/import-file";
import { startProject, stateResource } from "../../support/command";
import { readSources } from "../../support/imported-files";
import { smallOrganization } from "../../support/organization";
import { type ImportDocument, Importing } from "./importing";
import { quickCall } from "./quick-call";

describe("pulumi-platform import into a folder that has files", function () {
  this.timeout(240_000);

  let at: Importing;
  beforeEach(async () => {
    at = await Importing.start();
  });
  afterEach(() => at.close());

  it("leaves out objects that the stack manages or the ignore file hides, and counts them", async () => {
    smallOrganization(at.emulator);
    assert.equal((await at.run("--kinds", "groups")).code, 0);
    const mobile = at.put("iam:Group", at.root, { name: "mobile" });
    const [deployer, reader] = ["deployer", "reader"].map((name) =>
      at.put("iam:Identity", mobile, { name, servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" }),
    );
    const before = readSources(at.out);
    const project = await startProject([
      stateResource("iam:Group", "mobile", { id: mobile, parentUid: at.root, name: "mobile" }),
      stateResource("iam:Identity", "deployer", { id: String(deployer), parentUid: mobile, name: "deployer" }),
    ]);
    writeFileSync(join(at.out, ".pulumi-platform-ignore"), `# of another stack\niam:Identity ${reader}\n`);
    const words = ["--kinds", "groups,identities", "--match", "mobile,mobile/*,web", "--cwd", project.directory];
    const withStack = (...more: string[]) => at.call(project.environment, ...words, ...more);
    try {
      const { kinds } = JSON.parse((await withStack("-o", "json")).stdout) as ImportDocument;
      assert.deepEqual(
        kinds.map(({ kind, found, added, present, held, ignored }) => [kind, found, added, present, held, ignored]),
        [
          ["iam:Group", 2, 0, 1, 1, 0],
          ["iam:Identity", 2, 0, 0, 1, 1],
        ],
      );
      assert.deepEqual(readSources(at.out), before);
    } finally {
      project.remove();
    }
  });

  it("adds new objects to edited files, names deleted ones that the program declares, and else writes nothing", async () => {
    const put = (name: string) => at.put("iam:Role", at.root, { name, capabilities: ["CAP_REPO_LIST"] });
    const [kept, ...others] = ["kept", "taken-out", "standing"].map(put);
    assert.equal((await at.run("--kinds", "roles")).code, 0);
    const index = join(at.out, "index.ts");
    const text = () => readFileSync(index, "utf8");
    const withoutRole = (name: string) =>
      writeFileSync(index, text().replace(new RegExp(`new platform\\.Role\\("${name}"[\\s\\S]*?\\n?\\}\\);\n`), ""));
    withoutRole("taken-out");
    appendFileSync(index, "// edited by hand\n");
    const before = text();
    assert.deepEqual((await at.documentOf("--kinds", "roles")).files, []);
    for (const uid of [kept, others[0]]) at.emulator.remove(String(uid));
    put("fresh");
    const { stdout } = await at.run("--kinds", "roles");
    const told = stdout.split("\n").filter((line) => line.startsWith("Deleted on"));
    assert.deepEqual(
      [told.length, told[0]?.startsWith(`Deleted on the platform: iam:Role "kept" (${kept}).`)],
      [1, true],
    );
    // The update that takes over the new object also removes the entry of the deleted one.
    assert.match(stdout, /^Next, .* PLATFORM_ADOPT_EXISTING=identical pulumi up --refresh --continue-on-error\.$/m);
    assert.ok(text().startsWith(before) && text().slice(before.length).includes('new platform.Role("fresh"'), text());
    withoutRole("kept");
    const last = await at.documentOf("--kinds", "roles");
    assert.deepEqual([last.files, last.gone], [[], []]);
  });

  it("refuses a wrong call with one line that says what is right", async () => {
    const mistaken = async (message: RegExp, ...words: string[]) => {
      const { code, stdout, stderr } = await quickCall(["import", ...words], { environment: at.emulator.environment });
      assert.deepEqual([code, stdout], [1, ""], stderr);
      assert.match(stderr, message);
    };
    const into = ["--out", at.out];
    writeFileSync(join(at.folder, "index.ts"), "");
    const filled = /contains files that no import has written\. Name an empty or a new folder/;
    await mistaken(filled, "--parent", at.root, "--out", at.folder);
    assert.equal((await at.run("--kinds", "groups")).code, 0);
    const web = at.put("iam:Group", at.root, { name: "web" });
    const another = new RegExp(`contains the import of ${at.root}\\. Give that uid as --parent`);
    await mistaken(another, "--parent", web, ...into);
    writeFileSync(join(at.out, ".pulumi-platform-import.json"), "<<<<<<<");
    await mistaken(/is invalid\. Restore it/, "--parent", at.root, ...into);
  });

  it("adds to a program of the dynamic host for the plugin, and says that its host is to be changed first", async () => {
    const put = (name: string) => at.emulator.put("iam:Group", at.root, { name });
    const names = () => {
      const { resources } = JSON.parse(readFileSync(join(at.out, IMPORT_FILE), "utf8")) as {
        resources: { name: string }[];
      };
      return resources.map(({ name }) => name);
    };
    put("first");
    await at.run();
    const project = readFileSync(join(at.out, "Pulumi.yaml"), "utf8");
    assert.ok(!project.includes("plugin") && !existsSync(join(at.out, IMPORT_FILE)));
    put("second");
    const told = await at.run("--for", "plugin");
    assert.match(told.stdout, /Before that, add the plugin to Pulumi\.yaml and set platform:shell to plugin/);
    assert.deepEqual(names(), ["second"], "what the dynamic host has moves by itself");
    put("third");
    const set = await at.call({ PLATFORM_SHELL: "plugin" });
    put("fourth");
    const path = "node_modules/pulumi-platform/dist/plugin";
    const plugin = `plugins:\n  providers:\n    - name: platform\n      path: ${path}\n`;
    writeFileSync(join(at.out, "Pulumi.yaml"), `${project}${plugin}config:\n  platform:shell: plugin\n`);
    // Pulumi.yaml has both already.
    for (const { stdout } of [set, await at.run("--for", "plugin")]) {
      assert.match(stdout, /pulumi import --file resources\.json/);
      assert.doesNotMatch(stdout, /Before that/);
    }
    assert.deepEqual(names(), ["second", "third", "fourth"]);
  });
});
