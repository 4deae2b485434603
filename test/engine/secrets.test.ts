import assert from "node:assert/strict";
import { type Declared, type Engine, startEngine, succeeded } from "../support/engine";
import { mutations } from "../support/log";

const [FIRST, SECOND] = ["canary-client-secret-1", "canary-client-secret-2"];

describe("secrets on the engine", function () {
  this.timeout(180_000);
  let engine: Engine;
  before(async () => {
    engine = await startEngine();
  });
  after(() => engine.close());

  const declared = (clientSecret: string): Declared[] => {
    const parentUid = engine.emulator.organization.uid;
    const [roleUid] = engine.world.uids["iam:Role"] ?? [];
    const oidc = { issuer: "https://login.example.com", clientId: "c", clientSecret };
    return [
      { name: "sso", class: "IdentityProvider", args: { parentUid, defaultRole: roleUid, oidc } },
      { name: "scim", class: "ScimToken", args: { identityProviderUid: "${sso}", rotate: "1" } },
      { name: "invite", class: "GroupInvite", args: { parentUid, roleUid, ttl: "24h" } },
    ];
  };

  it("stand nowhere in plain: not in the state, in diffs, in ordinary output or in JSON", async () => {
    const { stack, emulator } = engine;
    const shown: string[] = [];
    const run = async (...args: string[]) => {
      const result = await stack.run(args);
      shown.push(result.output);
      return result;
    };
    engine.declare(declared(FIRST));
    succeeded(await run("preview", "--diff"));
    succeeded(await run("up", "--yes", "--diff"));
    succeeded(await run("preview", "--json"));
    engine.declare(declared(SECOND));
    succeeded(await run("preview", "--diff"));
    succeeded(await run("preview", "--json"));
    emulator.clearRequests();
    succeeded(await run("up", "--yes", "--diff", "--json"));
    assert.deepEqual(
      mutations(emulator.requests).map(({ mask }) => mask),
      ["oidc.client_secret"],
    );
    succeeded(await run("up", "--yes", "--expect-no-changes"));
    succeeded(await run("refresh", "--yes", "--diff", "--expect-no-changes"));
    succeeded(await run("refresh", "--preview-only", "--json"));
    succeeded(await run("stack", "export"));
    succeeded(await run("stack", "output", "--json"));
    const revealed = succeeded(await stack.run(["stack", "output", "--json", "--show-secrets"])).stdout;
    const { "invite:code": code, "scim:token": token } = JSON.parse(revealed) as Record<string, string>;
    assert.ok(code && code.length > 10 && token && token.length > 10, revealed);
    succeeded(await run("destroy", "--yes", "--diff"));

    const everything = shown.join("\n");
    const canaries = { FIRST, SECOND, code, token, platformToken: emulator.token };
    for (const [name, canary] of Object.entries(canaries)) {
      const at = everything.indexOf(canary);
      assert.equal(at, -1, `${name} is shown: …${everything.slice(Math.max(0, at - 3000), at)}`);
    }
    assert.ok(everything.includes("[secret]"));
  });

  it("are encrypted in the state wherever they stand", async () => {
    engine.declare(declared(FIRST));
    succeeded(await engine.stack.up());
    succeeded(await engine.stack.refresh("--yes"));
    const recorded = await engine.recorded();
    const isSealed = (value: unknown) => typeof value === "object" && value !== null && "ciphertext" in value;
    const of = (name: string, side: "inputs" | "outputs") => recorded.get(name)?.[side] ?? {};
    for (const side of ["inputs", "outputs"] as const) {
      assert.ok(isSealed((of("sso", side).oidc as Record<string, unknown>).clientSecret), side);
      assert.equal((of("sso", side).oidc as Record<string, unknown>).clientId, "c");
    }
    assert.ok(isSealed(of("invite", "outputs").code));
    assert.ok(isSealed(of("scim", "outputs").token));
    succeeded(await engine.stack.destroy());
  });
});
