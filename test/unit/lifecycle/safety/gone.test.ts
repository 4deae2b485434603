import assert from "node:assert/strict";
import type { HttpRequest } from "../../../../src/api/transport";
import { Handle } from "../../../../src/lifecycle/run/handle";
import { acceptanceVerbs } from "../../../../src/lifecycle/special/acceptance";
import { read } from "../../../../src/lifecycle/verbs/read";
import { accountAssociation } from "../../../../src/resources/account-association";
import { group } from "../../../../src/resources/group";
import { termsAcceptance } from "../../../../src/resources/terms-acceptance";
import { listed, missingResource, object, refusal, scriptedContext, unknownPath } from "../../../support/lifecycle";
import type { Scripted } from "../../../support/scripted";

type Answers = Parameters<typeof scriptedContext>[0];

const recorded = { parentUid: "org/a", name: "team" };
const org = object({ uid: "org", name: "acme" });
const uid = "org/a/b";
const siblings = "GET /iam/v2/groups uidp.children_of=org/a";

const reading = async (answers: Answers) => {
  const script = scriptedContext(answers);
  const result = await read(new Handle(script.context, group, uid), recorded).catch((error: unknown) => error);
  assert.deepEqual(script.left, []);
  return { result, lines: script.lines().slice(1) };
};

describe("an object is gone (row 46)", () => {
  const rows: [why: string, answers: Answers, asked: string[]][] = [
    [
      "when the platform speaks of it and the organisation is there",
      [missingResource(uid), org],
      ["GET /iam/v2/groups/org"],
    ],
    [
      "when the list of its siblings confirms the gateway's answer",
      [unknownPath, listed("groups", { uid: "org/a/c" }), org],
      [siblings, "GET /iam/v2/groups/org"],
    ],
    [
      "when the list of its siblings is empty",
      [unknownPath, listed("groups"), org],
      [siblings, "GET /iam/v2/groups/org"],
    ],
    [
      "when a token sees only a lower group, and that one is there",
      [missingResource(uid), refusal("PERMISSION_DENIED"), object({ uid: "org/a" })],
      ["GET /iam/v2/groups/org", "GET /iam/v2/groups/org/a"],
    ],
  ];
  for (const [why, answers, asked] of rows) {
    it(`${why}`, async () => {
      assert.deepEqual(await reading(answers), { result: undefined, lines: asked });
    });
  }

  it("when it had the uid of its parent, the organisation, and that is visible", async () => {
    const script = scriptedContext([missingResource("org"), org]);
    assert.equal(
      await read(new Handle(script.context, accountAssociation, "org"), { parentUid: "org", name: "a" }),
      undefined,
    );
    assert.deepEqual(script.lines(), ["GET /iam/v2/accountAssociations/org", "GET /iam/v2/groups/org"]);
  });

  it("after a check of the organisation that comes later, for each of the missing objects", async () => {
    const script = scriptedContext([
      missingResource("org/a/b"),
      org,
      listed("groups"),
      missingResource("org/a/c"),
      org,
      missingResource("org/a/d"),
      org,
    ]);
    for (const missing of ["org/a/b", "org/a/c", "org/a/d"]) {
      assert.equal(await read(new Handle(script.context, group, missing), recorded), undefined);
    }
    assert.deepEqual(script.lines(), [
      "GET /iam/v2/groups/org/a/b",
      "GET /iam/v2/groups/org",
      siblings,
      "GET /iam/v2/groups/org/a/c",
      "GET /iam/v2/groups/org",
      "GET /iam/v2/groups/org/a/d",
      "GET /iam/v2/groups/org",
    ]);
  });
});

describe("an object is not gone (row 46)", () => {
  const rows: [why: string, answers: Answers, message: RegExp][] = [
    [
      "when a proxy answers 404 with a page",
      [{ status: 404, text: "<html>not found</html>" }],
      /HTTP 404, and not in the platform's form: check the base URL/,
    ],
    ["when a 404 is empty", [{ status: 404, text: "" }], /HTTP 404, and not in the platform's form/],
    [
      "when a 404 has no code",
      [{ status: 404, json: { message: "nope" } }],
      /HTTP 404, and not in the platform's form/,
    ],
    [
      "when a 404 has the code as text",
      [{ status: 404, json: { code: "5", message: "nope" } }],
      /HTTP 404, and not in the platform's form/,
    ],
    ["when an answer is 410", [{ status: 410, json: {} }], /HTTP 410, and not in the platform's form/],
    [
      "when its address redirects to a login page",
      [{ status: 301, headers: { location: "https://login.example.com" } }],
      /redirected \(HTTP 301\), which is never followed/,
    ],
    [
      "when a login page answers with success",
      Array(5).fill({ text: "<html>" }),
      /the answer is no JSON object \(after 5 attempts\)/,
    ],
    [
      "when the token may not read it",
      [refusal("PERMISSION_DENIED", "no")],
      /^\[PERMISSION_DENIED\] GET \/iam\/v2\/groups\/org\/a\/b: "no"$/,
    ],
    ["when the token is not known", [refusal("UNAUTHENTICATED", "who")], /^\[UNAUTHENTICATED\]/],
    [
      "when the path is not known, for objects and for lists",
      [unknownPath, unknownPath],
      /^\[NOT_FOUND\] GET \/iam\/v2\/groups: "Not Found"/,
    ],
    [
      "when the list is a page",
      [unknownPath, { status: 404, text: "<html>" }],
      /HTTP 404, and not in the platform's form/,
    ],
    [
      "when its siblings may not be listed",
      [unknownPath, refusal("PERMISSION_DENIED")],
      /^\[PERMISSION_DENIED\] GET \/iam\/v2\/groups: /,
    ],
    [
      "when the list holds it",
      [unknownPath, listed("groups", { uid })],
      /but it is listed: the two answers contradict each other/,
    ],
    [
      "when no group above it can be seen",
      [missingResource(uid), missingResource("org"), missingResource("org/a")],
      /the organisation is not visible at this base URL with this token\. Nothing was removed from the state/,
    ],
    [
      "when another group answers for the one above it",
      [missingResource(uid), object({ uid: "x" }), object({})],
      /not visible at this base URL/,
    ],
    ["when the answer is empty", [object({})], /the answer is about Group \(no uid\)/],
  ];
  for (const [why, answers, message] of rows) {
    it(`${why}`, async () => {
      const { result } = await reading(answers);
      assert.ok(result instanceof Error);
      assert.match(result.message, message);
    });
  }

  it("when somebody other than the platform says so, and then nothing else is checked", async () => {
    for (const answer of [
      { status: 404, text: "<html>" },
      { status: 404, text: "" },
      { status: 404, json: { message: "no" } },
      { status: 410, json: {} },
      { status: 301, json: {} },
      { json: {} },
      refusal("PERMISSION_DENIED"),
    ]) {
      assert.deepEqual((await reading([answer])).lines, [], JSON.stringify(answer));
    }
  });

  it("when the organisation was invisible for the previous object: it is checked again", async () => {
    const script = scriptedContext([
      missingResource(uid),
      missingResource("org"),
      missingResource("org/a"),
      listed("groups"),
      missingResource("org/a/c"),
      org,
    ]);
    await assert.rejects(read(new Handle(script.context, group, uid), recorded), /not visible/);
    assert.equal(await read(new Handle(script.context, group, "org/a/c"), recorded), undefined);
  });

  it("when it is read for the first time: a missing object is an error then", async () => {
    const script = scriptedContext([missingResource(uid)]);
    await assert.rejects(read(new Handle(script.context, group, uid), {}), {
      name: "NotFoundError",
      message: '[NOT_FOUND] GET /iam/v2/groups/org/a/b: "no org/a/b"',
    });
  });

  it("when the gateway does not know the path: the error suggests the base URL", async () => {
    const script = scriptedContext([unknownPath, unknownPath]);
    const error = await read(new Handle(script.context, group, "org/a"), recorded).catch((e) => e);
    assert.match(error.message, /base URL|baseUrl/);
  });
});

describe("what a token can see (row 103)", () => {
  const hidden = (which: string) => missingResource(which);
  /** A platform that hides all but org/a. */
  const answer = ({ path: { text } }: HttpRequest): Scripted => {
    const uid = text.replace("/iam/v2/groups/", "");
    return uid === "org/a" ? object({ uid, name: "a" }) : hidden(uid);
  };

  it("is remembered per group, so that no object below an invisible group counts as gone", async () => {
    for (const order of [
      ["org/a/x", "org/b/x"],
      ["org/b/x", "org/a/x"],
    ]) {
      const { context } = scriptedContext(Array(20).fill(answer));
      for (const uid of order) {
        const result = await read(new Handle(context, group, uid), recorded).catch((error: unknown) => error);
        if (uid === "org/a/x") assert.equal(result, undefined);
        else assert.match(String(result), /no group above it is visible either/);
      }
    }
  });
});

describe("terms with an empty list (row 102)", () => {
  const terms = { parentUid: "org", documentIds: ["tos.v1"] };
  it("are gone when the organisation is visible, but not when a proxy may have answered", async () => {
    const empty = object({ totalCount: "0" });
    const seen = scriptedContext([empty, org]);
    assert.equal(await acceptanceVerbs.read(new Handle(seen.context, termsAcceptance, "org"), terms), undefined);
    for (const answer of [object({}), missingResource("org"), refusal("PERMISSION_DENIED")]) {
      const { context } = scriptedContext([empty, answer]);
      await assert.rejects(
        acceptanceVerbs.read(new Handle(context, termsAcceptance, "org"), terms),
        /no group above it is visible/,
      );
    }
  });
});
