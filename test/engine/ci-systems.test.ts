import assert from "node:assert/strict";
import { ciPrograms } from "../support/ci-tokens";
import { succeeded } from "../support/engine";
import { samplesOf } from "../support/pages";
import { SamplePrograms } from "../support/sample-programs";
import { writeFiles } from "../support/workspace";
import { examplePlace, exampleStacks } from "./example-place";

const records = [{ updateTimestamp: "2026-01-01T00:00:00.000Z", digest: `sha256:${"a".repeat(64)}` }];
const DEPLOYING = ["CAP_REPO_CREATE", "CAP_REPO_LIST", "CAP_REPO_UPDATE", "CAP_REPO_DELETE", "CAP_IAM_GROUPS_LIST"];

describe("a job that has nothing but the ID token of its CI system", function () {
  this.timeout(120_000);
  const place = examplePlace();
  const stacks = exampleStacks(place);
  const runner = new SamplePrograms();
  after(() => runner.end());
  const samples = samplesOf("docs/identities-for-ci.md");

  for (const [i, { heading, issuer, subject, claims = {}, audience }] of ciPrograms.entries())
    it(`of ${heading} deploys a repo, and reads the history of a private image (program ${i + 1}) (row 262)`, async () => {
      const { emulator, workspace } = place;
      const root = emulator.organization.uid;
      const keys = JSON.stringify(JSON.stringify(await emulator.jwks()));
      await runner.runText(emulator, (samples[i]?.text ?? "").replace('config.require("issuerKeys")', keys));
      const identityUid = String(emulator.list("iam:Identity")[0]?.uid);
      const team = String(emulator.list("iam:Group").find(({ name }) => name === "platform-team")?.uid);
      // The page gives the role that pulls. This job also deploys.
      const deployer = emulator.put("iam:Role", root, { name: "deployer", capabilities: DEPLOYING });
      emulator.put("iam:RoleBinding", team, { identityUid, roleUid: deployer.uid });
      const pulling = emulator.list("iam:Role").find(({ name }) => name === "registry.pull");
      emulator.put("iam:RoleBinding", root, { identityUid, roleUid: pulling?.uid });
      emulator.history("acme/base", "v1", records);

      const claimed = { issuer, subject, claims, audience: audience ?? new URL(emulator.url).host };
      const { directory } = workspace;
      writeFiles(directory, {
        "Pulumi.yaml": "name: job\nruntime: nodejs\n",
        "package.json": { name: "job", main: "index.js" },
        "index.js": `
          const platform = require("pulumi-platform");
          new platform.Repo("app", { parentUid: ${JSON.stringify(team)} });
          exports.digest = platform.getTagDigestOutput({ org: "acme", image: "base", tag: "v1" });`,
      });
      const stack = await stacks.quick({
        directory,
        pulumi: process.env.PULUMI_PLATFORM_PULUMI ?? "",
        environment: {
          ...emulator.environment,
          PLATFORM_TOKEN: "",
          PLATFORM_REGISTRY_TOKEN: "",
          PLATFORM_ISSUER_URL: emulator.url,
          PLATFORM_IDENTITY: identityUid,
          PLATFORM_ID_TOKEN: await emulator.idToken({ ...claimed, expiresInSeconds: 600 }),
        },
      });
      succeeded(await stack.init());
      emulator.clearRequests();
      succeeded(await stack.up());
      assert.deepEqual(await stack.outputs(), { digest: records[0]?.digest });
      assert.deepEqual(emulator.list("registry:Repo").filter(({ name }) => name === "app").length, 1);
      const refused = emulator.requests.filter(({ status }) => status === 401 || status === 403);
      assert.deepEqual(refused, []);
    });
});
