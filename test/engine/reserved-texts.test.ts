import assert from "node:assert/strict";
import { SECRET_KEY } from "../../src/description/names/dynamic";
import { UNKNOWN, UNKNOWNS } from "../../src/description/spec/unknown";
import { assertSettled, type Declared, succeeded } from "../support/engine";
import { describeEngineHosts } from "./describe-engine";
import { assertInvariants } from "./invariants";

const claimMatch = { issuer: "https://token.example.com", subject: "s" };

describeEngineHosts(
  "a text that Pulumi's engine takes for a mark of its own",
  (engine) => {
    it("as the name of an object that a new one refers to, leaves no grant behind (row 296)", async () => {
      const { stack, emulator } = engine;
      const [roleUid = ""] = engine.world.uids["iam:Role"] ?? [];
      const people = [...UNKNOWNS].map((name) =>
        String(emulator.put("iam:Identity", engine.root, { name, claimMatch }).uid),
      );
      engine.declare(
        people.map((identityUid, at): Declared => {
          return { name: `grant-${at}`, class: "RoleBinding", args: { parentUid: engine.root, identityUid, roleUid } };
        }),
      );
      succeeded(await stack.up());
      await assertSettled(stack);
      const first = (await engine.recorded()).get("grant-0");
      assert.deepEqual(first?.outputs?.identity, { uid: people[0], name: JSON.stringify(UNKNOWN) });
      await assertInvariants(engine);
    });

    it("as a value that somebody else set, is drift like any other (row 296)", async () => {
      const { stack, emulator } = engine;
      engine.declare([
        { name: "team", class: "Group", args: { parentUid: engine.root, description: "ours" } },
        { name: "bot", class: "Identity", args: { parentUid: engine.root, claimMatch } },
      ]);
      succeeded(await stack.up());
      const uidOf = async (name: string) => String((await engine.recorded()).get(name)?.id);
      const before = emulator.get(await uidOf("bot"));
      for (const [name, change] of [
        ["team", { description: UNKNOWN }],
        ["bot", { claimMatch: { ...claimMatch, subject: UNKNOWN } }],
        ["bot", { claimMatch: { ...claimMatch, claims: { [SECRET_KEY]: "1b47061264138c4ac30d75fd1eb44270" } } }],
      ] as const) {
        emulator.edit(await uidOf(name), change);
        assert.equal((await stack.refresh("--preview-only", "--expect-no-changes")).code, 7);
        succeeded(await stack.up("--refresh"));
        await assertSettled(stack);
      }
      assert.deepEqual(emulator.get(await uidOf("bot"))?.claimMatch, before?.claimMatch);
      assert.equal(emulator.get(await uidOf("team"))?.description, "ours");
      await assertInvariants(engine);
    });
  },
  { shared: true },
);
