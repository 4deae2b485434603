import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { call, runProgram } from "../support/command";
import { customerFor, recommendedFor } from "../support/customer";
import { assertSettled, succeeded } from "../support/engine";
import { SECRETS_PROVIDER } from "../support/key-service";
import { readPage } from "../support/pages";
import { writeFiles } from "../support/workspace";
import { examplePlace, exampleStacks } from "./example-place";

describe("the example that creates the identities of a stack in CI", function () {
  this.timeout(180_000);
  const place = examplePlace();
  const stacks = exampleStacks(place);

  const issuer = "https://token.ci.example.com";
  const subjects = {
    github: {
      main: "repo:acme@11/access@22:ref:refs/heads/main",
      review: "repo:acme@11/access@22:pull_request",
      // One of the same name, after the repository was deleted.
      stranger: "repo:acme@11/access@33:ref:refs/heads/main",
    },
    gitlab: {
      main: "project_path:acme/access:ref_type:branch:ref:main",
      review: "project_path:acme/access:ref_type:branch:ref:a-change",
      stranger: "project_path:acme/access-of-others:ref_type:branch:ref:main",
    },
  } as const;
  for (const host of ["github", "gitlab"] as const)
    it(`creates one identity that only reads and one that deploys only main, on ${host}`, async () => {
      const { emulator, workspace } = place;
      const owner = await customerFor(emulator, recommendedFor("examples/ci/identities/"));
      const { stack, again } = await stacks.start("ci/identities", owner);
      const root = emulator.organization.uid;
      // One with a group of its own, and one for the whole organization.
      const group = host === "github" ? String(emulator.put("iam:Group", root, { name: "area" }).uid) : root;
      const values: Readonly<Record<string, string>> = {
        organization: root,
        group,
        issuer,
        audience: emulator.url,
        repositoryId: "22",
        ownerId: "11",
        host,
      };
      const settings = [...readPage("examples/ci/README.md").matchAll(/^pulumi config set (\w+) (\S+)/gm)];
      assert.equal(settings.length, 8);
      for (const [, name = "", value = ""] of settings)
        succeeded(await stack.run(["config", "set", name, values[name] ?? value]));
      succeeded(await stack.up());
      await assertSettled(again);
      const { readerUid, deployerUid, ignoreRules } = await stack.outputs();
      // The owner is no part of what the nightly job looks through.
      const isOwners = ({ identity }: Record<string, unknown>) =>
        (identity as { uid?: unknown }).uid === owner.PLATFORM_IDENTITY;
      for (const uid of [emulator.list("iam:RoleBinding").find(isOwners)?.uid, owner.PLATFORM_IDENTITY])
        assert.ok(emulator.remove(String(uid)));

      const directory = join(workspace.directory, "access");
      const job = await stacks.quick({
        directory,
        pulumi: process.env.PULUMI_PLATFORM_PULUMI ?? "",
        environment: { ...emulator.environment, PLATFORM_TOKEN: "" },
      });
      // The page's last line adds to an ignore file that is there.
      const [line = ""] = /^pulumi stack output ignoreRules .*$/m.exec(readPage("examples/ci/README.md")) ?? [];
      const ignored = join(directory, ".pulumi-platform-ignore");
      writeFiles(directory, { ".pulumi-platform-ignore": "# ignored on purpose\n", "identities/made-by": "ci\n" });
      const told = await runProgram("bash", ["-e", "-c", `pulumi() { printf '%s\\n' "$RULES"; }\n${line}`], {
        cwd: join(directory, "identities"),
        environment: { ...job.environment, RULES: String(ignoreRules) },
      });
      assert.equal(told.code, 0, told.stderr);
      assert.equal(readFileSync(ignored, "utf8"), `# ignored on purpose\n${ignoreRules}\n`);

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
        const claims = { ref_protected: String(isProtected), project_id: "22" };
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
});
