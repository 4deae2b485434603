import assert from "node:assert/strict";
import { type Declared, succeeded } from "../support/engine";
import { mutations } from "../support/log";
import { describeEngineHosts } from "./describe-engine";
import { assertInvariants } from "./invariants";

describeEngineHosts("a resource that takes several requests", (engine, shell) => {
  const repo = (name: string, args: object = {}): Declared => ({
    name,
    class: "Repo",
    args: { parentUid: engine.root, ...args },
  });
  const always = Number.POSITIVE_INFINITY;

  it("is recorded when its second request fails, and refresh, destroy and up continue from there (row 16)", async () => {
    const action = { kind: "status", code: "PERMISSION_DENIED" } as const;
    const fault = engine.emulator.fault({ method: "PATCH", path: /readme$/, times: always, action });
    engine.declare([repo("web", { readme: "# web" })]);
    const failed = await engine.stack.up();
    assert.equal(failed.code, 1);
    assert.match(failed.output, /was created, but is not complete/);
    const recorded = (await engine.recorded()).get("web");
    assert.ok(recorded?.id && recorded.outputs && recorded.initErrors?.length);
    assert.equal("__provider" in recorded.outputs, shell === "dynamic");
    assert.equal(recorded.outputs.readme, undefined);
    succeeded(await engine.stack.destroy());
    assert.equal(engine.emulator.get(recorded.id), undefined);

    assert.equal((await engine.stack.up()).code, 1);
    const { id = "" } = (await engine.recorded()).get("web") ?? {};
    succeeded(await engine.stack.refresh("--yes"));
    fault.remove();
    engine.emulator.clearRequests();
    succeeded(await engine.stack.up());
    assert.deepEqual(mutations(engine.emulator.requests), [
      { method: "PATCH", target: `/registry/v2/repos/${id}/readme`, mask: "content", paths: ["content"] },
    ]);
    await assertInvariants(engine);
  });

  it("sends only the second request again after an update that stopped between them (row 17)", async () => {
    engine.declare([repo("web", { description: "one", readme: "# one" })]);
    succeeded(await engine.stack.up());
    const action = { kind: "status", code: "PERMISSION_DENIED" } as const;
    engine.emulator.fault({ method: "PATCH", path: /readme$/, action });
    engine.declare([repo("web", { description: "two", readme: "# two" })]);
    assert.equal((await engine.stack.up()).code, 1);
    engine.emulator.clearRequests();
    succeeded(await engine.stack.up());
    assert.deepEqual(
      mutations(engine.emulator.requests).map(({ target, mask }) => [target.slice(target.lastIndexOf("/")), mask]),
      [["/readme", "content"]],
    );
    await assertInvariants(engine);
  });

  it("waits until a new object is visible and usable, even for more than three seconds (row 49) (report: a new object is not visible for some seconds)", async () => {
    const missing = { kind: "status", code: "NOT_FOUND" } as const;
    const denied = { kind: "status", code: "PERMISSION_DENIED" } as const;
    const lags = [
      engine.emulator.fault({ method: "PATCH", path: /readme$/, times: 3, action: missing }),
      engine.emulator.fault({ method: "POST", path: /\/repos\/.+\/.+/, times: 3, action: denied }),
    ];
    engine.declare([
      repo("web", { readme: "# web" }),
      { name: "team", class: "Group", args: { parentUid: engine.root } },
      { name: "inside", class: "Repo", args: { parentUid: "${team}" } },
    ]);
    succeeded(await engine.stack.up());
    assert.deepEqual(
      lags.map(({ hits }) => hits),
      [3, 3],
    );
    await assertInvariants(engine);
  });
});
