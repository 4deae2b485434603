import assert from "node:assert/strict";
import { type Declared, startEngine, succeeded } from "../support/engine";
import { mutations } from "../support/log";
import { describeEngineHosts } from "./describe-engine";
import { assertInvariants } from "./invariants";

const claimMatch = { issuer: "https://token.example.com", subject: "s" };

describeEngineHosts("a destroy", (engine) => {
  const declared = (): Declared[] => {
    const roleUid = engine.world.uids["iam:Role"]?.[0];
    return [
      { name: "bot", class: "Identity", args: { parentUid: engine.root, claimMatch } },
      { name: "binding", class: "RoleBinding", args: { parentUid: engine.root, identityUid: "${bot}", roleUid } },
      { name: "terms", class: "TermsAcceptance", args: { parentUid: engine.root, documentIds: ["tos.v1"] } },
    ];
  };

  it("removes nothing from the state against another environment, role bindings included (row 100)", async () => {
    const team = { name: "team", class: "Group", args: { parentUid: engine.root } };
    engine.declare([...declared(), team]);
    succeeded(await engine.stack.up());
    // The engine deletes it at the same time as its group, because the program does not show the dependency.
    const parentUid = (await engine.recorded()).get("team")?.id;
    engine.declare([...declared(), team, { name: "inside", class: "Identity", args: { parentUid, claimMatch } }]);
    succeeded(await engine.stack.up());
    const other = await startEngine();
    try {
      // In that one the organization is not there, and the delete of a role binding that is not there succeeds.
      for (const { uid } of other.emulator.list("iam:Group"))
        if (String(uid).startsWith(engine.root)) other.emulator.remove(String(uid));
      other.emulator.clearRequests();
      const refused = await engine.stack.run(["destroy", "--yes", "--skip-preview"], other.emulator.environment);
      assert.equal(refused.code, 1, refused.output);
      assert.match(refused.output, /so this may be the wrong platform or the wrong token/);
      assert.deepEqual(mutations(other.emulator.requests), []);
    } finally {
      await other.close();
    }
    const left = await engine.recorded();
    assert.ok(["binding", "bot", "team", "inside"].every((name) => left.has(name)));
    succeeded(await engine.stack.up());
    await assertInvariants(engine);
  });

  it("succeeds after somebody deleted the group by hand (row 100) (report: a destroy fails after somebody deleted the parent by hand)", async () => {
    engine.declare([
      { name: "team", class: "Group", args: { parentUid: engine.root } },
      { name: "bot", class: "Identity", args: { parentUid: "${team}", claimMatch } },
    ]);
    succeeded(await engine.stack.up());
    for (const { id } of (await engine.recorded()).values()) engine.emulator.remove(String(id));
    succeeded(await engine.stack.destroy());
    assert.equal((await engine.recorded()).size, 0);
  });

  it("keeps in the state what a proxy falsely reports as deleted (row 101)", async () => {
    engine.declare(declared().slice(0, 2));
    succeeded(await engine.stack.up());
    const before = await engine.recorded();
    for (const [name, path] of [
      ["binding", "/iam/v2/roleBindings"],
      ["bot", "/iam/v2/identities"],
    ] as const) {
      engine.emulator.fault({ method: "DELETE", path, action: { kind: "body", status: 200, body: "{}" } });
      // With more time, it would look again for a minute.
      const refused = await engine.stack.operate(["destroy", "--yes", "--skip-preview"], {
        PLATFORM_OPERATION_TIMEOUT: "5",
      });
      assert.equal(refused.code, 1, refused.output);
      assert.match(refused.output, /the response was a success, but the \w+ still exists\. It stays in the state/);
      assert.ok(refused.output.includes(String(before.get(name)?.id)));
      assert.ok((await engine.recorded()).get(name));
    }
    // As the message says, the proxy's response was temporary, and the same command is run again.
    succeeded(await engine.stack.destroy());
    for (const { id } of before.values()) assert.equal(engine.emulator.get(String(id)), undefined);
    succeeded(await engine.stack.up());
    await assertInvariants(engine);
  });
});
