import assert from "node:assert/strict";
import { describeDouble } from "../support/double/describe-double";
import { type Declared, succeeded } from "../support/engine";

const claimMatch = { issuer: "https://token.example.com", subject: "s" };

describeDouble(
  "a rename by adoption in a run that goes on after errors (row 90) (advice mend-the-adoption)",
  (engine) => {
    let uid: string;
    const identity = (name: string, args: object = {}, opts: object = {}): Declared => ({
      name,
      class: "Identity",
      args: { parentUid: engine.root, name: "bot", claimMatch, ...args },
      opts: { ...opts },
    });
    const isThere = () => engine.emulator.get(uid) !== undefined;
    /** The run fails and keeps the object and its entry; mended, as the error says, the next one ends well. */
    const failsAndIsMended = async () => {
      const { output, code } = await engine.stack.up("--continue-on-error");
      assert.equal(code, 1);
      assert.ok(isThere(), output);
      assert.ok((await engine.recorded()).get("bot"), output);
      engine.declare([identity("renamed", { adoptUid: uid })]);
      succeeded(await engine.stack.up());
      assert.ok(isThere());
      assert.deepEqual([...(await engine.recorded()).keys()], ["renamed"]);
    };
    beforeEach(async () => {
      engine.declare([identity("bot")]);
      succeeded(await engine.stack.up());
      uid = String((await engine.recorded()).get("bot")?.id);
    });

    it("keeps the object when a dependency of the adopting resource fails (--continue-on-error)", async () => {
      engine.declare([
        { name: "refused", class: "Group", args: { parentUid: "nobody" } },
        identity("renamed", { adoptUid: uid }, { dependsOn: ["refused"] }),
      ]);
      await failsAndIsMended();
    });

    it("keeps the object when the adopting resource's inputs are refused (--continue-on-error)", async () => {
      engine.declare([identity("renamed", { adoptUid: uid, name: "another" })]);
      await failsAndIsMended();
    });
  },
);
