import assert from "node:assert/strict";
import { describeEngine } from "../support/describe-engine";
import { assertSettled, type Declared, plannedSteps, succeeded } from "../support/engine";
import { assertInvariants } from "../support/invariants";
import { mutations } from "../support/log";

const claimMatch = { issuer: "https://token.example.com", subject: "repo:acme/web" };

describeEngine("resources on the engine", (engine) => {
  const group = (name: string, args: object = {}): Declared => ({
    name,
    class: "Group",
    args: { parentUid: engine.root, ...args },
  });

  it("use the Pulumi name by default, and keep it when only another input changes", async () => {
    engine.declare([group("team")]);
    succeeded(await engine.stack.up());
    assert.equal(engine.emulator.get(String((await engine.recorded()).get("team")?.id))?.name, "team");
    engine.declare([group("team", { description: "d" })]);
    const { changed } = plannedSteps(succeeded(await engine.stack.preview("--json"))).get("team") ?? {};
    assert.deepEqual(changed, ["description"]);
  });

  it("refuse to create a second object with one key, name its uid, and adopt it on request (row 11)", async () => {
    const { uid } = engine.emulator.put("iam:Group", engine.root, { name: "team", description: "made by hand" });
    engine.declare([group("team", { description: "ours" })]);
    engine.emulator.clearRequests();
    const refused = await engine.stack.up();
    assert.equal(refused.code, 1);
    assert.match(refused.output, new RegExp(`A Group with this name exists already under ${engine.root}: ${uid}`));
    assert.match(refused.output, new RegExp(`adoptUid: "${uid}"`));
    assert.deepEqual(mutations(engine.emulator.requests), []);

    engine.declare([group("team", { description: "ours", adoptUid: uid })]);
    succeeded(await engine.stack.up());
    assert.deepEqual(mutations(engine.emulator.requests), [
      { method: "PATCH", target: `/iam/v2/groups/${uid}`, mask: "description", paths: ["description"] },
    ]);
    assert.equal((await engine.recorded()).get("team")?.id, uid);
    await assertSettled(engine.stack);
    // adoptUid has done its work; taking it out again is no change.
    engine.declare([group("team", { description: "ours" })]);
    await assertInvariants(engine);
  });

  it("refuse the second of two resources with one key, and leave the first alone (row 12)", async () => {
    engine.declare([group("one", { name: "same" }), group("two", { name: "same" })]);
    for (const result of [await engine.stack.preview(), await engine.stack.up()]) {
      assert.equal(result.code, 1);
      assert.match(result.output, /Another resource of this program, "(one|two)", has the same parentUid and name/);
    }
    assert.equal(engine.emulator.list("iam:Group").filter(({ name }) => name === "same").length, 1);
    const [made = ""] = (await engine.recorded()).keys();
    const other = made === "one" ? "two" : "one";
    engine.declare([group(made, { name: "same" }), group(other, { name: "another" })]);
    succeeded(await engine.stack.up());
    assert.deepEqual([...(await engine.recorded()).keys()].sort(), ["one", "two"]);
    await assertInvariants(engine);
  });

  it("are replaced together with their parent, children first", async () => {
    const declared = (parentUid: string | undefined): Declared[] => [
      group("team", { parentUid }),
      { name: "bot", class: "Identity", args: { parentUid: "${team}", claimMatch } },
      { name: "web", class: "Repo", args: { parentUid: "${team}" } },
    ];
    const [a, b] = engine.world.uids["iam:Group"] ?? [];
    engine.declare(declared(a));
    succeeded(await engine.stack.up());
    engine.declare(declared(b));
    const steps = plannedSteps(succeeded(await engine.stack.preview("--json")));
    for (const name of ["team", "bot", "web"]) assert.match(steps.get(name)?.op ?? "", /replace/, name);
    succeeded(await engine.stack.up());
    await assertSettled(engine.stack);
    const ids = [...(await engine.recorded()).values()].map(({ id }) => id ?? "");
    assert.ok(
      ids.every((id) => id.startsWith(`${b}/`)),
      ids.join(", "),
    );
    assert.equal(engine.emulator.list("iam:Identity").filter(({ name }) => name === "bot").length, 1);
  });

  it("are unchanged when their parent is updated in place", async () => {
    const declared = (description: string): Declared[] => [
      group("team", { description }),
      { name: "bot", class: "Identity", args: { parentUid: "${team}", claimMatch } },
    ];
    engine.declare(declared("a"));
    succeeded(await engine.stack.up());
    engine.declare(declared("b"));
    const steps = plannedSteps(succeeded(await engine.stack.preview("--json")));
    assert.equal(steps.get("team")?.op, "update");
    assert.equal(steps.get("bot")?.op ?? "same", "same");
  });

  it("are read without being managed by `get`, which fails when there is nothing", async () => {
    const { uid } = engine.emulator.put("iam:Identity", engine.root, { name: "theirs", claimMatch });
    const get = (id: string): Declared => ({ name: "theirs", class: "Identity", args: {}, get: id });
    engine.declare([get(String(uid))]);
    succeeded(await engine.stack.up());
    const recorded = (await engine.recorded()).get("theirs");
    assert.equal(recorded?.external, true);
    assert.deepEqual(recorded?.outputs?.claimMatch, claimMatch);
    engine.emulator.edit(String(uid), { lastSeenTime: "2030-01-01T00:00:00Z" });
    await assertSettled(engine.stack);
    engine.declare([get(`${engine.root}/nobody`)]);
    const missing = await engine.stack.up();
    assert.equal(missing.code, 1);
    assert.match(missing.output, /\[NOT_FOUND\] GET \/iam\/v2\/identities/);
  });

  it("are refused with one line each for bad input, before anything is sent", async () => {
    engine.declare([group("bad", { descripton: "x", parentUid: "../x" })]);
    engine.emulator.clearRequests();
    const { code, output } = await engine.stack.up();
    assert.equal(code, 1);
    assert.match(output, /Group resource 'bad' has a problem: descripton is unknown. Did you mean description\?/);
    assert.match(
      output,
      /Group resource 'bad' has a problem: parentUid must be a uid, like 1a2b\/3c4d: ids of letters, digits, - and _ joined by slashes$/m,
    );
    assert.doesNotMatch(output, /\bat .*\.js:\d+/, "no stack is shown");
    assert.equal(engine.emulator.requests.length, 0);
  });

  it("use the settings of the stack's config, and prefer a token from the environment", async () => {
    const { PLATFORM_BASE_URL = "", PLATFORM_TOKEN = "" } = engine.emulator.environment;
    const without = { PLATFORM_BASE_URL: "", PLATFORM_TOKEN: "" };
    succeeded(await engine.stack.run(["config", "set", "platform:baseUrl", PLATFORM_BASE_URL]));
    succeeded(await engine.stack.run(["config", "set", "--secret", "platform:token", PLATFORM_TOKEN]));
    engine.declare([group("team")]);
    succeeded(await engine.stack.run(["up", "--yes", "--skip-preview"], without));
    const wrong = await engine.stack.run(["refresh", "--yes"], { ...without, PLATFORM_TOKEN: "not-the-token" });
    assert.equal(wrong.code, 1);
    assert.match(wrong.output, /\[UNAUTHENTICATED\].*Check the token: PLATFORM_TOKEN/);
    assert.doesNotMatch(wrong.output, new RegExp(`not-the-token|${PLATFORM_TOKEN}`));
    assert.doesNotMatch(JSON.stringify(await engine.stack.export()), new RegExp(PLATFORM_TOKEN));
  });
});
