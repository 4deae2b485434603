import assert from "node:assert/strict";
import { describeEngine } from "../support/describe-engine";
import { type Declared, succeeded } from "../support/engine";

const claimMatch = { issuer: "https://token.example.com", subject: "s" };

describeEngine(
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

    it("keeps the object when the adoption fails (--continue-on-error)", async () => {
      engine.emulator.fault({
        method: "GET",
        path: `/iam/v2/identities/${uid}`,
        times: 1,
        action: { kind: "status", code: "PERMISSION_DENIED" },
      });
      engine.declare([identity("renamed", { adoptUid: uid })]);
      await failsAndIsMended();
    });
  },
);
