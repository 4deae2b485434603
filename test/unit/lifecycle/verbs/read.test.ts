import assert from "node:assert/strict";
import { Handle } from "../../../../src/lifecycle/run/handle";
import { read } from "../../../../src/lifecycle/verbs/read";
import { group } from "../../../../src/resources/group";
import { identity } from "../../../../src/resources/identity";
import { repo } from "../../../../src/resources/repo";
import { role } from "../../../../src/resources/role";
import { roleBinding } from "../../../../src/resources/role-binding";
import { subscription } from "../../../../src/resources/subscription";
import type { ResourceSpec } from "../../../../src/spec/resource";
import type { Values } from "../../../../src/spec/values";
import { missingResource, object, refusal, scriptedContext } from "../../../support/lifecycle";

const createTime = "2026-01-01T00:00:00Z";

async function reading(
  answers: Parameters<typeof scriptedContext>[0],
  spec: ResourceSpec,
  uid: string,
  recorded: Values,
) {
  const script = scriptedContext(answers);
  const found = await read(new Handle(script.context, spec, uid), recorded);
  assert.deepEqual(script.left, []);
  return { ...found, lines: script.lines() };
}

describe("a read", () => {
  it("returns the current outputs, and the inputs that would produce them", async () => {
    const recorded = { parentUid: "org", name: "team", createTime };
    const { outputs, inputs, lines } = await reading(
      [object({ uid: "org/a", name: "crew", description: "new", createTime })],
      group,
      "org/a",
      recorded,
    );
    assert.deepEqual(lines, ["GET /iam/v2/groups/org/a"]);
    assert.deepEqual(outputs, { parentUid: "org", name: "crew", description: "new", createTime });
    assert.deepEqual(inputs, { parentUid: "org", name: "crew", description: "new" });
  });

  it("takes the parent from the uid", async () => {
    const { inputs } = await reading([object({ uid: "org/a/b", name: "team" })], group, "org/a/b", {});
    assert.deepEqual(inputs, { parentUid: "org/a", name: "team" });
  });

  it("returns no parent for objects without one", async () => {
    const { outputs } = await reading([object({ uid: "org", name: "acme" })], group, "org", {});
    assert.deepEqual(outputs, { name: "acme" });
  });

  it("shows another member of a oneof in place of the recorded one", async () => {
    const recorded = { parentUid: "org", name: "ci", claimMatch: { issuer: "https://i.example.com", subject: "s" } };
    const { inputs } = await reading(
      [object({ uid: "org/i", name: "ci", servicePrincipal: "SERVICE_PRINCIPAL_SKILLS", claimMatch: null })],
      identity,
      "org/i",
      recorded,
    );
    assert.deepEqual(inputs, { parentUid: "org", name: "ci", servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" });
  });

  it("reads a binding's uids from their place in the answer", async () => {
    const answer = {
      uid: "org/b",
      identityUid: "",
      roleUid: "",
      identity: { uid: "org/i", name: "ci" },
      role: { uid: "viewer", name: "viewer" },
    };
    const { inputs } = await reading([object(answer)], roleBinding, "org/b", {
      parentUid: "org",
      identityUid: "org/i",
      roleUid: "owner",
    });
    assert.deepEqual(inputs, { parentUid: "org", identityUid: "org/i", roleUid: "viewer" });
  });

  it("reads a readme when one or nothing is recorded, and shows the current one", async () => {
    const app = object({ uid: "org/r", name: "app" });
    const [get, getReadme] = ["GET /registry/v2/repos/org/r", "GET /registry/v2/repos/org/r/readme"];
    const changed = await reading([app, object({ content: "# new" })], repo, "org/r", {
      parentUid: "org",
      name: "app",
      readme: "# old",
    });
    assert.deepEqual([changed.lines, changed.inputs?.readme], [[get, getReadme], "# new"]);
    const emptied = await reading([app, object({ content: "" })], repo, "org/r", {
      parentUid: "org",
      name: "app",
      readme: "# old",
    });
    assert.deepEqual(emptied.inputs, { parentUid: "org", name: "app" });
    const first = await reading([app, object({ content: "# theirs" })], repo, "org/r", {});
    assert.equal(first.outputs?.readme, "# theirs");
    const without = await reading([app], repo, "org/r", { parentUid: "org", name: "app" });
    assert.deepEqual([without.lines, without.inputs], [[get], { parentUid: "org", name: "app" }]);
  });

  it("fails when the readme is unreadable, instead of showing none", async () => {
    const script = scriptedContext([object({ uid: "org/r", name: "app" }), refusal("PERMISSION_DENIED", "no")]);
    await assert.rejects(
      read(new Handle(script.context, repo, "org/r"), { parentUid: "org", name: "app", readme: "# a" }),
      {
        message: '[PERMISSION_DENIED] GET /registry/v2/repos/org/r/readme: "no"',
      },
    );
  });

  it("fails on a uid that could reach another path, before anything is sent", async () => {
    for (const uid of ["../x", "org/a:verb", "org//a", "org/a?x=1", ""]) {
      const script = scriptedContext([]);
      await assert.rejects(read(new Handle(script.context, group, uid), {}), { name: "InvalidPathError" });
    }
  });

  it("does not treat a repo as gone when only its readme is missing", async () => {
    const answers = [object({ uid: "org/r", name: "app" }), missingResource("org/r/readme"), object({ uid: "org" })];
    const script = scriptedContext(answers);
    const found = await read(new Handle(script.context, repo, "org/r"), {
      parentUid: "org",
      name: "app",
      readme: "# a",
    }).catch((e) => e);
    assert.notEqual(found, undefined);
  });
});

describe("an answer about another resource (row 50)", () => {
  const rows: [why: string, spec: ResourceSpec, answer: Values, reason: string][] = [
    ["has another uid", group, { uid: "org/b", name: "team" }, "about Group org/b"],
    ["has the uid of what is inside", group, { uid: "org/a/b", name: "team" }, "about Group org/a/b"],
    ["has no uid", group, { name: "team" }, "about Group (no uid)"],
    ["has a number for a uid", group, { uid: 5, name: "team" }, "about Group (no uid)"],
    ["has an invalid uid", group, { uid: "org/a\n::error::b" }, 'about Group "org/a ::error::b"'],
    ["is empty", group, {}, "about Group (no uid)"],
    ["is a list", group, { groups: [{ uid: "org/a", name: "team" }] }, "about Group (no uid)"],
    [
      "is of another type",
      group,
      { uid: "org/a", sink: "https://s.example.com" },
      "about something else, for it lacks what each Group has: name",
    ],
    [
      "has nothing but a uid",
      role,
      { uid: "org/a" },
      "about something else, for it lacks what each Role has: name, capabilities",
    ],
    [
      "is a group in the place of a subscription",
      subscription,
      { uid: "org/a", name: "team" },
      "about something else, for it lacks what each Subscription has: sink",
    ],
  ];
  for (const [why, spec, answer, reason] of rows) {
    it(`is an error when it ${why}, and nothing of it is recorded`, async () => {
      const script = scriptedContext([object(answer)]);
      await assert.rejects(
        read(new Handle(script.context, spec, "org/a"), { parentUid: "org", name: "team" }),
        (error: Error) => {
          assert.equal(error.name, "ProtocolError");
          assert.ok(error.message.startsWith(`GET ${spec.collection}/org/a: the answer is about `), error.message);
          assert.ok(error.message.endsWith(reason), error.message);
          return true;
        },
      );
    });
  }

  it("is an error when it is the readme of another repo", async () => {
    const script = scriptedContext([object({ uid: "org/r", name: "app" }), object({ uid: "org/x", content: "# x" })]);
    await assert.rejects(
      read(new Handle(script.context, repo, "org/r"), { parentUid: "org", name: "app", readme: "# a" }),
      {
        name: "ProtocolError",
        message: "/registry/v2/repos/org/r/readme: the answer is about org/x",
      },
    );
  });

  it("does not include a binding to a deleted object, which is fine", async () => {
    const answer = { uid: "org/b", createTime };
    const { inputs } = await reading([object(answer)], roleBinding, "org/b", {
      parentUid: "org",
      identityUid: "org/i",
      roleUid: "viewer",
    });
    assert.deepEqual(inputs, { parentUid: "org" });
  });
});
