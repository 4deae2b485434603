import assert from "node:assert/strict";
import { type Declared, type Engine, succeeded } from "./engine";
import { mutations } from "./log";

export const claimMatch = { issuer: "https://token.example.com", subject: "s" };

/** A resource that the platform refuses to create. */
const refused: Declared = { name: "refused", class: "Group", args: { parentUid: "nobody" } };

/** Resources whose ownership tests are about, and questions about them. */
export function bots(engine: () => Engine) {
  const root = () => engine().emulator.organization.uid;
  const uidOf = async (name: string) => String((await engine().recorded()).get(name)?.id);
  /** An Identity with the name "bot", whatever its resource is called. */
  const identity = (name: string, args: object = {}, opts: object = {}): Declared => ({
    name,
    class: "Identity",
    args: { parentUid: root(), name: "bot", claimMatch, ...args },
    opts: { ...opts },
  });
  /** Fails after another resource, so that the run breaks off before it deletes anything. */
  const refusedAfter = (name: string): Declared => ({ ...refused, opts: { dependsOn: [name] } });
  return {
    refused,
    refusedAfter,
    identity,
    group: (name: string, args: object = {}): Declared => ({
      name,
      class: "Group",
      args: { parentUid: root(), ...args },
    }),
    uidOf,
    urnOf: async (name: string) => String((await engine().recorded()).get(name)?.urn),
    deletes: () => mutations(engine().emulator.requests).filter(({ method }) => method === "DELETE"),
    isThere: (uid: string) => engine().emulator.get(uid) !== undefined,
    /** Makes a state in which "bot" and "renamed" record one identity (row 91). Returns its uid. */
    async recordTwice(): Promise<string> {
      const { stack, declare, recorded } = engine();
      declare([identity("bot")]);
      succeeded(await stack.up());
      const uid = await uidOf("bot");
      declare([identity("renamed", { adoptUid: uid }), refusedAfter("renamed")]);
      assert.equal((await stack.up()).code, 1);
      assert.deepEqual([...(await recorded()).keys()].sort(), ["bot", "renamed"]);
      return uid;
    },
    /**
     * Runs a rename of "bot" to "renamed" by adoptUid that fails, with --continue-on-error. The object and its entry stay. Once
     * the cause is fixed, as the error says, the next run ends well.
     */
    async failsAndIsMended(uid: string, program: readonly Declared[]): Promise<void> {
      const { stack, declare, recorded, emulator } = engine();
      declare(program);
      const { output, code } = await stack.up("--continue-on-error");
      assert.equal(code, 1);
      assert.ok(emulator.get(uid), output);
      assert.ok((await recorded()).get("bot"), output);
      declare([identity("renamed", { adoptUid: uid })]);
      succeeded(await stack.up());
      assert.ok(emulator.get(uid));
      assert.deepEqual([...(await recorded()).keys()], ["renamed"]);
    },
  };
}
