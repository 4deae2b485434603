import { bots } from "../support/bots";
import { describeDouble } from "../support/double/describe-double";
import { succeeded } from "../support/engine";

describeDouble("a rename by adoption in a run that goes on after errors (row 90)", (engine) => {
  let uid: string;
  const { refused, identity, uidOf, failsAndIsMended } = bots(() => engine);
  beforeEach(async () => {
    engine.declare([identity("bot")]);
    succeeded(await engine.stack.up());
    uid = await uidOf("bot");
  });

  it("keeps the object when a dependency of the adopting resource fails (--continue-on-error)", async () => {
    await failsAndIsMended(uid, [refused, identity("renamed", { adoptUid: uid }, { dependsOn: ["refused"] })]);
  });

  it("keeps the object when the adopting resource's inputs are refused (--continue-on-error)", async () => {
    await failsAndIsMended(uid, [identity("renamed", { adoptUid: uid, name: "another" })]);
  });
});
