import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { appendFileSync, cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Emulator, startEmulator } from "../../src/emulator";
import { generateScimToken } from "../../src/operations/scim";
import { requestOf } from "../../src/wire/request";
import { call, runProgram } from "../support/command";
import { collections, objectsOf, succeeded } from "../support/engine";
import { checkProgram } from "../support/imported-files";
import { SECRETS_PROVIDER } from "../support/key-service";
import { keyedProgram, putAll } from "../support/keyed-objects";
import { mutations } from "../support/log";
import { manyGroups, smallOrganization } from "../support/organization";
import { clientOf, populate } from "../support/platform";
import { hostProcessesBelow, waitUntilEnded } from "../support/processes";
import { quickStack } from "../support/quick-stack";
import { HOST_PROCESS, type Stack } from "../support/stack";
import { createWorkspace, npmCli, type Workspace } from "../support/workspace";

/** How many moments the program is killed at; `IMPORT_KILLS=10` for the full number. */
const KILLS = Number(process.env.IMPORT_KILLS ?? 3);

/** One run at a time, and the state written once, at its end. */
const WRITES_ONCE = { PULUMI_EXPERIMENTAL: "true", PULUMI_SKIP_CHECKPOINTS: "true" };
const IDENTICAL = { PLATFORM_ADOPT_EXISTING: "identical" };

/** What somebody adds to a program by hand. */
const MOBILE = `
const mobile = new platform.Group("mobile", { parentUid: "PARENT", name: "mobile" });
new platform.CiIdentity("mobile-ci", {
  parentUid: mobile.id,
  issuer: "https://ci.example.com",
  subject: "mobile",
  roles: [{ roleUid: platform.getRoleOutput({ name: "viewer", inRoot: true }).uid, name: "viewer" }],
});
`;

const textIn = (file: string): string => (statSync(file).isFile() ? readFileSync(file, "utf8") : "");

describe("an organisation that was imported", function () {
  this.timeout(600_000);

  let emulator: Emulator;
  let workspace: Workspace;
  let folder: string;
  let releases: (() => void)[] = [];
  beforeEach(async () => {
    emulator = await startEmulator();
    workspace = createWorkspace();
    folder = join(workspace.directory, "program");
  });
  afterEach(async () => {
    for (const release of releases) release();
    releases = [];
    await emulator.close();
    workspace.remove();
  });

  const importInto = (out: string) =>
    call(["import", "--parent", emulator.organization.uid, "--out", out], { environment: emulator.environment });

  /** A stack of the program. Its types are checked by `checkProgram`, once. */
  const stackOf = async (directory: string): Promise<Stack> => {
    const environment = {
      ...emulator.environment,
      ...WRITES_ONCE,
      PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    };
    const pulumi = process.env.PULUMI_PLATFORM_PULUMI ?? "";
    const { stack, release } = await quickStack({ directory, pulumi, environment, isTypeScript: true });
    releases.push(release);
    succeeded(await stack.init("--secrets-provider", SECRETS_PROVIDER));
    return stack;
  };
  /** Sets what the program reads from the stack's config, as SECRETS.md says. Answers what is printed. */
  const setSecrets = async ({ environment }: Pick<Stack, "environment">): Promise<string> => {
    const page = readFileSync(join(folder, "SECRETS.md"), "utf8");
    const [, lines = ""] = /```sh\n([\s\S]*?)```/.exec(page) ?? [];
    const { code, stdout, stderr } = await runProgram("bash", ["-eo", "pipefail", "-c", lines], {
      cwd: folder,
      environment,
    });
    assert.equal(code, 0, stdout + stderr);
    return stdout + stderr;
  };
  const takeOver = (stack: Stack) =>
    stack.run(["up", "--yes", "--skip-preview", "--suppress-progress", "--continue-on-error"], IDENTICAL);
  const assertSettled = async (stack: Stack) => {
    succeeded(await stack.up("--expect-no-changes"));
    succeeded(await stack.preview("--refresh", "--expect-no-changes"));
  };
  /** The objects of this package in the state. */
  const recorded = async (stack: Stack) =>
    ((await stack.export()).deployment.resources ?? []).filter(({ type }) =>
      type.startsWith("pulumi-nodejs:dynamic/platform/"),
    );
  const total = () =>
    collections
      .filter(({ isRootOf, isConsumed }) => isRootOf === undefined && !isConsumed)
      .flatMap((spec) =>
        objectsOf(emulator, spec).filter(
          ({ uid }) =>
            String(uid).startsWith(`${emulator.organization.uid}/`) ||
            (spec.uidIsParents && uid === emulator.organization.uid),
        ),
      ).length;

  it("of 300 objects of all kinds is taken over by one up without a write, and nothing is left to do (advice import-first-up)", async () => {
    const world = populate(emulator);
    const engine = { emulator, world, foreignObjects: new Set<string>(), root: emulator.organization.uid };
    putAll(engine as never, keyedProgram(engine, 18));
    smallOrganization(emulator);
    manyGroups(emulator, 12);
    assert.ok(total() >= 300, `${total()} objects`);
    const imported = await importInto(folder);
    assert.equal(imported.code, 0, imported.stdout + imported.stderr);
    await checkProgram(folder);

    const stack = await stackOf(folder);
    await setSecrets(stack);
    emulator.clearRequests();
    succeeded(await takeOver(stack));
    assert.deepEqual(mutations(emulator.requests), []);
    assert.equal((await recorded(stack)).length, total());
    await assertSettled(stack);
    assert.deepEqual(mutations(emulator.requests), []);
  });

  it(`whose first up is killed at ${KILLS} moments, checkpoints skipped, is taken over by the next one`, async () => {
    smallOrganization(emulator);
    assert.equal((await importInto(folder)).code, 0);
    const stack = await stackOf(folder);
    await setSecrets(stack);
    emulator.clearRequests();
    for (let kill = 1; kill <= KILLS; kill++) {
      const nth = 1 + Math.floor((kill / (KILLS + 1)) * 2 * total());
      const gate = emulator.fault({ method: "GET", nth, when: "after", action: { kind: "hold" } });
      const words = ["up", "--yes", "--skip-preview", "--continue-on-error"];
      const run = stack.start(words, { ...IDENTICAL, ...HOST_PROCESS });
      await gate.reached;
      const hosts = hostProcessesBelow(run.pid);
      run.kill();
      gate.remove();
      await run.ended;
      await waitUntilEnded(hosts, 150_000);
      await stack.recover();
    }
    succeeded(await takeOver(stack));
    assert.deepEqual(mutations(emulator.requests), []);
    assert.equal((await recorded(stack)).length, total());
    await assertSettled(stack);
  });

  it("has the sinks of subscriptions as secrets of the stack's config, which SECRETS.md sets without showing one (advice import-set-secrets)", async () => {
    const root = emulator.organization.uid;
    const canaries = ["canary-of-the-path", "canary-of-the-query", "canary-of-the-second-import"];
    const put = (sink: string) => emulator.put("events:Subscription", root, { sink });
    put(`https://hooks.example.com/services/${canaries[0]}`);
    put(`https://hooks.example.com/?token=${canaries[1]}`);
    put("https://plain.example.com/");
    const said: string[] = [];
    const imported = async () => {
      const { code, stdout, stderr } = await importInto(folder);
      assert.equal(code, 0, stdout + stderr);
      said.push(stdout, stderr, ...readdirSync(folder).map((name) => textIn(join(folder, name))));
      return stdout;
    };
    assert.match(await imported(), /2 secrets from the stack's config \(Subscription\.sink\).*SECRETS\.md/);
    await checkProgram(folder);
    const stack = await stackOf(folder);
    assert.match((await takeOver(stack)).output, /Missing required configuration variable/);
    for (const added of [0, 1]) {
      if (added === 1) {
        put(`https://second.example.com/${canaries[2]}`);
        assert.match(await imported(), /a secret from the stack's config/);
        await checkProgram(folder, { isLinted: false });
      }
      // A value that cannot be read is not set, to nothing least of all.
      const stranger = { environment: { ...stack.environment, PLATFORM_TOKEN: "wrong" } };
      await assert.rejects(setSecrets(stranger), /PLATFORM_TOKEN/);
      said.push(await setSecrets(stack));
      // What is set stays, and is not even asked for.
      said.push(await setSecrets(stranger));
      emulator.clearRequests();
      said.push(succeeded(await takeOver(stack)).output);
      assert.deepEqual(mutations(emulator.requests), []);
      assert.equal((await recorded(stack)).length, 3 + added);
      said.push(succeeded(await stack.preview("--diff", "--refresh", "--expect-no-changes")).output);
    }
    said.push(JSON.stringify(await stack.export()), textIn(join(folder, "Pulumi.test.yaml")));
    for (const canary of canaries) assert.ok(!said.join("\n").includes(canary), canary);
    assert.match(await imported(), /0 objects written to .*: nothing/);
  });

  it("leaves to the program what it has made since, once the import is told the stack; and up --refresh puts back what was changed by hand (advice import-name-the-stack, import-put-back)", async () => {
    const root = emulator.organization.uid;
    const web = String(emulator.put("iam:Group", root, { name: "web", description: "as imported" }).uid);
    assert.equal((await importInto(folder)).code, 0);
    const stack = await stackOf(folder);
    succeeded(await takeOver(stack));
    appendFileSync(join(folder, "index.ts"), MOBILE.replace("PARENT", root));
    succeeded(await stack.up());
    const kept = ["index.ts", ".pulumi-platform-import.json"].map(
      (name) => [name, textIn(join(folder, name))] as const,
    );

    const unaware = await importInto(folder);
    assert.match(textIn(join(folder, "index.ts")), /new platform\.Group\("mobile-2"/);
    const [, words = ""] =
      /take the files back as they were.*, and import with ([^\n]+)\.$/m.exec(unaware.stdout) ?? [];
    assert.equal(words, `--cwd "${folder}"`, unaware.stdout);
    for (const [name, text] of kept) writeFileSync(join(folder, name), text);
    const environment = { ...emulator.environment, ...stack.environment };
    const aware = await call(["import", "--parent", root, "--out", folder, "--cwd", folder], { environment });
    assert.match(aware.stdout, /^0 objects written to .*: nothing\.\nThe stack already holds 3 objects/m);
    assert.doesNotMatch(aware.stdout, /No stack was asked/);
    for (const [name, text] of kept) assert.equal(textIn(join(folder, name)), text);
    await assertSettled(stack);

    emulator.edit(web, { description: "by hand" }, "iam:Group");
    succeeded(await stack.up("--expect-no-changes"));
    const drift = await call(["drift", "--cwd", folder], { environment });
    assert.equal(drift.code, 2, drift.stdout + drift.stderr);
    assert.match(drift.stdout, /web.*description/);
    succeeded(await stack.up("--refresh"));
    assert.equal(emulator.list("iam:Group").find(({ uid }) => uid === web)?.description, "as imported");
    assert.equal((await call(["drift", "--cwd", folder], { environment })).code, 0);
  });

  it("is installed with this package from a file, as its README says (advice import-from-file)", async () => {
    assert.equal((await importInto(folder)).code, 0);
    const readme = textIn(join(folder, "README.md"));
    const steps = [
      "npm install\n",
      "pulumi stack init dev",
      "SECRETS.md",
      "PLATFORM_ADOPT_EXISTING=identical pulumi up",
    ];
    const places = steps.map((step) => readme.indexOf(step));
    assert.ok(!places.includes(-1) && places.join() === [...places].sort((a, b) => a - b).join(), readme);

    // npm asks no network here: what this package and the program need besides is installed above the folder.
    const installed = join(workspace.directory, "node_modules", "pulumi-platform");
    const manifestOf = (directory: string) => JSON.parse(textIn(join(directory, "package.json")));
    cpSync(installed, join(workspace.directory, "package"), { recursive: true });
    const { dependencies: _, peerDependencies: __, ...alone } = manifestOf(installed);
    writeFileSync(join(workspace.directory, "package", "package.json"), JSON.stringify(alone));
    execFileSync("tar", ["-czf", "p.tgz", "package"], { cwd: workspace.directory });
    rmSync(installed, { recursive: true });
    const { dependencies, devDependencies: ___, ...own } = manifestOf(folder);
    const pinned = { "pulumi-platform": dependencies["pulumi-platform"] };
    writeFileSync(join(folder, "package.json"), JSON.stringify({ ...own, dependencies: pinned }));
    const npm = (...words: string[]) =>
      runProgram(process.execPath, [npmCli(), ...words, "--offline", "--no-audit", "--no-fund"], { cwd: folder });
    assert.match(readme, /`npm install <path>\.tgz` takes the place of the first line/);
    assert.notEqual((await npm("install")).code, 0);
    const { code, stdout, stderr } = await npm("install", "../p.tgz");
    assert.equal(code, 0, stdout + stderr);
    assert.deepEqual(manifestOf(folder).dependencies, { "pulumi-platform": "file:../p.tgz" });
    assert.equal((await npm("install")).code, 0);
    const stack = await stackOf(folder);
    succeeded(await takeOver(stack));
  });

  it("is extended by a second import, and what was left out is taken over as NOT-IMPORTED.md says (advice import-give-secret, import-new-token, import-delete-twins, import-change-it, import-make-another)", async () => {
    const root = emulator.organization.uid;
    smallOrganization(emulator);
    assert.equal((await importInto(folder)).code, 0);
    const stack = await stackOf(folder);
    await setSecrets(stack);
    succeeded(await takeOver(stack));

    const roleUid = String(emulator.list("iam:Role").find(({ name }) => name === "viewer")?.uid);
    const oidc = { issuer: "https://sso.example.com", clientId: "acme", clientSecret: "former-secret" };
    const sso = String(emulator.put("iam:IdentityProvider", root, { name: "sso", defaultRole: roleUid, oidc }).uid);
    const twins = [1, 2].map(() => emulator.put("iam:Group", root, { name: "twin" }));
    const odd = String(emulator.put("iam:Group", root, { name: "odd" }).uid);
    emulator.edit(odd, { description: "two\nlines" }, "iam:Group");
    emulator.put("iam:GroupInvite", root, { roleUid, ttl: "86400s" });
    const login = String(emulator.list("iam:IdentityProvider").find(({ name }) => name === "acme login")?.uid);
    await clientOf(emulator).call(requestOf(generateScimToken, { identityProviderUid: login }));
    assert.equal((await importInto(folder)).code, 2);
    const page = readFileSync(join(folder, "NOT-IMPORTED.md"), "utf8");

    // As the page says.
    emulator.remove(String(twins[1]?.uid));
    emulator.edit(odd, { description: "one line" }, "iam:Group");
    const [, key = ""] = /pulumi config set --secret (\w+)/.exec(page) ?? [];
    succeeded(await stack.run(["config", "set", "--secret", key, "canary-of-the-import"]));
    const blocks = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, block = ""]) => block);
    assert.equal(blocks.length, 2, page);
    const index = join(folder, "index.ts");
    const invite = 'new platform.GroupInvite("another", { parentUid, roleUid: viewer.uid, ttl: "24h" });\n';
    appendFileSync(index, [...blocks, invite].join(""));
    assert.match(readFileSync(index, "utf8"), /^import \* as pulumi from/, "a secret of the first import needs it");
    const third = await importInto(folder);
    assert.equal(third.code, 2, third.stdout);
    assert.doesNotMatch(readFileSync(join(folder, "NOT-IMPORTED.md"), "utf8"), /sso|login|twin|odd/);
    await checkProgram(folder, { isLinted: false });

    emulator.clearRequests();
    const { output } = succeeded(await takeOver(stack));
    assert.doesNotMatch(output, /canary/);
    const sent = mutations(emulator.requests).map(({ method, target, mask = "" }) => `${method} ${target} ${mask}`);
    assert.deepEqual(
      new Set(sent),
      new Set([
        `PATCH /iam/v2/identityProviders/${sso} oidc.client_secret`,
        `POST /iam/v2/identityProviders/${login}:regenerateScimToken `,
        `POST /iam/v2/groupInvites/${root} `,
      ]),
    );
    assert.equal((await recorded(stack)).length, total() + 2);
    await assertSettled(stack);
  });
});
