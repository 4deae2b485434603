import assert from "node:assert/strict";
import type { HttpRequest } from "../../../src/api/transport";
import { acceptanceVerbs } from "../../../src/lifecycle/acceptance";
import { remove } from "../../../src/lifecycle/delete";
import { read } from "../../../src/lifecycle/read";
import { accountAssociation } from "../../../src/resources/account-association";
import { group } from "../../../src/resources/group";
import { termsAcceptance } from "../../../src/resources/terms-acceptance";
import { listed, lost, missing, object, refusal, scriptedContext, unknownPath } from "../../support/lifecycle";
import type { Scripted } from "../../support/scripted";

type Answers = Parameters<typeof scriptedContext>[0];

const recorded = { parentUid: "org/a", name: "team" };
const org = object({ uid: "org", name: "acme" });
const uid = "org/a/b";
const siblings = "GET /iam/v2/groups uidp.children_of=org/a";

const reading = async (answers: Answers) => {
  const script = scriptedContext(answers);
  const result = await read(script.context, group, uid, recorded).catch((error: unknown) => error);
  assert.deepEqual(script.left, []);
  return { result, lines: script.lines().slice(1) };
};

describe("an object is gone (row 46)", () => {
  const rows: [why: string, answers: Answers, asked: string[]][] = [
    ["when the platform speaks of it and the organisation is there", [missing(uid), org], ["GET /iam/v2/groups/org"]],
    [
      "when the gateway's answer is borne out by the list of its siblings",
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
      [missing(uid), refusal("PERMISSION_DENIED"), object({ uid: "org/a" })],
      ["GET /iam/v2/groups/org", "GET /iam/v2/groups/org/a"],
    ],
  ];
  for (const [why, answers, asked] of rows) {
    it(`${why}`, async () => {
      assert.deepEqual(await reading(answers), { result: undefined, lines: asked });
    });
  }

  it("when it had the uid of its parent, the organisation itself, and that is there", async () => {
    const script = scriptedContext([missing("org"), org]);
    assert.equal(await read(script.context, accountAssociation, "org", { parentUid: "org", name: "a" }), undefined);
    assert.deepEqual(script.lines(), ["GET /iam/v2/accountAssociations/org", "GET /iam/v2/groups/org"]);
  });

  it("after one look at the organisation in a run, however many objects are gone", async () => {
    const script = scriptedContext([missing("org/a/b"), org, missing("org/a/c")]);
    assert.equal(await read(script.context, group, "org/a/b", recorded), undefined);
    assert.equal(await read(script.context, group, "org/a/c", recorded), undefined);
    assert.equal(script.requests.length, 3);
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
      "when a login page is where it was",
      [{ status: 301, headers: { location: "https://login.example.com" } }],
      /redirected \(HTTP 301\), which is never followed/,
    ],
    [
      "when a login page answers with success",
      Array(5).fill({ text: "<html>" }),
      /the answer is no JSON object \(after 5 attempts\)/,
    ],
    [
      "when it may not be seen",
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
      [missing(uid), missing("org"), missing("org/a")],
      /the organisation is not visible at this base URL with this token\. Nothing was removed from the state/,
    ],
    [
      "when another group answers for the one above it",
      [missing(uid), object({ uid: "x" }), object({})],
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

  it("where it is not the platform that says so: no other witness is asked then", async () => {
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

  it("for the next object, when the organisation could not be seen for the one before: it is looked for again", async () => {
    const script = scriptedContext([missing(uid), missing("org"), missing("org/a"), missing("org/a/c"), org]);
    await assert.rejects(read(script.context, group, uid, recorded), /not visible/);
    assert.equal(await read(script.context, group, "org/a/c", recorded), undefined);
  });

  it("when it is read for the first time: to be absent is an error then", async () => {
    const script = scriptedContext([missing(uid)]);
    await assert.rejects(read(script.context, group, uid, {}), {
      name: "NotFoundError",
      message: '[NOT_FOUND] GET /iam/v2/groups/org/a/b: "no org/a/b"',
    });
  });

  it("when the gateway does not know the path, which makes one think of the base URL", async () => {
    const script = scriptedContext([unknownPath, unknownPath]);
    const error = await read(script.context, group, "org/a", recorded).catch((e) => e);
    assert.match(error.message, /base URL|baseUrl/);
  });
});

describe("a delete", () => {
  const inGroup = object({ uid: "org/a", name: "a" });
  const look = "GET /iam/v2/groups/org/a";
  const send = "DELETE /iam/v2/groups/org/a/b";
  const lookAfter = "GET /iam/v2/groups/org/a/b";
  const deleting = async (answers: Answers) => {
    const script = scriptedContext(answers);
    const result = await remove(script.context, group, uid, recorded).catch((error: unknown) => error);
    assert.deepEqual(script.left, []);
    return { result, lines: script.lines(), told: script.told, sleeps: script.sleeps };
  };

  it("is one request between a look at its group and a look for what is left, whatever the body of its answer (row 101)", async () => {
    for (const answer of [object({}), { text: "" }]) {
      const { result, lines } = await deleting([inGroup, answer, missing(uid), org]);
      assert.equal(result, undefined);
      assert.deepEqual(lines, [look, send, lookAfter, "GET /iam/v2/groups/org"]);
    }
  });

  it("succeeds when the object is gone, also where an answer was lost before (row 48)", async () => {
    assert.equal((await deleting([inGroup, missing(uid), org])).result, undefined);
    assert.equal((await deleting([inGroup, lost, missing(uid), org])).result, undefined);
    assert.equal((await deleting([inGroup, unknownPath, listed("groups"), org])).result, undefined);
  });

  it("fails when it is only a proxy that says so, or nobody whom one could believe (row 48)", async () => {
    for (const answers of [
      [inGroup, { status: 404, text: "<html>" }],
      [inGroup, unknownPath, unknownPath],
      [inGroup, unknownPath, listed("groups", { uid })],
    ]) {
      assert.ok((await deleting(answers)).result instanceof Error);
    }
  });

  it("sends nothing where neither the group nor the object is visible (row 100)", async () => {
    for (const answers of [
      [missing("org/a"), missing(uid)],
      [refusal("PERMISSION_DENIED"), refusal("PERMISSION_DENIED")],
      [
        { status: 204, text: "" },
        { status: 204, text: "" },
      ],
      [unknownPath, unknownPath],
    ]) {
      const { result, lines } = await deleting(answers);
      assert.match(String(result), /was not deleted: the group org\/a is not visible .* check platform:baseUrl/);
      assert.deepEqual(lines.slice(0, 2), [look, lookAfter]);
      assert.ok(!lines.includes(send));
    }
  });

  it("believes an object that it sees where it may not look at groups (row 100)", async () => {
    const { result } = await deleting([
      refusal("PERMISSION_DENIED"),
      object({ uid, name: "team" }),
      object({}),
      missing(uid),
      org,
    ]);
    assert.equal(result, undefined);
  });

  it("fails, and leaves the object in the state, where it is still there after a success (row 101)", async () => {
    const there = object({ uid, name: "team" });
    const { result, sleeps } = await deleting([inGroup, object({}), there, there, there, there]);
    assert.match(String(result), /^StillThereError: DELETE .* is still there, and stays in the state/);
    assert.deepEqual(sleeps, [250, 1_000, 3_000]);
    assert.equal((await deleting([inGroup, object({}), there, there, missing(uid), org])).result, undefined);
    for (const answer of [object({}), object({ uid: "org/a/c" }), refusal("INVALID_ARGUMENT"), { text: "<html>" }]) {
      const answers = [inGroup, object({}), ...Array("text" in answer ? 5 : 1).fill(answer)];
      assert.match(String((await deleting(answers)).result), /^StillThereError/);
    }
  });

  it("believes the answer, and says so, where it may not look for the object (row 101)", async () => {
    const { result, told } = await deleting([inGroup, object({}), refusal("PERMISSION_DENIED")]);
    assert.equal(result, undefined);
    assert.match(
      told.join(),
      /warning: the Group org\/a\/b was deleted, and this token may not look whether it is gone/,
    );
  });
});

describe("deletes under one parent", () => {
  const siblingsOf =
    (...left: string[]) =>
    (request: HttpRequest) =>
      request.method === "DELETE"
        ? object({})
        : request.path.text === "/iam/v2/groups/org"
          ? org
          : request.path.text.startsWith("/iam/v2/groups/")
            ? left.includes(request.path.text.slice("/iam/v2/groups/".length))
              ? object({ uid: request.path.text.slice("/iam/v2/groups/".length), name: "n" })
              : missing(request.path.text)
            : listed("groups", ...left.map((uid) => ({ uid })));
  const uids = Array.from({ length: 20 }, (_, i) => `org/g${i}`);
  const removeAll = async (answer: (request: HttpRequest) => Scripted) => {
    const script = scriptedContext(Array(80).fill(answer));
    const results = await Promise.allSettled(uids.map((uid) => remove(script.context, group, uid, {})));
    return {
      failed: results.flatMap(({ status }, i) => (status === "rejected" ? [uids[i]] : [])),
      lines: script.lines(),
    };
  };

  it("are looked for together, in a list where that is cheaper (row 101)", async () => {
    const { failed, lines } = await removeAll(siblingsOf());
    assert.deepEqual(failed, []);
    const looks = lines.filter((line) => !line.startsWith("DELETE"));
    assert.ok(looks.length <= 5, looks.join("\n"));
  });

  it("fail one by one for what the list still has (row 101)", async () => {
    const { failed } = await removeAll(siblingsOf("org/g3", "org/g17"));
    assert.deepEqual(failed, ["org/g3", "org/g17"]);
  });

  it("are looked for one by one where the list says nothing, as a proxy's does (row 101)", async () => {
    const answer = siblingsOf("org/g3");
    const { failed } = await removeAll((request) =>
      request.path.text === "/iam/v2/groups" ? object({}) : answer(request),
    );
    assert.deepEqual(failed, ["org/g3"]);
  });
});

describe("what a token sees is remembered group by group (row 103)", () => {
  const hidden = (which: string) => missing(which);
  /** A platform that hides all but org/a. */
  const answer = ({ path: { text } }: HttpRequest): Scripted => {
    const uid = text.replace("/iam/v2/groups/", "");
    return uid === "org/a" ? object({ uid, name: "a" }) : hidden(uid);
  };

  it("so that an object below another group is not gone, whichever is read first", async () => {
    for (const order of [
      ["org/a/x", "org/b/x"],
      ["org/b/x", "org/a/x"],
    ]) {
      const { context } = scriptedContext(Array(20).fill(answer));
      for (const uid of order) {
        const result = await read(context, group, uid, recorded).catch((error: unknown) => error);
        if (uid === "org/a/x") assert.equal(result, undefined);
        else assert.match(String(result), /no group above it is visible either/);
      }
    }
  });
});

describe("terms of which none is listed (row 102)", () => {
  const terms = { parentUid: "org", documentIds: ["tos.v1"] };
  it("are gone where the organisation is visible, and not where a proxy may have answered", async () => {
    const seen = scriptedContext([object({}), org]);
    assert.equal(await acceptanceVerbs.read(seen.context, termsAcceptance, "org", terms), undefined);
    for (const answer of [object({}), missing("org"), refusal("PERMISSION_DENIED")]) {
      const { context } = scriptedContext([object({}), answer]);
      await assert.rejects(
        acceptanceVerbs.read(context, termsAcceptance, "org", terms),
        /no group above it is visible/,
      );
    }
  });
});
