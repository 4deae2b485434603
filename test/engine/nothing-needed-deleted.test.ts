import assert from "node:assert/strict";
import { type Declared, succeeded } from "../support/engine";
import { bots } from "./bots";
import { describeEngine } from "./describe-engine";

const denied = { kind: "status", code: "PERMISSION_DENIED" } as const;

describeEngine("an object whose new resource was skipped", (engine) => {
  const { group, uidOf, isThere } = bots(() => engine);

  it("stays when a read failed (row 131)", async () => {
    engine.declare([group("team")]);
    succeeded(await engine.stack.up());
    const uid = await uidOf("team");
    const moved = { ...group("moved", { name: "team" }), opts: { dependsOn: ["missing"] } };
    engine.declare([{ name: "missing", class: "Group", args: {}, get: `${engine.root}/0123456789abcdef` }, moved]);
    assert.equal((await engine.stack.up("--continue-on-error")).code, 1);
    assert.ok(isThere(uid), engine.shown());
  });
});

describeEngine(
  "contents of a group, on a platform that deletes them along (row 214)",
  (engine) => {
    const { group, uidOf, isThere } = bots(() => engine);
    const child = async (kind: string): Promise<Declared> => ({
      name: "child",
      class: kind,
      args: { parentUid: await uidOf("parent") },
    });
    /** A program with a parent, and a child that does not depend on it. */
    const nested = async (kind: string) => {
      engine.declare([group("parent"), group("kept")]);
      succeeded(await engine.stack.up());
      engine.declare([group("parent"), group("kept"), await child(kind)]);
      succeeded(await engine.stack.up());
      return uidOf("child");
    };

    it("stay as a resource of the program that lies in a removed parent (rows 91, 94, 99) (report: a parent that leaves the program takes its children along)", async () => {
      const uid = await nested("Group");
      engine.declare([group("kept"), await child("Group")]);
      const { output } = await engine.stack.up();
      assert.ok(isThere(uid), `the program still declares ${uid}\n${output}`);
    });

    it("stay when the parent and the child are removed from the program together", async () => {
      const uid = await nested("Group");
      const theirs = String(engine.emulator.put("registry:Repo", uid, { name: "theirs" }).uid);
      engine.declare([group("kept")]);
      assert.equal((await engine.stack.up()).code, 1);
      assert.ok(isThere(theirs), engine.shown());
    });

    it("stay with the child whose delete is refused", async () => {
      const uid = await nested("Repo");
      engine.emulator.fault({ method: "DELETE", path: /\/repos\//, action: denied });
      engine.declare([group("kept")]);
      assert.equal((await engine.stack.up("--continue-on-error")).code, 1);
      assert.ok(isThere(uid), engine.shown());
    });
  },
  { cascade: true },
);

describeEngine(
  "a replacement in another place, while creates may take over what they find (row 136)",
  (engine) => {
    const { group, identity, uidOf, isThere } = bots(() => engine);

    it("is refused before anything is deleted, and runs without the setting", async () => {
      const roleUid = String(engine.world.uids["iam:Role"]?.[0]);
      const program = (parentUid: string): Declared[] => [
        group("one"),
        group("two"),
        identity("bot"),
        { name: "grant", class: "RoleBinding", args: { parentUid, identityUid: "${bot}", roleUid } },
      ];
      engine.declare(program("${one}"));
      succeeded(await engine.stack.up());
      const uid = await uidOf("grant");
      engine.declare(program("${two}"));
      for (const run of [() => engine.stack.preview(), () => engine.stack.up()])
        assert.match(
          (await run()).output,
          /Nothing was changed[\s\S]*Run this change with PLATFORM_ADOPT_EXISTING=never/,
        );
      assert.ok(isThere(uid));
      const { url: baseUrl, token } = engine.emulator;
      const own: Declared = { name: "own", class: "Provider", args: { baseUrl, token, adoptExisting: "never" } };
      const moved = program("${two}").map((one) => ({ ...one, opts: { ...one.opts, provider: "own" } }));
      engine.declare([own, ...moved]);
      succeeded(await engine.stack.up());
      assert.notEqual(await uidOf("grant"), uid);
      assert.ok(!isThere(uid));
      const back = (adoptExisting: string) => {
        const moved = program("${one}").map((one) => ({ ...one, opts: { ...one.opts, provider: "own" } }));
        engine.declare([{ ...own, args: { ...own.args, adoptExisting } }, ...moved]);
      };
      back("identical");
      const never = ["up", "--yes", "--skip-preview"];
      const { output } = await engine.stack.run(never, { PLATFORM_ADOPT_EXISTING: "never" });
      assert.match(output, /an explicit provider needs adoptExisting: "never" in its arguments/);
      back("never");
      succeeded(await engine.stack.up());
    });
  },
  { adoptExisting: "identical" },
);
