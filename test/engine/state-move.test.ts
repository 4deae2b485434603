import assert from "node:assert/strict";
import { type Declared, succeeded } from "../support/engine";
import { SECRETS_PROVIDER } from "../support/key-service";
import { mutations } from "../support/log";
import { describeEngine } from "./describe-engine";

describeEngine("resources that move to another stack", (engine) => {
  const run = (...words: string[]) => engine.stack.run(words);
  const upOf = (stack: string, ...words: string[]) =>
    run("up", "--yes", "--skip-preview", "--suppress-progress", "--stack", stack, ...words);
  const uidOf = async (name: string) => String((await engine.recorded()).get(name)?.id);
  const urnOf = async (name: string) => String((await engine.recorded()).get(name)?.urn);
  const move = (...urns: string[]) =>
    run("state", "move", "--yes", "--source", "organization/test/test", "--dest", "organization/test/other", ...urns);
  const team = (): Declared => ({ name: "team", class: "Group", args: { parentUid: engine.root } });
  const crew = (): Declared => ({ name: "crew", class: "Group", args: { parentUid: engine.root } });
  const inside = (parentUid: string, roleUid: string): Declared[] => [
    { name: "web", class: "Repo", args: { parentUid } },
    { name: "guest", class: "GroupInvite", args: { parentUid, roleUid, ttl: "24h", email: "guest@example.com" } },
  ];
  let roleUid: string;

  beforeEach(async () => {
    [roleUid = ""] = engine.world.uids["iam:Role"] ?? [];
    engine.declare([team(), ...inside("${team}", roleUid)]);
    succeeded(await engine.stack.up());
    succeeded(await run("stack", "init", "other", "--secrets-provider", SECRETS_PROVIDER));
    succeeded(await run("stack", "select", "test"));
    engine.emulator.clearRequests();
  });

  it("move by pulumi state move with their whole state, invites too, and nothing is written (row 191)", async () => {
    const group = await uidOf("team");
    const guest = await uidOf("guest");
    succeeded(await move(await urnOf("web"), await urnOf("guest")));
    engine.declare([team()]);
    succeeded(await upOf("test", "--expect-no-changes"));
    engine.declare(inside(group, roleUid));
    succeeded(await upOf("other", "--expect-no-changes"));
    succeeded(await run("preview", "--refresh", "--expect-no-changes", "--stack", "other"));
    assert.deepEqual(mutations(engine.emulator.requests), []);
    assert.ok(engine.emulator.get(guest));
  });

  it("move by the steps of the page where it is refused (row 191)", async () => {
    // The other stack has a setting that the first one does not have.
    engine.declare([crew()]);
    succeeded(await run("config", "set", "platform:operationTimeout", "100", "--stack", "other"));
    succeeded(await upOf("other"));
    const [group, web] = [await uidOf("team"), await uidOf("web")];
    const refused = await move(await urnOf("web"));
    assert.notEqual(refused.code, 0);
    assert.match(refused.output, /already exists in destination stack/);

    const [repo, guest] = inside("${team}", roleUid);
    assert.ok(repo && guest);
    engine.declare([team(), { ...repo, opts: { retainOnDelete: true } }, guest]);
    succeeded(await upOf("test"));
    engine.declare([team(), guest]);
    succeeded(await upOf("test"));
    engine.declare([crew(), { ...repo, args: { parentUid: group, adoptUid: web } }]);
    engine.emulator.clearRequests();
    succeeded(await upOf("other"));
    assert.deepEqual(mutations(engine.emulator.requests), []);
    assert.ok(engine.emulator.get(web));
  });
});
