import assert from "node:assert/strict";
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { IMPORT_FILE } from "../../src/cli/commands/import/import-file";
import type { Emulator } from "../../src/emulator";
import type { Values } from "../../src/spec/values";
import { lastIdOf } from "../../src/uid";
import { type Ended, startProject, startWorld, stateResource } from "../support/command";
import { checkProgram, readSources } from "../support/imported-files";
import { smallOrganization } from "../support/organization";
import { quickCall } from "../support/quick-call";
import { repositoryRoot } from "../support/workspace";

/** What the tests read of the document. */
interface Document {
  readonly files: readonly { readonly file: string; readonly action: string; readonly text: string | null }[];
  readonly kinds: readonly {
    readonly kind: string;
    readonly found: number;
    readonly added: number;
    readonly present: number;
    readonly held: number;
    readonly ignored: number;
  }[];
  readonly secrets: readonly { readonly kind: string; readonly input: string; readonly key: string }[];
  readonly leftOut: readonly { readonly kind: string; readonly path: string }[];
  readonly gone: readonly { readonly kind: string; readonly uid: string; readonly name: string }[];
  readonly unlisted: readonly { readonly kind: string }[];
}

const golden = join(repositoryRoot, "test/fixtures/imported");

describe("pulumi-platform import", function () {
  this.timeout(240_000);

  let emulator: Emulator;
  let folder: string;
  beforeEach(async () => {
    emulator = await startWorld();
    folder = mkdtempSync(join(tmpdir(), "import-"));
  });
  afterEach(async () => {
    await emulator.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const out = () => join(folder, "program");
  const run = (...words: string[]): Promise<Ended> =>
    quickCall(["import", "--parent", emulator.organization.uid, "--out", out(), ...words], {
      environment: emulator.environment,
    });
  const documentOf = async (...words: string[]): Promise<Document> =>
    JSON.parse((await run("-o", "json", ...words)).stdout) as Document;

  it("writes a small organization as people would (test/fixtures/imported)", async () => {
    smallOrganization(emulator);
    const { code, stdout, stderr } = await run();
    assert.deepEqual([code, stderr], [0, ""], stdout);
    const written = readSources(out());
    for (const name of ["package.json", "Pulumi.yaml", "tsconfig.json", ".gitignore", "README.md"]) {
      assert.ok(existsSync(join(out(), name)), name);
    }
    // The uids of this run have no place in a fixture.
    const stable = (text: string) =>
      text.replace(/[0-9a-f]{40}\/[0-9a-f]{16}(?:\/[0-9a-f]{16})*/g, "<uid>").replace(/_[0-9a-f]{16}_/g, "_<id>_");
    for (const [file, text] of written) {
      if (process.env.UPDATE_FIXTURES) writeFileSync(join(golden, `${file}.txt`), stable(text));
      assert.equal(stable(text), readFileSync(join(golden, `${file}.txt`), "utf8"), file);
    }
    assert.deepEqual([...written.keys()].map((file) => `${file}.txt`).sort(), readdirSync(golden).sort());
    await checkProgram(out());
  });

  it("protects what others lie in, and nothing else; --no-protect leaves that out (row 187)", async () => {
    smallOrganization(emulator);
    assert.equal((await run()).code, 0);
    const statements = [...readSources(out()).values()].join("\n").match(/new platform\.[\s\S]*?\);\n/g) ?? [];
    const kindsOf = (texts: readonly string[]) => new Set(texts.map((text) => /platform\.(\w+)/.exec(text)?.[1]));
    const isProtected = (text: string) => text.includes("{ protect: true }");
    assert.deepEqual([...kindsOf(statements.filter(isProtected))].sort(), ["Group", "IdentityProvider", "Repo"]);
    for (const kind of ["Group", "IdentityProvider", "Repo"]) {
      assert.ok(!kindsOf(statements.filter((text) => !isProtected(text))).has(kind), kind);
    }
    rmSync(out(), { recursive: true });
    assert.equal((await run("--no-protect")).code, 0);
    for (const [file, text] of readSources(out())) assert.ok(!text.includes("protect"), file);
  });

  it("adds new objects to edited files, names deleted ones, and writes nothing if nothing is new", async () => {
    smallOrganization(emulator);
    assert.equal((await run()).code, 0);
    appendFileSync(join(out(), "index.ts"), "// edited by hand\n");
    rmSync(join(out(), "tsconfig.json"));
    const before = readSources(out());
    assert.deepEqual((await documentOf()).files, []);
    assert.deepEqual(readSources(out()), before);

    const root = emulator.organization.uid;
    const [web, ci] = [idOf(emulator, "iam:Group", "web"), idOf(emulator, "iam:Identity", "web-ci")];
    const fresh = emulator.put("iam:Group", root, { name: "fresh" });
    const added = emulator.put("iam:Identity", web, {
      name: "added",
      servicePrincipal: "SERVICE_PRINCIPAL_SKILLS",
    });
    const roleUid = idOf(emulator, "iam:Role", "owner");
    emulator.put("iam:RoleBinding", web, { identityUid: added.uid, roleUid });
    emulator.put("iam:RoleBinding", String(fresh.uid), { identityUid: ci, roleUid });
    const [subscription] = emulator
      .list("events:Subscription")
      .filter(({ uid }) => String(uid).split("/").length === 2);
    emulator.remove(String(subscription?.uid));
    const second = await documentOf();
    assert.deepEqual(
      second.gone.map(({ kind, uid }) => [kind, uid]),
      [["events:Subscription", subscription?.uid]],
    );
    assert.equal(
      second.kinds.reduce((sum, kind) => sum + kind.added, 0),
      4,
    );
    const after = readSources(out());
    for (const [name, text] of before) assert.ok(after.get(name)?.startsWith(text), `${name} is changed`);
    assert.ok(!existsSync(join(out(), "tsconfig.json")), "a file that was deleted stays so");
    assert.deepEqual((await documentOf()).files, []);
  });

  it("leaves out objects that the stack manages or the ignore file hides, and counts them", async () => {
    smallOrganization(emulator);
    const root = emulator.organization.uid;
    assert.equal((await run("--kinds", "groups")).code, 0);
    const mobile = String(emulator.put("iam:Group", root, { name: "mobile" }).uid);
    const [deployer, reader] = ["deployer", "reader"].map((name) =>
      String(emulator.put("iam:Identity", mobile, { name, servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" }).uid),
    );
    const before = readSources(out());
    const project = await startProject([
      stateResource("iam:Group", "mobile", { id: mobile, parentUid: root, name: "mobile" }),
      stateResource("iam:Identity", "deployer", { id: String(deployer), parentUid: mobile, name: "deployer" }),
    ]);
    writeFileSync(join(out(), ".pulumi-platform-ignore"), `# of another stack\niam:Identity ${reader}\n`);
    const words = ["--kinds", "groups,identities", "--match", "mobile,mobile/*,web", "--cwd", project.directory];
    const withStack = (...more: string[]) =>
      quickCall(["import", "--parent", root, "--out", out(), ...words, ...more], {
        environment: { ...emulator.environment, ...project.environment },
      });
    try {
      const { kinds } = JSON.parse((await withStack("-o", "json")).stdout) as Document;
      assert.deepEqual(
        kinds.map(({ kind, found, added, present, held, ignored }) => [kind, found, added, present, held, ignored]),
        [
          ["iam:Group", 2, 0, 1, 1, 0],
          ["iam:Identity", 2, 0, 0, 1, 1],
        ],
      );
      const { code, stdout } = await withStack();
      assert.equal(code, 0, stdout);
      assert.match(stdout, /^The stack already manages 2 objects that no import has written\. They were left out\.$/m);
      assert.match(stdout, /^\.pulumi-platform-ignore hides 1 object\. It was left out\.$/m);
      assert.deepEqual(readSources(out()), before);
      writeFileSync(join(out(), ".pulumi-platform-ignore"), "iam:Group\n");
      const wrong = await withStack();
      assert.deepEqual([wrong.code, wrong.stdout], [1, ""]);
      assert.match(wrong.stderr, /^error: \.pulumi-platform-ignore:1: must be a rule:/);
    } finally {
      project.remove();
    }
  });

  it("names deleted objects as the program calls them, unless the program no longer declares them", async () => {
    const root = emulator.organization.uid;
    const uids = ["kept", "taken-out"].map((name) =>
      String(emulator.put("iam:Role", root, { name, capabilities: ["CAP_REPO_LIST"] }).uid),
    );
    await run("--kinds", "roles");
    const index = join(out(), "index.ts");
    const withoutRole = (name: string) =>
      writeFileSync(
        index,
        readFileSync(index, "utf8").replace(new RegExp(`new platform\\.Role\\("${name}"[\\s\\S]*?\\n?\\}\\);\n`), ""),
      );
    withoutRole("taken-out");
    for (const uid of uids) emulator.remove(uid);
    const { stdout } = await run("--kinds", "roles");
    const told = stdout.split("\n").filter((line) => line.startsWith("Deleted on"));
    assert.deepEqual(told, [
      `Deleted on the platform: iam:Role "kept" (${uids[0]}). Remove it from the program, and run pulumi up --refresh.`,
    ]);
    withoutRole("kept");
    assert.doesNotMatch((await run("--kinds", "roles")).stdout, /Deleted on/);
  });

  it("reports no object as deleted that it may not see, and ends with 1", async () => {
    const root = emulator.organization.uid;
    emulator.put("iam:Role", root, { name: "kept", capabilities: ["CAP_REPO_LIST"] });
    assert.equal((await run("--kinds", "roles")).code, 0);
    const list = { action: { kind: "body", status: 200, body: '{"roles":[],"totalCount":"0"}' } } as const;
    const hidden = { action: { kind: "status", code: "PERMISSION_DENIED" } } as const;
    const times = Number.POSITIVE_INFINITY;
    const faults = [
      emulator.fault({ method: "GET", path: /^\/iam\/v2\/roles$/, times, ...list }),
      emulator.fault({ method: "GET", path: /^\/iam\/v2\/roles\/./, times, ...hidden }),
    ];
    const { code, stdout } = await run("--kinds", "roles");
    for (const fault of faults) fault.remove();
    assert.equal(code, 1, stdout);
    assert.match(stdout, /The token cannot see iam:Role "kept" \(\S+\), which may still exist\./);
    assert.doesNotMatch(stdout, /Deleted on the platform/);
  });

  it("writes what --kinds and --match mean, and refers to the rest by uid", async () => {
    smallOrganization(emulator);
    const { kinds } = await documentOf("--kinds", "roleBindings,Repo", "-k", "registry:Tag", "--match", "web/**");
    assert.deepEqual(
      kinds.map(({ kind, found }) => [kind, found]),
      [
        ["iam:RoleBinding", 3],
        ["registry:Repo", 1],
        ["registry:Tag", 1],
      ],
    );
    const text = readSources(out()).get("index.ts") ?? "";
    assert.match(text, /\/\/ identity "web-ci"\n {2}identityUid: "[0-9a-f/]+",/);
    assert.doesNotMatch(text, /new platform\.(Group|Identity)\(|parentUid = /);
    await checkProgram(out());
  });

  it("lists objects that cannot be taken over, with what to do, and ends with 2", async () => {
    const root = emulator.organization.uid;
    const roleUid = idOf(emulator, "iam:Role", "viewer");
    emulator.put("iam:GroupInvite", root, { roleUid, ttl: "86400s", email: "new@example.com" });
    const web = String(emulator.put("iam:Group", root, { name: "web" }).uid);
    emulator.put("iam:GroupInvite", web, { roleUid, ttl: "86400s" });
    const oidc = { issuer: "https://login.example.com", clientId: "acme", clientSecret: "canary-secret" };
    const login = emulator.put("iam:IdentityProvider", root, { name: "login", defaultRole: roleUid, oidc });
    emulator.put("iam:ExternalGroupRoleMapping", String(login.uid), { externalGroupId: "all", roleUid, scope: root });
    const { code, stdout } = await run();
    assert.equal(code, 2);
    assert.match(stdout, /NOT-IMPORTED\.md says what to do/);
    const page = readFileSync(join(out(), "NOT-IMPORTED.md"), "utf8");
    const time = String.raw`until \d{4}-\d\d-\d\dT[\d:.]+Z`;
    assert.match(stdout, new RegExp(`groupInvites +new@example\\.com, viewer ${time} `));
    assert.match(stdout, new RegExp(`groupInvites +web/viewer ${time} `));
    assert.match(page, /^### web\/viewer until /m);
    assert.match(page, /Run bash set-secrets\.sh, which asks for the oidc\.clientSecret\./);
    const script = readFileSync(join(out(), "set-secrets.sh"), "utf8");
    const key = `login_${lastIdOf(String(login.uid))}_clientSecret`;
    assert.match(script, new RegExp(`^ask ${key} 'clientSecret of the identity provider "login"'$`, "m"));
    assert.match(
      page,
      /new platform\.IdentityProvider\("login", \{\n {2}parentUid,\n[\s\S]*\n\}, \{ protect: true \}\);\n/,
    );
    assert.ok(page.includes(`clientSecret: new pulumi.Config().requireSecret("${key}")`), page);
    assert.doesNotMatch(stdout + page, /canary/);
    assert.match(readSources(out()).get("index.ts") ?? "", /\/\/ identity provider "login"\n {2}parentUid: "/);
  });

  it("never gives the key of one object's secret to another object of the same name", async () => {
    const root = emulator.organization.uid;
    const defaultRole = idOf(emulator, "iam:Role", "viewer");
    const groups = ["one", "two"].map((name) => String(emulator.put("iam:Group", root, { name }).uid));
    const [first, second] = groups.map((group) => () => {
      const oidc = { issuer: "https://login.example.com", clientId: "acme", clientSecret: "canary-secret" };
      const provider = String(emulator.put("iam:IdentityProvider", group, { name: "okta", defaultRole, oidc }).uid);
      const hook = String(emulator.put("events:Subscription", group, { sink: "https://hooks.example.com/canary" }).uid);
      return [provider, hook];
    }) as [() => string[], () => string[]];
    const keys = async () => {
      assert.ok([0, 2].includes((await run()).code));
      return [...readFileSync(join(out(), "set-secrets.sh"), "utf8").matchAll(/^(?:ask|copy) (\w+) /gm)].map(
        ([, key]) => key,
      );
    };
    const keysFor = ([provider = "", hook = ""]: readonly string[]) => [
      `hooksExampleCom_${lastIdOf(hook)}_sink`,
      `okta_${lastIdOf(provider)}_clientSecret`,
    ];
    const [inOne, inTwo] = [first(), second()];
    assert.deepEqual((await keys()).sort(), [...keysFor(inOne), ...keysFor(inTwo)].sort());

    // Somebody deletes the objects of one group, also from the program and its record.
    for (const uid of inOne) emulator.remove(uid);
    for (const name of ["index.ts", ".pulumi-platform-import.json"]) rmSync(join(out(), name));
    const record = { version: 1, parentUid: root, objects: {} };
    writeFileSync(join(out(), ".pulumi-platform-import.json"), JSON.stringify(record));
    assert.deepEqual(await keys(), keysFor(inTwo));
    const again = first();
    assert.deepEqual((await keys()).sort(), [...keysFor(again), ...keysFor(inTwo)].sort());
  });

  it("rewrites a script of an earlier import that has no secret to set any more", async () => {
    const defaultRole = idOf(emulator, "iam:Role", "viewer");
    const oidc = { issuer: "https://login.example.com", clientId: "acme", clientSecret: "canary-secret" };
    const { uid } = emulator.put("iam:IdentityProvider", emulator.organization.uid, {
      name: "okta",
      defaultRole,
      oidc,
    });
    const script = () => readFileSync(join(out(), "set-secrets.sh"), "utf8");
    assert.equal((await run()).code, 2);
    assert.match(script(), /^ask okta_/m);
    emulator.remove(String(uid));
    assert.equal((await run()).code, 0);
    assert.doesNotMatch(script(), /okta/);
    assert.match(script(), /^# There is no secret to set\.$/m);
    assert.deepEqual((await documentOf()).files, []);
  });

  it("writes no sink with a path, reads it from the stack's config, and says how to set a new one", async () => {
    const root = emulator.organization.uid;
    const put = (sink: string) => emulator.put("events:Subscription", root, { sink });
    const keyOf = ({ uid }: Values) => `hooksExampleCom_${lastIdOf(String(uid))}_sink`;
    const hook = keyOf(put("https://hooks.example.com/canary"));
    put("https://plain.example.com");
    const dry = await run("--dry-run", "-o", "json");
    const first = await run();
    const index = readSources(out()).get("index.ts") ?? "";
    assert.ok(index.includes(`sink: new pulumi.Config().requireSecret("${hook}")`), index);
    assert.match(index, /sink: "https:\/\/plain\.example\.com"/);
    const { secrets } = JSON.parse(dry.stdout) as Document;
    assert.deepEqual(
      secrets.map(({ kind, input, key }) => [kind, input, key]),
      [["events:Subscription", "sink", hook]],
    );
    assert.match(first.stdout, /bash set-secrets\.sh sets it\.\n.*then bash set-secrets\.sh, then PLATFORM_/);

    const script = () => readFileSync(join(out(), "set-secrets.sh"), "utf8");
    const before = script();
    assert.match(before, new RegExp(`^copy ${hook} getSubscription \\S+ sink$`, "m"));
    assert.deepEqual((await documentOf()).files, []);
    assert.equal(script(), before);
    const other = keyOf(put("https://hooks.example.com/canary/other"));
    const second = await run();
    assert.match(second.stdout, /reads 1 secret/);
    const keys = [...script().matchAll(/^copy (\w+) /gm)].map(([, key]) => key);
    assert.deepEqual(keys.sort(), [hook, other].sort());
    for (const told of [dry.stdout, first.stdout, index, second.stdout, script()]) assert.doesNotMatch(told, /canary/);
    await checkProgram(out(), { isLinted: false });
  });

  it("shows with --dry-run what it would write, and writes nothing", async () => {
    smallOrganization(emulator);
    const { files } = await documentOf("--dry-run");
    assert.equal(existsSync(out()), false);
    assert.equal((await run()).code, 0);
    for (const { file, text } of files) assert.equal(readFileSync(join(out(), file), "utf8"), text, file);
  });

  it("ends with 1 if a kind cannot be listed, and writes the others", async () => {
    smallOrganization(emulator);
    emulator.fault({
      method: "GET",
      path: "/iam/v2/roles",
      times: 100,
      action: { kind: "status", code: "PERMISSION_DENIED" },
    });
    const { code, stdout } = await run("-o", "json");
    assert.equal(code, 1);
    const { unlisted } = JSON.parse(stdout) as Document;
    assert.deepEqual(
      unlisted.map(({ kind }) => kind),
      ["iam:Role"],
    );
    assert.match(readSources(out()).get("index.ts") ?? "", /new platform\.Group\("web"/);
  });

  it("refuses a wrong call with one line that says what is right", async () => {
    const mistaken = async (words: readonly string[], message: RegExp) => {
      const { code, stdout, stderr } = await quickCall(["import", ...words], { environment: emulator.environment });
      assert.deepEqual([code, stdout], [1, ""], stderr);
      assert.match(stderr, message);
    };
    const root = emulator.organization.uid;
    await mistaken(["--out", out()], /^error: --parent and --out are required: .*\n$/);
    await mistaken(["--parent", "a b", "--out", out()], /--parent: must be a uid/);
    await mistaken(
      ["--parent", root, "--out", out(), "--kinds", "bindings"],
      /unknown kind "bindings"\. Use groups, identities, .*roleBindings/,
    );
    writeFileSync(join(folder, "index.ts"), "");
    await mistaken(
      ["--parent", root, "--out", folder],
      /contains files that no import has written\. Name an empty or a new folder/,
    );
    assert.equal((await run("--kinds", "groups")).code, 0);
    const web = String(emulator.put("iam:Group", root, { name: "web" }).uid);
    await mistaken(
      ["--parent", web, "--out", out()],
      new RegExp(`contains the import of ${root}\\. Give that uid as --parent`),
    );
    assert.equal((await run()).code, 0);
    const manifest = join(out(), ".pulumi-platform-import.json");
    const text = readFileSync(manifest, "utf8");
    writeFileSync(manifest, "<<<<<<<");
    await mistaken(["--parent", root, "--out", out()], /is invalid\. Restore it/);
    writeFileSync(manifest, text);
    assert.equal((await run()).code, 0);
  });

  it("adds to a program of the dynamic host for the plugin, and says that its host is to be changed first", async () => {
    const put = (name: string) => emulator.put("iam:Group", emulator.organization.uid, { name });
    put("first");
    const first = await run();
    assert.equal(first.code, 0);
    const fromFile = /If you have pulumi-platform as a file, run npm install <path>\.tgz instead of npm install\./;
    assert.match(first.stdout, fromFile);
    const project = readFileSync(join(out(), "Pulumi.yaml"), "utf8");
    assert.ok(!project.includes("plugin") && !existsSync(join(out(), IMPORT_FILE)));
    put("second");
    const told = await run("--for", "plugin");
    assert.equal(told.code, 0, told.stdout + told.stderr);
    assert.doesNotMatch(told.stdout, fromFile, "its packages are installed");
    assert.match(told.stdout, /Before that, add the plugin to Pulumi\.yaml and set platform:shell to plugin/);
    const names = () =>
      (JSON.parse(readFileSync(join(out(), IMPORT_FILE), "utf8")) as { resources: { name: string }[] }).resources.map(
        ({ name }) => name,
      );
    assert.deepEqual(names(), ["second"], "what the dynamic host has moves by itself");
    put("third");
    const environment = { ...emulator.environment, PLATFORM_SHELL: "plugin" };
    const words = ["import", "--parent", emulator.organization.uid, "--out", out()];
    const set = await quickCall(words, { environment });
    assert.match(set.stdout, /pulumi import --file resources\.json/);
    assert.doesNotMatch(set.stdout, /Before that/);
    put("fourth");
    writeFileSync(
      join(out(), "Pulumi.yaml"),
      `${project}plugins:\n  providers:\n    - name: platform\n      path: node_modules/pulumi-platform/dist/plugin\nconfig:\n  platform:shell: plugin\n`,
    );
    const inProject = await run("--for", "plugin");
    assert.match(inProject.stdout, /pulumi import --file resources\.json/);
    assert.doesNotMatch(inProject.stdout, /Before that/, "Pulumi.yaml has both already");
    assert.deepEqual(names(), ["second", "third", "fourth"]);
    const wrong = await quickCall(words, { environment: { ...environment, PLATFORM_SHELL: "other" } });
    assert.equal(wrong.code, 1);
    assert.match(wrong.stderr, /PLATFORM_SHELL: must be dynamic or plugin/);
  });

  it("makes no code of hostile names", async () => {
    const root = emulator.organization.uid;
    const hostile = ['"); evil(); ("', "`${evil()}`", "*/ evil() /*", "a\nevil()", "\u2028evil()", "```\n# evil"];
    for (const [i, name] of hostile.entries()) {
      const group = emulator.put("iam:Group", root, { name: `group ${i}` });
      emulator.edit(String(group.uid), { name, description: "ok" }, "iam:Group");
      const role = emulator.put("iam:Role", root, { name: `role ${i}`, capabilities: ["CAP_REPO_LIST"] });
      emulator.edit(String(role.uid), { name, description: name });
    }
    await run();
    await checkProgram(out(), { isLinted: false });
    assert.doesNotMatch(readFileSync(join(out(), "NOT-IMPORTED.md"), "utf8"), /^# evil/m);
  });

  const idOf = (from: Emulator, type: string, name: string): string =>
    String(from.list(type).find((object) => object.name === name)?.uid);
});
