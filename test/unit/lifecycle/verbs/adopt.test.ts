import assert from "node:assert/strict";
import { IncompleteError } from "../../../../src/lifecycle/errors";
import { Handle, Kind } from "../../../../src/lifecycle/run/handle";
import { create } from "../../../../src/lifecycle/verbs/create";
import { diff } from "../../../../src/lifecycle/verbs/diff";
import { read } from "../../../../src/lifecycle/verbs/read";
import { group } from "../../../../src/resources/group";
import { identity } from "../../../../src/resources/identity";
import { repo } from "../../../../src/resources/repo";
import { roleBinding } from "../../../../src/resources/role-binding";
import { subscription } from "../../../../src/resources/subscription";
import { defineResource, type ResourceSpec } from "../../../../src/spec/resource";
import { optional, required, string } from "../../../../src/spec/types";
import type { Values } from "../../../../src/spec/values";
import {
  bodyOf,
  lineOf,
  missingResource,
  object,
  refusal,
  scriptedContext,
  unknownPath,
} from "../../../support/lifecycle";

const createTime = "2026-01-01T00:00:00Z";
const theirs = { uid: "org/a", name: "team", description: "theirs", createTime };
const unchanged = { changed: false, isHidden: false, replaces: [], deleteBeforeReplace: false };

async function adopting(answers: Parameters<typeof scriptedContext>[0], inputs: Values, spec: ResourceSpec = group) {
  const script = scriptedContext(answers);
  const result = await create(new Kind(script.context, spec), inputs).catch((error: unknown) => error);
  assert.deepEqual(script.left, []);
  return { result, lines: script.lines(), bodies: script.requests.map(bodyOf) };
}

describe("adoptUid (row 13)", () => {
  it("takes over an object that is already as the program wants it, without a change", async () => {
    const inputs = { parentUid: "org", name: "team", description: "theirs" };
    const { result, lines } = await adopting([object(theirs)], { ...inputs, adoptUid: "org/a" });
    assert.deepEqual(lines, ["GET /iam/v2/groups/org/a"]);
    assert.deepEqual(result, { uid: "org/a", outputs: { ...inputs, createTime } });
    assert.deepEqual(diff(group, (result as { outputs: Values }).outputs, inputs), unchanged);
  });

  it("updates only the fields that differ", async () => {
    const inputs = { parentUid: "org", name: "team", description: "ours" };
    const { result, lines, bodies } = await adopting([object(theirs), object({ ...theirs, description: "ours" })], {
      ...inputs,
      adoptUid: "org/a",
    });
    assert.deepEqual(lines, ["GET /iam/v2/groups/org/a", "PATCH /iam/v2/groups/org/a updateMask=description"]);
    assert.deepEqual(bodies[1], { description: "ours" });
    assert.deepEqual(result, { uid: "org/a", outputs: { ...inputs, createTime } });
  });

  it("leaves fields alone that the program does not mention", async () => {
    const inputs = { parentUid: "org", name: "team" };
    const { result, lines } = await adopting([object(theirs)], { ...inputs, adoptUid: "org/a" });
    assert.deepEqual(lines, ["GET /iam/v2/groups/org/a"]);
    const { outputs } = result as { outputs: Values };
    assert.equal(outputs.description, "theirs");
    assert.deepEqual(diff(group, outputs, inputs), unchanged);
  });

  it("leaves a readme alone that the program does not mention", async () => {
    const inputs = { parentUid: "org", name: "app" };
    const answers = [object({ uid: "org/r", name: "app" }), object({ uid: "org/r", content: "# theirs" })];
    const { result, lines } = await adopting(answers, { ...inputs, adoptUid: "org/r" }, repo);
    assert.deepEqual(lines, ["GET /registry/v2/repos/org/r", "GET /registry/v2/repos/org/r/readme"]);
    assert.deepEqual(diff(repo, (result as { outputs: Values }).outputs, inputs), unchanged);
  });

  it("changes to another member of a oneof when the program names that", async () => {
    const before = {
      uid: "org/i",
      name: "ci",
      claimMatch: { issuer: "https://i.example.com", subject: "s", audience: "a" },
    };
    const after = { ...before, claimMatch: { issuer: "https://i.example.com", subjectPattern: "s.*", audience: "a" } };
    const inputs = {
      parentUid: "org",
      name: "ci",
      claimMatch: { issuer: "https://i.example.com", subjectPattern: "s.*" },
    };
    const { result, lines } = await adopting(
      [object(before), object(after)],
      { ...inputs, adoptUid: "org/i" },
      identity,
    );
    assert.deepEqual(lines[1], "PATCH /iam/v2/identities/org/i updateMask=claimMatch.subjectPattern");
    const { outputs } = result as { outputs: Values };
    assert.deepEqual(outputs.claimMatch, after.claimMatch);
    assert.deepEqual(diff(identity, outputs, inputs), unchanged);
  });

  const refusals: [
    why: string,
    answers: Parameters<typeof scriptedContext>[0],
    inputs: Values,
    spec: ResourceSpec,
    reason: RegExp,
  ][] = [
    [
      "an object under another parent",
      [object({ ...theirs, uid: "org/b/a" })],
      { adoptUid: "org/b/a", parentUid: "org", name: "team" },
      group,
      /its parentUid is not the one in the program/,
    ],
    [
      "an object of another name",
      [object(theirs)],
      { adoptUid: "org/a", parentUid: "org", name: "crew" },
      group,
      /its name is not the one in the program/,
    ],
    [
      "a binding of another role",
      [object({ uid: "org/b", identity: { uid: "org/i" }, role: { uid: "owner" } })],
      { adoptUid: "org/b", parentUid: "org", identityUid: "org/i", roleUid: "viewer" },
      roleBinding,
      /its roleUid is not the one in the program/,
    ],
    [
      "a subscription to another sink",
      [object({ uid: "org/s", sink: "https://a.example.com" })],
      { adoptUid: "org/s", parentUid: "org", sink: "https://b.example.com" },
      subscription,
      /its sink is/,
    ],
    [
      "an object that is not there, or of another kind",
      [missingResource("org/a")],
      { adoptUid: "org/a", parentUid: "org", name: "team" },
      group,
      /there is no Group with this uid \(\[NOT_FOUND\] GET \/iam\/v2\/groups\/org\/a: "no org\/a"\)/,
    ],
    [
      "anything where the path is not known",
      [unknownPath],
      { adoptUid: "org/a", parentUid: "org", name: "team" },
      group,
      /there is no Group with this uid/,
    ],
  ];
  for (const [what, answers, inputs, spec, reason] of refusals) {
    it(`refuses ${what}, and changes nothing`, async () => {
      const { result, lines } = await adopting(answers, inputs, spec);
      assert.ok(result instanceof Error && result.name === "AdoptionError", String(result));
      assert.match(result.message, reason);
      assert.match(result.message, /^adoptUid "[^"]+" cannot be adopted as this \w+: .*\. Nothing was changed$/);
      assert.ok(lines.every((line) => line.startsWith("GET ")));
    });
  }

  it("refuses an object with another value in an immutable field, and names the field", async () => {
    const spec = defineResource({
      type: "test:Thing",
      collection: "/test/v2/things",
      update: "patch",
      fields: { name: required(string(), { key: true }), region: optional(string(), { immutable: true }) },
    });
    const answers = [object({ uid: "org/t", name: "a", region: "eu" })];
    const { result, lines } = await adopting(answers, { adoptUid: "org/t", name: "a", region: "us" }, spec);
    assert.match(
      String(result),
      /^AdoptionError: .* it differs in region, which cannot be changed\. Nothing was changed$/,
    );
    assert.deepEqual(lines, ["GET /test/v2/things/org/t"]);
  });

  it("refuses an answer about another object", async () => {
    const { result } = await adopting([object({ ...theirs, uid: "org/b" })], {
      adoptUid: "org/a",
      parentUid: "org",
      name: "team",
    });
    assert.match(String(result), /^ProtocolError: GET \/iam\/v2\/groups\/org\/a: the answer is about Group org\/b$/);
  });

  it("records the object as it is when it cannot be updated", async () => {
    const inputs = { adoptUid: "org/a", parentUid: "org", name: "team", description: "ours" };
    const { result } = await adopting([object(theirs), refusal("PERMISSION_DENIED", "read only")], inputs);
    assert.ok(result instanceof IncompleteError);
    assert.equal(
      result.message,
      'Group org/a was adopted, but not brought up to date: [PERMISSION_DENIED] PATCH /iam/v2/groups/org/a: "read only". The next update completes it',
    );
    assert.deepEqual(
      [result.id, result.properties],
      ["org/a", { parentUid: "org", name: "team", description: "theirs", createTime }],
    );
  });

  it("keeps fields that were left alone out of the inputs of a later read, whatever others change", async () => {
    const script = scriptedContext([object(theirs), object({ ...theirs, description: "moved" })]);
    const { outputs } = await create(new Kind(script.context, group), {
      adoptUid: "org/a",
      parentUid: "org",
      name: "team",
    });
    const found = await read(new Handle(script.context, group, "org/a"), outputs);
    assert.deepEqual(found?.inputs, { parentUid: "org", name: "team" });
    assert.equal(found?.outputs.description, "moved");
    assert.deepEqual(script.requests.map(lineOf), Array(2).fill("GET /iam/v2/groups/org/a"));
  });
});
