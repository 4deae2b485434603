import assert from "node:assert/strict";
import { Kind } from "../../../../src/lifecycle/run/handle";
import { create } from "../../../../src/lifecycle/verbs/create";
import { group } from "../../../../src/resources/group";
import { identity } from "../../../../src/resources/identity";
import { roleBinding } from "../../../../src/resources/role-binding";
import { subscription } from "../../../../src/resources/subscription";
import { tag } from "../../../../src/resources/tag";
import type { ResourceSpec } from "../../../../src/spec/resource";
import type { Values } from "../../../../src/spec/values";
import {
  bodyOf,
  listed,
  missingResource,
  object,
  refusal,
  scriptedContext,
  unknownPath,
} from "../../../support/lifecycle";

const team = { parentUid: "org", name: "team", description: "d" };
const made = { uid: "org/a", name: "team", description: "d", createTime: "2026-01-01T00:00:00Z" };
const look = "GET /iam/v2/groups uidp.children_of=org name=team";
const post = "POST /iam/v2/groups/org";
const none = listed("groups");

/** Runs a create of a group against answers, which must all be used up. */
async function run(answers: Parameters<typeof scriptedContext>[0], spec: ResourceSpec = group, inputs: Values = team) {
  const script = scriptedContext(answers);
  const result = await create(new Kind(script.context, spec), inputs).catch((error: unknown) => error);
  assert.deepEqual(script.left, []);
  const { lines, sleeps, requests, context } = script;
  return { result, lines: lines(), sleeps, requests, context, message: result instanceof Error ? result.message : "" };
}

describe("a create", () => {
  it("searches, posts once, and records the program's and the server's values", async () => {
    const { result, lines, requests } = await run([none, object({ ...made, updateTime: "2026-01-01T00:00:00Z" })]);
    assert.deepEqual(lines, [look, post]);
    assert.deepEqual(requests.map(bodyOf), [undefined, { name: "team", description: "d" }]);
    const times = { createTime: "2026-01-01T00:00:00Z", updateTime: "2026-01-01T00:00:00Z" };
    assert.deepEqual(result, { uid: "org/a", outputs: { ...team, ...times } });
  });

  it("refuses an object with the same key, with its uid and the way to adopt it, and posts nothing (row 11)", async () => {
    const { message, lines } = await run([listed("groups", { uid: "org/z", name: "team", description: "theirs" })]);
    assert.equal(
      message,
      "A Group with this name exists already under parentUid org: org/z. Nothing was created. " +
        'Renamed or moved in the program? Then give the resource the option aliases: [{ name: "<its former name>" }] (moved ' +
        "into a component: aliases: [{ parent: pulumi.rootStackResource }]). Replaced by --replace, by a taint or by a " +
        "replacementTrigger? Then give it the option deleteBeforeReplace: true. Made by someone else? Then the argument " +
        'adoptUid: "org/z" takes it over. Left by a run that was killed, or one of many? Then platform:adoptExisting ' +
        "(PLATFORM_ADOPT_EXISTING) set to identical takes over all that is as the program says. Or choose another name.",
    );
    assert.deepEqual(lines, [look]);
  });

  it("refuses a tag that points elsewhere before it posts, because a post would move the tag (row 15)", async () => {
    const digest = (letter: string) => `sha256:${letter.repeat(64)}`;
    const inputs = { parentUid: "org/r", name: "latest", digest: digest("a") };
    const theirs = { uid: "org/r/t", name: "latest", digest: digest("b") };
    const { message, lines } = await run([listed("tags", theirs)], tag, inputs);
    assert.match(
      message,
      /^A Tag with this name exists already under parentUid org\/r: org\/r\/t\. Nothing was created\./,
    );
    assert.ok(
      lines.every((line) => line.startsWith("GET /registry/v2/tags ")),
      String(lines),
    );
  });

  it("shows no value of a key, because a sink and a name may be secret (row 116)", async () => {
    const sink = "https://hooks.example.com/services/canary-sink";
    const theirs = listed("subscriptions", { uid: "org/s", sink });
    const { message } = await run([theirs], subscription, { parentUid: "org", sink });
    assert.equal(
      message.replace(/Renamed .*as the program says/, "…"),
      "A Subscription with this sink exists already under parentUid org: org/s. Nothing was created. …. Or choose another sink.",
    );
    const named = await run([listed("groups", { uid: "org/z", name: "canary" })], group, { ...team, name: "canary" });
    assert.doesNotMatch(named.message, /canary/);
  });

  it("names all objects with the same key", async () => {
    const { message } = await run([listed("groups", { uid: "org/y", name: "team" }, { uid: "org/z", name: "team" })]);
    assert.match(
      message,
      /^More than one Group with this name exists already under parentUid org: org\/y, org\/z\. Nothing was created\./,
    );
  });

  it("ignores objects with another name or parent from a server that ignores filters", async () => {
    const others = [
      { uid: "org/x", name: "other" },
      { uid: "org/sub/x", name: "team" },
      { uid: "org", name: "team" },
      { name: "team" },
    ];
    assert.deepEqual((await run([listed("groups", ...others), object(made)])).lines, [look, post]);
  });

  it("posts nothing when the search fails", async () => {
    for (const answer of [
      refusal("PERMISSION_DENIED"),
      unknownPath,
      { status: 404, text: "<html>" },
      { text: "<html>login</html>" },
    ]) {
      const script = scriptedContext(Array(5).fill(answer));
      await assert.rejects(create(new Kind(script.context, group), team));
      assert.ok(script.requests.every(({ method }) => method === "GET"));
    }
  });

  it("finds a binding by its key, although the uids come back in other fields", async () => {
    const binding = { parentUid: "org", identityUid: "org/i", roleUid: "viewer" };
    const item = { uid: "org/b", identity: { uid: "org/i" }, role: { uid: "viewer" }, identityUid: "", roleUid: "" };
    const { message, lines } = await run([listed("roleBindings", item)], roleBinding, binding);
    assert.deepEqual(lines, ["GET /iam/v2/roleBindings uidp.children_of=org identity=org/i role=viewer"]);
    assert.match(
      message,
      /^A RoleBinding with this identityUid and roleUid exists already under parentUid org: org\/b\./,
    );
  });

  it("searches all subscriptions, for which there is no filter", async () => {
    const inputs = { parentUid: "org", sink: "https://s.example.com" };
    const { result, lines } = await run(
      [
        listed("subscriptions", { uid: "org/x", sink: "https://other.example.com" }),
        object({ uid: "org/s", sink: inputs.sink }),
      ],
      subscription,
      inputs,
    );
    assert.deepEqual(lines, ["GET /events/v2/subscriptions uidp.children_of=org", "POST /events/v2/subscriptions/org"]);
    assert.deepEqual(result, { uid: "org/s", outputs: inputs });
  });
});

describe("a create of an object that exists, but was not visible,", () => {
  it("names the object that is found afterwards", async () => {
    const { message, lines } = await run([none, refusal("ALREADY_EXISTS", "taken"), listed("groups", made)]);
    assert.deepEqual(lines, [look, post, look]);
    assert.match(message, /exists already under parentUid org: org\/a\..*adoptUid: "org\/a"/);
  });

  it("gives the server's message when nothing is found", async () => {
    const { message } = await run([none, refusal("ALREADY_EXISTS", "taken"), none]);
    assert.equal(message, '[ALREADY_EXISTS] POST /iam/v2/groups/org: "taken"');
  });

  it("gives the server's message when listing is forbidden", async () => {
    const { context } = scriptedContext([
      listed("groups"),
      refusal("ALREADY_EXISTS", "taken"),
      refusal("PERMISSION_DENIED", "no list"),
    ]);
    const error = await create(new Kind(context, group), team).catch((e) => e);
    assert.match(error.message, /ALREADY_EXISTS|taken/);
  });
});

describe("two simultaneous creates with one key", () => {
  it("make one object: the second searches when the first has finished (row 12)", async () => {
    const script = scriptedContext([none, object(made), listed("groups", made)]);
    const [first, second] = await Promise.allSettled([
      create(new Kind(script.context, group), team),
      create(new Kind(script.context, group), team),
    ]);
    assert.equal(first.status, "fulfilled");
    assert.ok(second.status === "rejected" && /exists already under parentUid org: org\/a/.test(String(second.reason)));
    assert.deepEqual(script.lines(), [look, post, look]);
    assert.equal(script.context.locks.size, 0);
  });

  it("are independent: the second may succeed when the first failed", async () => {
    const script = scriptedContext([none, refusal("INVALID_ARGUMENT"), none, object(made)]);
    const results = await Promise.allSettled([
      create(new Kind(script.context, group), team),
      create(new Kind(script.context, group), team),
    ]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ["rejected", "fulfilled"],
    );
  });
});

describe("a create under a parent", () => {
  const child = { parentUid: "org/a", name: "ci", servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" };
  const noChild = listed("identities");
  const childMade = object({ uid: "org/a/i", ...child });

  it("waits up to a minute until the platform knows a parent that this run created", async () => {
    for (const answers of [
      [refusal("PERMISSION_DENIED")],
      [noChild, refusal("PERMISSION_DENIED")],
      [noChild, missingResource("org/a")],
    ]) {
      const script = scriptedContext([none, object(made), ...answers, noChild, childMade]);
      await create(new Kind(script.context, group), team);
      assert.equal((await create(new Kind(script.context, identity), child)).uid, "org/a/i");
      assert.deepEqual(script.sleeps, [500]);
    }
    const never = scriptedContext([none, object(made), ...Array(8).fill(refusal("PERMISSION_DENIED", "never"))]);
    await create(new Kind(never.context, group), team);
    await assert.rejects(create(new Kind(never.context, identity), child), {
      message: '[PERMISSION_DENIED] GET /iam/v2/identities: "never"',
    });
    assert.equal(
      never.sleeps.reduce((sum, ms) => sum + ms, 0),
      59_500,
    );
  });

  it("does not wait for another user's parent", async () => {
    const { lines, sleeps } = await run([noChild, refusal("PERMISSION_DENIED")], identity, child);
    assert.deepEqual([lines.length, sleeps], [2, []]);
  });
});
