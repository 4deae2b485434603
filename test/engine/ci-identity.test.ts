import assert from "node:assert/strict";
import { describeEngine } from "../support/describe-engine";
import { type Declared, succeeded } from "../support/engine";

describeEngine(
  "a CI job without a stored token",
  (engine) => {
    const issuer = "https://token.ci.example.com";
    const subject = "repo:acme/web:ref:refs/heads/main";

    it("deploys as the identity that its ID token matches, and is refused outside of its role", async () => {
      const { stack, emulator } = engine;
      const root = emulator.organization.uid;
      const owner = String(emulator.list("iam:Role").find(({ name }) => name === "owner")?.uid);
      engine.declare([
        { name: "team", class: "Group", args: { parentUid: root } },
        { name: "bot", class: "Identity", args: { parentUid: "${team}", claimMatch: { issuer, subject } } },
        {
          name: "ci-owns",
          class: "RoleBinding",
          args: { parentUid: "${team}", identityUid: "${bot}", roleUid: owner },
        },
      ]);
      succeeded(await stack.up());
      const recorded = await engine.recorded();
      const [team, identity] = [recorded.get("team")?.id ?? "", recorded.get("bot")?.id ?? ""];

      succeeded(await stack.run(["stack", "init", "job"]));
      const repo = (parentUid: string): Declared => ({ name: "web", class: "Repo", args: { parentUid } });
      const job = async (subjectOfJob: string) => ({
        PLATFORM_TOKEN: "",
        PLATFORM_IDENTITY: identity,
        PLATFORM_ID_TOKEN: await emulator.idToken({
          issuer,
          subject: subjectOfJob,
          audience: new URL(emulator.url).host,
        }),
      });
      const up = ["up", "--yes", "--skip-preview"];

      engine.declare([repo(team)]);
      const asJob = await job(subject);
      emulator.clearRequests();
      const deployed = succeeded(await stack.run(up, asJob));
      const exchanges = emulator.requests.filter(({ path }) => path === "/sts/exchange");
      assert.equal(exchanges.length, 1, "one exchange serves the whole run");
      for (const secret of [asJob.PLATFORM_ID_TOKEN, "eyJ"]) assert.ok(!deployed.output.includes(secret));
      assert.ok(!JSON.stringify(await stack.export()).includes("eyJ"));

      engine.declare([repo(team), { ...repo(root), name: "elsewhere" }]);
      const refused = await stack.run(up, await job(subject));
      assert.equal(refused.code, 1);
      assert.match(refused.output, /\[PERMISSION_DENIED\]/);
      assert.deepEqual(
        emulator.list("registry:Repo").filter(({ name }) => name === "elsewhere"),
        [],
      );

      const stranger = await stack.run(up, await job("repo:acme/other:ref:refs/heads/main"));
      assert.equal(stranger.code, 1);
      assert.match(stranger.output, /\[UNAUTHENTICATED\] POST \/sts\/exchange: "no identity matches the token"/);
    });
  },
  { shared: true },
);
