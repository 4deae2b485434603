import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { call, runProgram } from "../support/command";
import { assertSettled, succeeded } from "../support/engine";
import { examplePlace } from "../support/example-place";
import { SECRETS_PROVIDER } from "../support/key-service";
import { readPage, samplesOf } from "../support/pages";
import { quickStack } from "../support/quick-stack";
import { PROGRAM_PROCESS, Stack } from "../support/stack";
import { copyIn, writeFiles } from "../support/workspace";

/** The first program in the README, as it would be copied. */
const [firstProgram = ""] = samplesOf("README.md").map(({ text }) => text);

describe("the examples, as a new user runs them,", function () {
  this.timeout(180_000);
  const place = examplePlace();

  let releases: (() => void)[] = [];
  afterEach(() => {
    for (const release of releases) release();
    releases = [];
  });

  /** A stack of an example, and the same stack for commands after the first, which need not check the types again. */
  const start = async (name: string): Promise<{ stack: Stack; again: Stack }> => {
    copyIn(place.workspace.directory, `examples/${name}`);
    const options = {
      directory: join(place.workspace.directory, "examples", name),
      pulumi: process.env.PULUMI_PLATFORM_PULUMI ?? "",
    };
    const { environment } = place.emulator;
    const { stack: again, release } = await quickStack({ ...options, environment, isTypeScript: true });
    releases.push(release);
    const stack = new Stack({ ...options, environment: { ...again.environment, ...PROGRAM_PROCESS } });
    succeeded(await stack.init("--secrets-provider", SECRETS_PROVIDER));
    succeeded(await stack.run(["config", "set", "organization", place.emulator.organization.uid]));
    return { stack, again };
  };

  it("begin with the README's first program, which runs as copied with what the emulator prints", async () => {
    writeFiles(place.workspace.directory, {
      "Pulumi.yaml": "name: first\nruntime: nodejs\n",
      "package.json": { name: "first", main: "index.ts" },
      "index.ts": firstProgram,
    });
    const { environment } = place.emulator;
    const pulumi = process.env.PULUMI_PLATFORM_PULUMI ?? "";
    const options = { directory: place.workspace.directory, pulumi, environment };
    const { stack: again, release } = await quickStack({ ...options, isTypeScript: true });
    releases.push(release);
    // As a user runs it: with processes of its own, of which one checks the types.
    const stack = new Stack(options);
    succeeded(await stack.init());
    succeeded(await stack.up());
    await assertSettled(again);
    assert.deepEqual(place.emulator.list("registry:Repo").filter(({ name }) => name === "web").length, 1);
    succeeded(await again.destroy());
    assert.equal(place.emulator.isEmpty(), true);
  });

  it("set up a team with its people and workloads @all", async () => {
    const { stack, again } = await start("team-access");
    succeeded(await stack.run(["config", "set", "--secret", "ssoClientSecret", "canary-of-the-example"]));
    const up = succeeded(await stack.up());
    assert.doesNotMatch(up.output, /canary-of-the-example/);
    await assertSettled(again);
    const bindings = place.emulator.list("iam:RoleBinding");
    assert.equal(bindings.length, 3);
    assert.equal(place.emulator.list("iam:ExternalGroupRoleMapping").length, 2);
    const { auditorCode } = await stack.outputs();
    assert.equal(auditorCode, "[secret]");
    succeeded(await stack.destroy());
    assert.equal(place.emulator.isEmpty(), true);
  });

  const issuer = "https://token.ci.example.com";
  const subjects = {
    github: {
      main: "repo:acme/access:ref:refs/heads/main",
      review: "repo:acme/access:pull_request",
      stranger: "repo:acme/access-of-others:ref:refs/heads/main",
    },
    gitlab: {
      main: "project_path:acme/access:ref_type:branch:ref:main",
      review: "project_path:acme/access:ref_type:branch:ref:a-change",
      stranger: "project_path:acme/access-of-others:ref_type:branch:ref:main",
    },
  } as const;
  for (const host of ["github", "gitlab"] as const) {
    it(`make the identities of a stack in CI, of which one only looks and the other deploys main only, on ${host} @all`, async () => {
      const { emulator, workspace } = place;
      const { stack, again } = await start("ci/identities");
      const root = emulator.organization.uid;
      // One with a group of its own, and one for the whole organisation.
      const group = host === "github" ? String(emulator.put("iam:Group", root, { name: "area" }).uid) : root;
      const values: Readonly<Record<string, string>> = {
        organization: root,
        group,
        issuer,
        audience: emulator.url,
        host,
      };
      const settings = [...readPage("examples/ci/README.md").matchAll(/^pulumi config set (\w+) (\S+)/gm)];
      assert.equal(settings.length, 6);
      for (const [, name = "", value = ""] of settings)
        succeeded(await stack.run(["config", "set", name, values[name] ?? value]));
      succeeded(await stack.up());
      await assertSettled(again);
      const { readerUid, deployerUid, ignoreRules } = await stack.outputs();

      const directory = join(workspace.directory, "access");
      const { stack: job, release: releaseJob } = await quickStack({
        directory,
        pulumi: process.env.PULUMI_PLATFORM_PULUMI ?? "",
        environment: { ...emulator.environment, PLATFORM_TOKEN: "" },
      });
      releases.push(releaseJob);
      // The page's last line adds to an ignore file that is there.
      const [line = ""] = /^pulumi stack output ignoreRules .*$/m.exec(readPage("examples/ci/README.md")) ?? [];
      const ignored = join(directory, ".pulumi-platform-ignore");
      writeFiles(directory, { ".pulumi-platform-ignore": "# what is meant\n", "identities/made-by": "ci\n" });
      const told = await runProgram("bash", ["-e", "-c", `pulumi() { printf '%s\\n' "$RULES"; }\n${line}`], {
        cwd: join(directory, "identities"),
        environment: { ...job.environment, RULES: String(ignoreRules) },
      });
      assert.equal(told.code, 0, told.stderr);
      assert.equal(readFileSync(ignored, "utf8"), `# what is meant\n${ignoreRules}\n`);

      const roleUid = String(emulator.list("iam:Role").find(({ name }) => name === "owner")?.uid);
      const declare = (grantedIn: string) =>
        writeFiles(directory, {
          "Pulumi.yaml": "name: access\nruntime: nodejs\n",
          "package.json": { name: "access", main: "index.js" },
          "index.js": `
            const platform = require("pulumi-platform");
            const team = new platform.Group("team", { parentUid: "${group}" });
            const claimMatch = { issuer: "${issuer}", subject: "job" };
            const bot = new platform.Identity("bot", { parentUid: team.id, claimMatch });
            const parentUid = ${grantedIn};
            new platform.RoleBinding("grant", { parentUid, identityUid: bot.id, roleUid: "${roleUid}" });
          `,
        });
      declare("team.id");
      succeeded(await job.init("--secrets-provider", SECRETS_PROVIDER));
      const { main, review, stranger } = subjects[host];
      const as = async (
        identity: unknown,
        subject: string,
        { audience = emulator.url, isProtected = subject === main } = {},
      ) => {
        const claims = { ref_protected: String(isProtected) };
        return {
          PLATFORM_IDENTITY: String(identity),
          PLATFORM_ID_TOKEN: await emulator.idToken({ issuer, subject, audience, claims }),
        };
      };
      const up = ["up", "--yes", "--skip-preview"];

      succeeded(await job.operate(["preview"], await as(readerUid, review)));
      assert.match((await job.operate(up, await as(readerUid, review))).output, /PERMISSION_DENIED/);
      const isFork = { isProtected: false };
      for (const [identity, subject, how] of [
        [deployerUid, review, {}],
        [deployerUid, stranger, {}],
        [deployerUid, main, { audience: "sts.cloud.example.com" }],
        [readerUid, stranger, {}],
        ...(host === "gitlab" ? [[deployerUid, main, isFork] as const] : []),
      ] as const) {
        const refused = await job.operate(up, await as(identity, subject, how));
        assert.match(refused.output, /no identity matches the token/);
      }
      assert.equal(emulator.list("iam:Group").filter(({ name }) => name === "team").length, 0);

      succeeded(await job.operate(up, await as(deployerUid, main)));
      const environment = { ...job.environment, ...(await as(readerUid, main)) };
      const drift = await call(["drift", "--cwd", directory, "--unmanaged"], { environment });
      assert.equal(drift.code, 0, drift.stdout + drift.stderr);
      assert.doesNotMatch(drift.stdout, /matches nothing/);
      if (group === root) return;
      declare(`"${root}"`);
      assert.match((await job.operate(up, await as(deployerUid, main))).output, /PERMISSION_DENIED/);
    });
  }

  it("mirror images, pin them by history, and stop the preview while an advisory has no fix @all", async () => {
    const { stack, again } = await start("registry-mirror");
    succeeded(await stack.up());
    await assertSettled(again);
    const [tag] = place.emulator.list("registry:Tag");
    assert.equal((await stack.outputs()).pinnedNginx, tag?.digest);
    succeeded(await stack.run(["config", "set", "--path", "guarded[0]", "curl"]));
    const gated = await again.preview();
    assert.notEqual(gated.code, 0);
    assert.match(gated.output, /advisories without a fix:\s+curl: /);
    succeeded(await stack.destroy());
  });
});
