import assert from "node:assert/strict";
import { IncompleteError } from "../../../../src/lifecycle/errors";
import { Kind } from "../../../../src/lifecycle/run/handle";
import { create } from "../../../../src/lifecycle/verbs/create";
import { diff } from "../../../../src/lifecycle/verbs/diff";
import { accountAssociation } from "../../../../src/resources/account-association";
import { group } from "../../../../src/resources/group";
import { repo } from "../../../../src/resources/repo";
import { role } from "../../../../src/resources/role";
import type { ResourceSpec } from "../../../../src/spec/resource";
import type { Values } from "../../../../src/spec/values";
import { listed, missingResource, object, refusal, scriptedContext } from "../../../support/lifecycle";

const team = { parentUid: "org", name: "team", description: "d" };
const made = { uid: "org/a", name: "team", description: "d", createTime: "2026-01-01T00:00:00Z" };
const look = "GET /iam/v2/groups uidp.children_of=org name=team";
const post = "POST /iam/v2/groups/org";
const none = listed("groups");

/** Runs a create against answers, which must all be used up. */
async function run(answers: Parameters<typeof scriptedContext>[0], spec: ResourceSpec = group, inputs: Values = team) {
  const script = scriptedContext(answers);
  const result = await create(new Kind(script.context, spec), inputs).catch((error: unknown) => error);
  assert.deepEqual(script.left, []);
  return { result, lines: script.lines() };
}

describe("an incomplete create", () => {
  const inputs = { parentUid: "org", name: "app", readme: "# app" };

  async function incomplete(
    answers: Parameters<typeof scriptedContext>[0],
    spec: ResourceSpec,
    values: Values,
  ): Promise<IncompleteError> {
    const { result } = await run(answers, spec, values);
    assert.ok(result instanceof IncompleteError, String(result));
    return result;
  }

  it("records the object without the sub-resource that failed", async () => {
    const answers = [listed("repos"), object({ uid: "org/r", name: "app" }), refusal("PERMISSION_DENIED", "not yours")];
    const error = await incomplete(answers, repo, inputs);
    assert.equal(error.id, "org/r");
    assert.deepEqual(error.properties, { parentUid: "org", name: "app" });
    assert.equal(
      error.message,
      'Repo org/r was created, but is not complete: [PERMISSION_DENIED] PATCH /registry/v2/repos/org/r/readme: "not yours". The next update completes it',
    );
  });

  it("is what a name becomes that only a newer platform knows, where this one drops it", async () => {
    const capabilities = ["CAP_REPO_LIST", "CAP_MOON_LANDINGS_LIST"];
    const wanted = { parentUid: "org", name: "reader", capabilities };
    const stored = object({ uid: "org/r", name: "reader", capabilities: ["CAP_REPO_LIST"] });
    const error = await incomplete([listed("roles"), stored, stored], role, wanted);
    assert.match(error.message, /the server keeps other values than asked for in capabilities/);
    assert.deepEqual(error.properties.capabilities, ["CAP_REPO_LIST"]);
    const newer = object({ uid: "org/r", name: "reader", capabilities });
    assert.deepEqual((await run([listed("roles"), newer], role, wanted)).result, { uid: "org/r", outputs: wanted });
  });

  it("records an object whose answer is unreadable, and reads the object", async () => {
    const association = (installationId: unknown) => ({
      name: "accounts",
      github: { appInstallations: { "42": { installations: [{ installationId }] } } },
    });
    const wanted = { parentUid: "org", ...association("9007199254740993") };
    const rounded = object({ uid: "org", ...association(2 ** 53) });
    const empty = missingResource("org");
    const error = await incomplete([empty, rounded, rounded], accountAssociation, wanted);
    assert.equal(error.id, "org");
    assert.match(
      error.message,
      /^AccountAssociation org was created, but .* a 64-bit integer came as a number, and lost its last digits/,
    );
    const whole = object({ uid: "org", ...association("9007199254740993") });
    const { result } = await run([empty, rounded, whole], accountAssociation, wanted);
    assert.deepEqual(result, { uid: "org", outputs: wanted });
  });

  it("reads the object when the answer lacks fields, and accepts it when they exist", async () => {
    const { result, lines } = await run([none, object({ uid: "org/a" }), object(made)]);
    assert.deepEqual(lines, [look, post, "GET /iam/v2/groups/org/a"]);
    assert.deepEqual(result, { uid: "org/a", outputs: { ...team, createTime: made.createTime } });
  });

  it("records the server's values when they differ from the request", async () => {
    const other = object({ ...made, description: "other" });
    const error = await incomplete([none, other, other], group, team);
    assert.match(error.message, /the server keeps other values than asked for in description\./);
    assert.deepEqual(error.properties, { ...team, description: "other", createTime: made.createTime });
  });

  it("records the object with its inputs when the answer is incomplete and nothing can be read", async () => {
    const script = scriptedContext([listed("groups"), object({ uid: "org/a" }), refusal("PERMISSION_DENIED")]);
    const error = await create(new Kind(script.context, group), team).catch((e) => e);
    assert.ok(error instanceof IncompleteError);
    assert.deepEqual(diff(group, error.properties, team).replaces, []);
  });
});

describe("a new object", () => {
  it("is waited for until it is visible", async () => {
    const script = scriptedContext([
      listed("repos"),
      object({ uid: "org/r", name: "app" }),
      missingResource("org/r"),
      object({ content: "# a" }),
    ]);
    const made = await create(new Kind(script.context, repo), { parentUid: "org", name: "app", readme: "# a" });
    assert.equal(made.uid, "org/r");
  });

  it("equals the request even with an environment variable called constructor", async () => {
    const customOverlay = { environment: { constructor: "x" } };
    const inputs = { parentUid: "org", name: "app", customOverlay };
    const script = scriptedContext([
      listed("repos"),
      object({ uid: "org/r", name: "app", customOverlay }),
      object({ uid: "org/r", name: "app", customOverlay }),
    ]);
    assert.equal((await create(new Kind(script.context, repo), inputs)).uid, "org/r");
  });
});
