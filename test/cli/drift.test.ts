import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { readableKinds } from "../../src/cli/organization/read";
import type { Emulator } from "../../src/emulator";
import { generateScimToken } from "../../src/operations/scim";
import { requestOf } from "../../src/wire/request";
import { letSecondsPass } from "../support/clock";
import { call, type Project, runProgram, startProject, startWorld, stateResource } from "../support/command";
import { tokenOf } from "../support/furnished";
import { clientOf } from "../support/platform";
import { quickCall } from "../support/quick-call";
import { writeFiles } from "../support/workspace";

/** What the tests read of the document. */
interface Document {
  readonly stack: string | null;
  readonly isComplete: boolean;
  readonly notChecked: readonly {
    readonly kind: string;
    readonly group: { readonly path: string };
    readonly visibility: string;
  }[];
  readonly counts: Readonly<Record<string, number>>;
  readonly changed: readonly { readonly name: string; readonly fields: readonly { readonly path: string }[] }[];
  readonly deleted: readonly { readonly name: string }[];
  readonly unread: readonly { readonly name: string; readonly message: string }[];
  readonly unmanaged: null | {
    readonly objects: readonly { readonly kind: string; readonly name: string }[];
    readonly unlisted: readonly { readonly kind: string | null; readonly message: string }[];
  };
}

describe("pulumi-platform drift", function () {
  this.timeout(120_000);

  let emulator: Emulator;
  let project: Project;
  let temporary: string;
  let root: string;
  let team: string;
  let other: string;
  before(async () => {
    emulator = await startWorld();
    root = emulator.organization.uid;
    const groups = ["team", "other"].map((name) => {
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
    rmSync(join(project.directory, ".pulumi-platform-ignore"), { force: true });
    assert.deepEqual(readdirSync(temporary), [], "nothing is left in the folder of temporary files");
  });

  const ask = (words: readonly string[], more: Record<string, string> = {}, run = quickCall) =>
    run(["drift", "--cwd", project.directory, ...words], {
      environment: { ...emulator.environment, ...project.environment, TMPDIR: temporary, ...more },
    });
  const documentOf = async (...words: string[]) => {
    const { code, stdout, stderr } = await ask([...words, "-o", "json"]);
    assert.equal(stderr, "");
    return { code, document: JSON.parse(stdout) as Document };
  };
  const stateFile = () =>
    readFileSync(join(project.directory, ".pulumi-test/backend/.pulumi/stacks/site/dev.json"), "utf8");

  it("ends with 0 for a clean stack, named or selected in the folder", async () => {
    const { code, document } = await documentOf("--unmanaged");
    assert.deepEqual([code, document.isComplete, document.stack], [0, true, "dev"], JSON.stringify(document));
    const { code: inside, stdout } = await quickCall(["drift"], {
      environment: { ...emulator.environment, ...project.environment },
      cwd: project.directory,
    });
    assert.deepEqual([inside, stdout.split("\n")[0]], [0, 'No drift in "site/dev".']);
  });

  it("reports changes, and changes nothing: neither state nor platform", async () => {
    emulator.edit(team, { description: "by hand" });
    const before = [stateFile(), JSON.stringify(emulator.list("iam:Group"))];
    emulator.clearRequests();
    const { code, document } = await documentOf("--unmanaged");
    assert.deepEqual(
      [code, document.changed.map(({ name, fields }) => [name, fields.map(({ path }) => path)])],
      [2, [["team", ["description"]]]],
    );
    assert.deepEqual([stateFile(), JSON.stringify(emulator.list("iam:Group"))], before);
    assert.deepEqual([...new Set(emulator.requests.map(({ method }) => method))], ["GET"]);
  });

  it("uses the ignore file of the project's folder, or the named one, which must exist (row 155)", async () => {
    emulator.edit(team, { description: "by hand" });
    writeFileSync(join(project.directory, ".pulumi-platform-ignore"), "iam:Group team description\n");
    assert.equal((await ask([])).code, 0);
    writeFileSync(join(project.directory, "other"), "# none\n");
    assert.equal((await ask(["--ignore-file", join(project.directory, "other")])).code, 2);
    writeFileSync(join(project.directory, ".pulumi-platform-ignore"), "\niam:Group\n");
    const wrong = await ask([]);
    assert.equal(wrong.code, 1);
    assert.match(wrong.stderr, /^error: \.pulumi-platform-ignore:2: must be a rule: [^\n]+\n$/);
    const missing = await ask(["--ignore-file", "/nowhere/rules"]);
    assert.deepEqual(
      [missing.code, missing.stderr],
      [1, "error: the ignore file /nowhere/rules cannot be read: ENOENT\n"],
    );
    const folder = await ask(["--ignore-file", project.directory]);
    assert.deepEqual([folder.code, folder.stdout], [1, ""]);
  });

  it("finds unmanaged objects in a group whose account association was deleted, although both have one uid", async () => {
    const roleUid = emulator.list("iam:Role").find(({ name }) => name === "owner")?.uid;
    const mallory = String(
      emulator.put("iam:Identity", other, { name: "mallory", servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" }).uid,
    );
    const binding = String(emulator.put("iam:RoleBinding", team, { identityUid: mallory, roleUid }).uid);
    const values = { parentUid: team, name: "aws", amazon: { account: "123456789012" } };
    const gone = stateResource("iam:AccountAssociation", "aws", { id: team, ...values });
    const own = await startProject([gone], { isInstalled: true });
    try {
      const { code, stdout } = await quickCall(["drift", "--unmanaged", "--fail-on", "unmanaged", "-o", "csv"], {
        environment: { ...emulator.environment, ...own.environment },
        cwd: own.directory,
      });
      assert.match(stdout, /^unmanaged,iam:RoleBinding,mallory as owner/m);
      assert.match(stdout, /^deleted,iam:AccountAssociation,aws,/m);
      assert.equal(code, 2);
    } finally {
      own.remove();
      for (const uid of [binding, mallory]) emulator.remove(uid);
    }
  });

  it("prints notes on standard error with CSV (row 183)", async () => {
    writeFileSync(join(project.directory, ".pulumi-platform-ignore"), "iam:Group nothing when changed\n");
    const { code, stdout, stderr } = await ask(["-o", "csv"]);
    assert.deepEqual([code, stdout.split("\n").length], [0, 2]);
    assert.match(stderr, /^note: No drift in "site\/dev"\.\nnote: 2 resources compared\.\n/);
    assert.match(stderr, /^note: The rule in line 1 of the ignore file matches nothing here: [^\n]+\n$/m);
    assert.equal((await ask(["-o", "markdown"])).stderr, "");
  });

  it("heeds rules on an invite by its e-mail address, and on a mapping by its group and identity provider", async () => {
    const roleOf = (name: string) => emulator.list("iam:Role").find((role) => role.name === name)?.uid;
    const oidc = { issuer: "https://login.example.com", clientId: "c", pkceEnabled: true };
    const sso = { name: "sso", defaultRole: roleOf("viewer"), oidc };
    const provider = String(emulator.put("iam:IdentityProvider", root, sso).uid);
    const invite = (email: string, role: string) =>
      String(emulator.put("iam:GroupInvite", team, { email, roleUid: roleOf(role), ttl: "3600s" }).uid);
    const mapping = { externalGroupId: "platform team", roleUid: roleOf("viewer"), scope: root };
    const made = [
      invite("ana@example.com", "viewer"),
      invite("ana@example.com", "owner"),
      String(emulator.put("iam:ExternalGroupRoleMapping", provider, mapping).uid),
      provider,
    ];
    const rules = [
      "iam:IdentityProvider sso",
      'iam:GroupInvite "ana@example.com as viewer in team"',
      'iam:ExternalGroupRoleMapping "platform team of sso as *"',
    ];
    writeFileSync(join(project.directory, ".pulumi-platform-ignore"), rules.join("\n"));
    const { code, stdout } = await ask(["--unmanaged", "--under", root, "-o", "csv"]);
    for (const uid of made) emulator.remove(uid);
    assert.equal(code, 2);
    const found = stdout.trim().split("\n").slice(1);
    assert.equal(found.length, 1, stdout);
    assert.match(found[0] ?? "", /^unmanaged,iam:GroupInvite,ana@example\.com as owner in team,/);
  });

  it("says that --under needs --unmanaged, and accepts both", async () => {
    const alone = await ask(["--under", root]);
    assert.deepEqual(
      [alone.code, alone.stderr],
      [1, "error: --under needs --unmanaged, because it adds groups to that search. Give both.\n"],
    );
    assert.equal((await ask(["--under", root, "--unmanaged"])).code, 0);
    assert.equal((await ask(["--under", "a:b", "--unmanaged"])).code, 1);
    assert.equal((await ask(["--fail-on", "everything"])).code, 1);
  });

  it("finds a SCIM token that somebody created, and interrupted operations, without other options (rows 172, 173)", async () => {
    const defaultRole = emulator.list("iam:Role").find(({ name }) => name === "viewer")?.uid;
    const correlationRule = "CORRELATION_RULE_SUB_EQUALS_EXTERNAL_ID";
    const oidc = { issuer: "https://login.example.com", clientId: "c", pkceEnabled: true, correlationRule };
    const args = { name: "sso", defaultRole, oidc };
    const id = String(emulator.put("iam:IdentityProvider", root, args).uid);
    const resource = stateResource("iam:IdentityProvider", "sso", { id, parentUid: root, ...args });
    const own = await startProject([resource], { isInstalled: true });
    const environment = { ...emulator.environment, ...own.environment };
    const inOwn = (...words: string[]) => quickCall(["drift", ...words], { environment, cwd: own.directory });
    try {
      const clean = await inOwn();
      assert.equal(clean.code, 0, clean.stdout);
      const client = clientOf(emulator);
      await client.call(requestOf(generateScimToken, { identityProviderUid: id, neverExpires: true }));
      // An import of a state leaves out operations that were interrupted.
      const file = join(own.directory, ".pulumi-test/backend/.pulumi/stacks/site/dev.json");
      const state = JSON.parse(readFileSync(file, "utf8")) as { checkpoint: { latest: Record<string, unknown> } };
      const begun = { ...resource, urn: `${resource.urn}-2`, id: "" };
      state.checkpoint.latest.pending_operations = [{ resource: begun, type: "creating" }];
      writeFileSync(file, JSON.stringify(state));
      const { code, stdout } = await inOwn();
      assert.equal(code, 2, stdout);
      assert.match(stdout, /whoever has the SCIM token of "sso" +SCIM off, live token that never expires/);
      assert.match(stdout, /^1 operation of an interrupted run is pending\. /m);
    } finally {
      own.remove();
      emulator.remove(id);
    }
  });

  it("ends with 1 if a resource cannot be read, names it, and reports the others", async () => {
    emulator.edit(team, { description: "by hand" });
    const fault = emulator.fault({
      path: new RegExp(`^/iam/v2/groups(/${other})?$`),
      times: 100,
      action: { kind: "status", code: "PERMISSION_DENIED" },
    });
    const { code, document } = await documentOf("--fail-on", "never");
    fault.remove();
    assert.deepEqual([code, document.isComplete, document.unread.map(({ name }) => name)], [1, false, ["other"]]);
    assert.deepEqual(
      document.changed.map(({ name }) => name),
      ["team"],
    );
    assert.match(document.unread[0]?.message ?? "", /PERMISSION_DENIED/);
  });

  it("ends with 1 if a kind cannot be listed, and says which and why", async () => {
    const action = { kind: "status", code: "PERMISSION_DENIED" } as const;
    const fault = emulator.fault({ path: "/iam/v2/roleBindings", times: 100, action });
    const { code, document } = await documentOf("--unmanaged");
    fault.remove();
    assert.deepEqual([code, document.unmanaged?.unlisted.map(({ kind }) => kind)], [1, ["iam:RoleBinding"]]);
  });

  it("is not clean for a token that may not list invites and identity providers, and neither is import (row 154)", async () => {
    const issuer = "https://ci.example.com";
    const put = (type: string, body: Record<string, unknown>) => String(emulator.put(type, root, body).uid);
    const lists = ["IAM_GROUPS", "IAM_IDENTITY", "IAM_ROLES", "IAM_ROLE_BINDINGS", "REPO", "TAG"];
    const roleUid = put("iam:Role", { name: "nightly", capabilities: lists.map((kind) => `CAP_${kind}_LIST`) });
    const identityUid = put("iam:Identity", { name: "nightly", claimMatch: { issuer, subject: "repo:acme/nightly" } });
    const own = [roleUid, identityUid, put("iam:RoleBinding", { identityUid, roleUid })];
    const owner = emulator.list("iam:Role").find(({ name }) => name === "owner")?.uid;
    const invite = put("iam:GroupInvite", { email: "eve@example.com", roleUid: owner, ttl: "3600s" });
    const ignored = own.map((uid) => `* ${uid} when unmanaged`);
    writeFileSync(join(project.directory, ".pulumi-platform-ignore"), ignored.join("\n"));
    const PLATFORM_TOKEN = await tokenOf(emulator, "nightly");
    try {
      const { code, stdout } = await ask(["--unmanaged", "--under", root, "-o", "json"], { PLATFORM_TOKEN });
      const { isComplete, counts, notChecked } = JSON.parse(stdout) as Document;
      assert.deepEqual([code, isComplete, counts.unmanaged], [1, false, 0]);
      assert.deepEqual(
        notChecked.map(({ kind, group, visibility }) => `${kind} ${group.path} ${visibility}`),
        ["IdentityProvider", "ExternalGroupRoleMapping", "GroupInvite", "AccountAssociation"]
          .map((kind) => `iam:${kind} acme not visible`)
          .concat("events:Subscription acme not visible"),
      );
      const shown = await ask(["--unmanaged", "--under", root, "-o", "markdown"], { PLATFORM_TOKEN });
      assert.match(shown.stdout, /Not checked/);
      assert.match(shown.stdout, /iam:GroupInvite/);
      const call = ["import", "--parent", root, "--out", join(project.directory, "imported"), "--dry-run"];
      const environment = { ...emulator.environment, PLATFORM_TOKEN };
      const imported = await quickCall(call, { environment });
      assert.equal(imported.code, 1, imported.stdout);
      assert.match(imported.stdout, /^Not checked\n[\s\S]*iam:GroupInvite/m);
    } finally {
      for (const uid of [invite, ...own.reverse()]) emulator.remove(uid);
    }
  });

  it("is not clean for a token that is older than a grant, as access, import and doctor are not, and is for a new one (row 290)", async () => {
    const put = (type: string, body: Record<string, unknown>) => String(emulator.put(type, root, body).uid);
    const lists = ["IAM_GROUPS", "IAM_IDENTITY", "IAM_ROLES", "IAM_ROLE_BINDINGS", "REPO", "TAG"];
    const roleUid = put("iam:Role", { name: "early", capabilities: lists.map((kind) => `CAP_${kind}_LIST`) });
    const claimMatch = { issuer: "https://ci.example.com", subject: "repo:acme/late" };
    const identityUid = put("iam:Identity", { name: "late", claimMatch });
    const own = [roleUid, identityUid, put("iam:RoleBinding", { identityUid, roleUid })];
    const old = await tokenOf(emulator, "late");
    letSecondsPass();
    const builtIn = (wanted: string) => emulator.list("iam:Role").find(({ name }) => name === wanted)?.uid;
    const grant = put("iam:RoleBinding", { identityUid, roleUid: builtIn("viewer") });
    const invite = put("iam:GroupInvite", { email: "eve@example.com", roleUid: builtIn("owner"), ttl: "3600s" });
    own.push(grant, invite);
    const ignored = own.map((uid) => `* ${uid} when unmanaged`);
    writeFileSync(join(project.directory, ".pulumi-platform-ignore"), ignored.join("\n"));
    const out = join(project.directory, "late");
    const endsOf = async (PLATFORM_TOKEN: string) => {
      const environment = { ...emulator.environment, PLATFORM_TOKEN };
      const run = (...words: string[]) => quickCall(words, { environment });
      return [
        await ask(["--unmanaged", "--under", root], { PLATFORM_TOKEN }),
        await run("access", "who-can", "CAP_REPO_LIST"),
        await run("access", "list"),
        await run("import", "--parent", root, "--out", out, "--dry-run"),
        await run("doctor"),
      ];
    };
    try {
      const before = await endsOf(old);
      assert.deepEqual(
        before.map(({ code }) => code),
        [1, 1, 1, 1, 1],
      );
      for (const { stdout } of before) {
        const text = stdout.replace(/\s+/g, " ");
        assert.match(text, /the token may be older than the role binding/);
        assert.match(text, /get a new one/);
      }
      const after = await endsOf(await tokenOf(emulator, "late"));
      assert.deepEqual(
        after.map(({ code }) => code),
        // An import cannot take over the invite.
        [0, 0, 0, 2, 0],
        after.map(({ stdout }) => stdout).join("\n"),
      );
    } finally {
      for (const uid of own.reverse()) emulator.remove(uid);
    }
  });

  for (const change of ["revokes", "grants", "leaves"] as const) {
    it(`ends with ${change === "leaves" ? 0 : 1}, as access and import do, if somebody ${change} a role while it reads (row 204)`, async () => {
      const put = (type: string, body: Record<string, unknown>) => String(emulator.put(type, root, body).uid);
      const seeing = [...new Set(readableKinds.flatMap(({ needs }) => needs.see))];
      const base = ["IAM_GROUPS", "IAM_ROLES", "IAM_ROLE_BINDINGS"].map((kind) => `CAP_${kind}_LIST`);
      const [all = "", some = ""] = [seeing, base].map((capabilities, n) =>
        put("iam:Role", { name: `seeing-${n}`, capabilities }),
      );
      const claimMatch = { issuer: "https://ci.example.com", subject: "repo:acme/watch" };
      const identityUid = put("iam:Identity", { name: "watch", claimMatch });
      const own = [all, some, identityUid, put("iam:RoleBinding", { identityUid, roleUid: some })];
      const bind = () => put("iam:RoleBinding", { identityUid, roleUid: all });
      const ignored = [...own, "*"].map((uid) => `${uid === "*" ? "iam:RoleBinding" : "*"} ${uid} when unmanaged`);
      writeFileSync(join(project.directory, ".pulumi-platform-ignore"), ignored.join("\n"));
      const run = (words: readonly string[], PLATFORM_TOKEN: string) =>
        quickCall(words, { environment: { ...emulator.environment, PLATFORM_TOKEN } });
      const calls = {
        drift: (PLATFORM_TOKEN: string) => ask(["--unmanaged", "--under", root], { PLATFORM_TOKEN }),
        access: (token: string) => run(["access", "who-can", "CAP_REPO_DELETE"], token),
        import: (token: string) =>
          run(["import", "--parent", root, "--out", join(project.directory, "watched"), "--dry-run"], token),
      };
      try {
        for (const [name, call] of Object.entries(calls)) {
          const former = change === "grants" ? "" : bind();
          const token = await tokenOf(emulator, "watch");
          // What the caller sees is read before this list.
          const fault = emulator.fault({ method: "GET", path: "/iam/v2/identities", action: { kind: "hold" } });
          const ended = call(token);
          while (fault.hits === 0) await setTimeout(20);
          if (change === "revokes") emulator.remove(former);
          const latter = change === "grants" ? bind() : former;
          fault.release();
          const { code, stdout, stderr } = await ended;
          fault.remove();
          if (change !== "revokes") emulator.remove(latter);
          assert.equal(code, change === "leaves" ? 0 : 1, `${name}: ${stdout}${stderr}`);
          assert.equal(/^Not checked\n/m.test(stdout), change !== "leaves", `${name}: ${stdout}${stderr}`);
        }
      } finally {
        for (const uid of own.reverse()) emulator.remove(uid);
      }
    });
  }

  it("ends with 1 and the engine's message for an unknown stack, and shows the error for a wrong token", async () => {
    const unknown = await ask(["--stack", "prod"]);
    assert.equal(unknown.code, 1);
    assert.match(unknown.stderr, /^error: pulumi refresh: no stack named 'prod' found\n$/);
    const closed = await ask([], { PLATFORM_TOKEN: "wrong-token" }, call);
    assert.deepEqual([closed.code, closed.stderr], [1, ""]);
    assert.match(closed.stdout, /resource team +.*UNAUTHENTICATED/);
    assert.ok(!closed.stdout.includes("wrong-token"));
  });

  it("says that the project's packages are missing, and works once they are installed", async () => {
    const modules = join(project.directory, "node_modules");
    renameSync(modules, join(project.directory, "away"));
    const bare = await ask([]);
    renameSync(join(project.directory, "away"), modules);
    assert.deepEqual(
      [bare.code, bare.stdout, bare.stderr],
      [
        1,
        "",
        "error: the engine cannot load the provider, because the project's packages are not installed. Run npm ci first\n",
      ],
    );
    assert.equal((await ask([])).code, 0);
  });

  it("asks for a group if the stack has no resources, and accepts one", async () => {
    const empty = await startProject([], { isInstalled: true });
    const environment = { ...emulator.environment, ...empty.environment };
    const inEmpty = (...words: string[]) =>
      quickCall(["drift", "--unmanaged", ...words], { environment, cwd: empty.directory });
    try {
      const bare = await inEmpty();
      assert.deepEqual(
        [bare.code, bare.stderr],
        [1, "error: The stack manages nothing that shows which group to check. Name one with --under <uid>.\n"],
      );
      const { code, stdout } = await inEmpty("--under", root);
      assert.equal(code, 2);
      assert.match(stdout, /KIND iam:Group[\s\S]*^other/m);
    } finally {
      empty.remove();
    }
  });

  it("says that all resources use explicit providers, and then checks one platform (row 192)", async () => {
    const urn = "urn:pulumi:dev::site::pulumi:providers:pulumi-nodejs::emea";
    const inputs = {
      "platform:provider": "explicit",
      "platform:baseUrl": emulator.url,
      "platform:token": emulator.token,
    };
    const provider = {
      urn,
      id: "emea-id",
      custom: true,
      type: "pulumi:providers:pulumi-nodejs",
      inputs,
      outputs: inputs,
    };
    const values = { parentUid: root, name: "team", description: "as declared" };
    const { uid: _, ...now } = emulator.get(team) ?? {};
    const declared = stateResource("iam:Group", "team", { id: team, ...values });
    const held = { ...declared, outputs: { ...declared.outputs, ...now }, provider: `${urn}::emea-id` };
    const elsewhere = await startProject([provider, held], { isInstalled: true });
    const environment = { ...emulator.environment, ...elsewhere.environment };
    const there = (...words: string[]) =>
      quickCall(["drift", "--unmanaged", ...words], { environment, cwd: elsewhere.directory });
    try {
      const bare = await there();
      assert.deepEqual(
        [bare.code, bare.stderr],
        [
          1,
          "error: All resources of this stack use explicit providers. Run drift with the settings of one platform and --under <uid>.\n",
        ],
      );
      const { code, stdout } = await there("--under", root);
      assert.equal(code, 2, stdout);
      assert.match(stdout, /^other +acme +iam:Group/m);
    } finally {
      elsewhere.remove();
    }
  });

  it("uses the config that an update recorded, and says to run pulumi up, which helps @all", async () => {
    const own = await startProject([], { isInstalled: true });
    const { PLATFORM_BASE_URL: _, ...rest } = emulator.environment;
    const environment = { ...rest, ...own.environment };
    const up = (url: string) => {
      const lines = `pulumi config set platform:baseUrl ${url} --stack dev && pulumi up --yes --skip-preview --stack dev`;
      return runProgram("bash", ["-c", lines], { environment, cwd: own.directory });
    };
    const drift = () => quickCall(["drift", "--cwd", own.directory], { environment });
    try {
      writeFiles(own.directory, {
        "package.json": { name: "site", main: "index.js" },
        "index.js": `
const platform = require("pulumi-platform");
new platform.Group("recorded", { parentUid: ${JSON.stringify(root)} });
`,
      });
      const first = await up(emulator.url);
      assert.equal(first.code, 0, first.stdout + first.stderr);
      for (const wrong of ["http://127.0.0.1:9", "nonsense"]) {
        await up(wrong);
        await own.pulumi(["config", "set", "platform:baseUrl", emulator.url, "--stack", "dev"]);
        const { code, stdout, stderr } = await drift();
        assert.equal(code, 1, stdout + stderr);
        assert.match(
          stdout,
          /^The engine uses the values of platform:baseUrl that the last pulumi up recorded\. If you have corrected the config since, run pulumi up\.$/m,
          stdout + stderr,
        );
        assert.match(stdout, /^Drift in "site\/dev" is unknown: 1 of 1 resource could not be checked\.$/m);
        assert.equal((await up(emulator.url)).code, 0);
        assert.equal((await drift()).code, 0);
      }
      emulator.remove(String(emulator.list("iam:Group").find(({ name }) => name === "recorded")?.uid));
    } finally {
      own.remove();
    }
  });

  it("says how to name the folder of the project if there is none here, and works with it", async () => {
    const environment = { ...emulator.environment, ...project.environment };
    const { code, stderr } = await quickCall(["drift"], { environment, cwd: tmpdir() });
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^error: there is no Pulumi project in \S+ or above it\. If the project is elsewhere, name its folder with --cwd \(-C\)\n$/,
    );
    assert.equal((await quickCall(["drift", "-C", project.directory], { environment, cwd: tmpdir() })).code, 0);
    const words = ["import", "--parent", root, "--out", join(temporary, "program"), "--dry-run"];
    const imported = await quickCall([...words, "--stack", "dev"], { environment, cwd: tmpdir() });
    assert.equal(imported.code, 1);
    assert.match(imported.stderr, /name its folder with --cwd \(-C\)/);
  });
});
