import assert from "node:assert/strict";
import { type Emulator, startEmulator } from "../../../src/emulator";
import { runProgram } from "./run-program";

describe("lookups in a program", function () {
  this.timeout(30_000);
  let emulator: Emulator;
  before(async () => {
    emulator = await startEmulator();
  });
  beforeEach(() => emulator.clearRequests());
  after(() => emulator.close());

  const run = (body: string, preview = false): Promise<unknown> =>
    runProgram(body, { ...emulator.environment, PULUMI_NODEJS_DRY_RUN: String(preview) });

  it("accept Outputs in any argument and return Outputs", async () => {
    const body = `
      const name = pulumi.output("viewer");
      platform.getRoleOutput({ name }).name.apply((found) =>
        platform.getRolesOutput(pulumi.output({ ids: [pulumi.output("0")], orderBy: "name" })).apply((roles) =>
          platform.getGroupsOutput().apply((groups) => done([found, roles.length, groups.length]))));
    `;
    assert.deepEqual(await run(body), ["viewer", 0, 2]);
  });

  it("reach the platform of their stack (report: two stacks in one process share the first one's settings)", async () => {
    const other = await startEmulator();
    try {
      other.put("iam:Group", other.organization.uid, { name: "elsewhere" });
      const configs = [emulator, other].map(({ url, token }) => ({ "platform:baseUrl": url, "platform:token": token }));
      const body = `
        for (const name of Object.keys(process.env)) if (name.startsWith("PLATFORM_")) delete process.env[name];
        const counts = [];
        for (const config of ${JSON.stringify(configs)}) {
          pulumi.runtime.setAllConfig(config);
          counts.push((await platform.getGroups({ name: "elsewhere" })).length);
        }
        done(counts);
      `;
      assert.deepEqual(await run(body), [0, 1]);
    } finally {
      await other.close();
    }
  });

  it("send nothing while an argument is unknown", async () => {
    const body = `
      const no = Promise.resolve(false);
      const unknown = new pulumi.Output(new Set(), Promise.resolve(undefined), no, no, Promise.resolve(new Set()));
      const roles = platform.getRolesOutput({ name: unknown });
      done([await roles.isKnown]);
    `;
    assert.deepEqual(await run(body, true), [false]);
    assert.deepEqual(emulator.requests, []);
  });

  it("refuse to change the platform in a preview, and are skipped by the condition that the error names", async () => {
    const changes = {
      requestGroupAccess: { groupUid: "a" },
      setScimEnabled: { identityProviderUid: "a", enabled: true },
      updateIdentityMetadata: { company: "x" },
      batchCreateRoleBindings: { parentUid: "a", bindings: [{ identityUid: "b", roleUid: "c" }] },
      batchDeleteExternalGroupRoleMappings: { identityProviderUid: "a", uids: ["b"] },
    };
    const body = `
      const messages = [];
      for (const [name, args] of Object.entries(${JSON.stringify(changes)}))
        await platform[name](args).catch((error) => messages.push(error.message));
      done(messages);
    `;
    const refusal =
      "changes the platform at once and cannot run in a preview. Write if (!pulumi.runtime.isDryRun()) before it";
    const refusals = Object.keys(changes).map((name) => `${name} ${refusal}`);
    assert.deepEqual(await run(body, true), refusals);
    assert.deepEqual(emulator.requests, []);
    const change = `await platform.requestGroupAccess({ groupUid: "${emulator.organization.uid}" });`;
    const guarded = `if (!pulumi.runtime.isDryRun()) ${change} done(0);`;
    assert.equal(await run(guarded, true), 0);
    assert.deepEqual(emulator.requests, []);
    for (const body of [`${change} done(0);`, guarded]) {
      emulator.clearRequests();
      await run(body);
      assert.equal(emulator.requests.length, 1);
    }
  });
});
