import { bots } from "../support/bots";
import { describeEngineHosts } from "../support/describe-engine";
import { succeeded } from "../support/engine";

describeEngineHosts("a rename by adoption in a run that goes on after errors (row 90)", (engine) => {
  let uid: string;
  const { refused, identity, uidOf, failsAndIsMended } = bots(() => engine);
  beforeEach(async () => {
    engine.declare([identity("bot")]);
    succeeded(await engine.stack.up());
    uid = await uidOf("bot");
  });

  it("keeps the object when the adoption fails (--continue-on-error)", async () => {
    engine.emulator.fault({
      method: "GET",
      path: `/iam/v2/identities/${uid}`,
      times: 1,
      action: { kind: "status", code: "PERMISSION_DENIED" },
    });
    await failsAndIsMended(uid, [identity("renamed", { adoptUid: uid })]);
  });

  it("keeps the object when a dependency of the adopting resource fails (--continue-on-error)", () =>
    failsAndIsMended(uid, [refused, identity("renamed", { adoptUid: uid }, { dependsOn: ["refused"] })]));

  it("keeps the object when the adopting resource's inputs are refused (--continue-on-error)", () =>
    failsAndIsMended(uid, [identity("renamed", { adoptUid: uid, name: "another" })]));
});
