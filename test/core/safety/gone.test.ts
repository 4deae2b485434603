import assert from "node:assert/strict";
import type { FaultAction, StartObject } from "../../../src/emulator/index";
import { answer, denied, missing, unknownPath } from "../../support/local-faults";
import { LocalPlatform, placed } from "../../support/local-platform";
import { verbsIn } from "../../support/local-verbs";
import { accountAssociation, group, termsAcceptance } from "../../support/resources";

const recorded = { parentUid: "org/a", name: "team" };
const uid = "org/a/b";
const itself = /\/org\/a\/b$/;
const above = /\/org(\/a)?$/;
const itsGroup = placed(group, "org/a", { name: "above" });
const there = placed(group, uid, { name: "team" });

type Wrong = readonly [path: RegExp, action: FaultAction];

/** Reads a group that was recorded, on a platform with some objects where some paths go wrong. */
async function reading(objects: readonly StartObject[], wrong: readonly Wrong[] = [], which = uid) {
  const platform = new LocalPlatform([itsGroup, ...objects]);
  for (const [path, action] of wrong) platform.fault({ method: "GET", path, times: 99, action });
  return verbsIn(platform.run(), group)
    .read(which, recorded)
    .catch((error: Error) => error);
}

describe("an object no longer exists (row 46)", () => {
  const rows: [why: string, siblings: StartObject[], ...wrong: Wrong[]][] = [
    [
      "when the list of its siblings confirms the gateway's answer",
      [placed(group, "org/a/c", { name: "other" })],
      [itself, unknownPath],
    ],
    ["when the list of its siblings is empty", [], [itself, unknownPath]],
    ["when a token sees only a lower group, and that one is there", [], [/\/org$/, denied]],
  ];
  for (const [why, siblings, ...wrong] of rows)
    it(`${why}`, async () => {
      assert.equal(await reading(siblings, wrong), undefined);
    });

  it("when it had the uid of its parent, the organization, and that is visible", async () => {
    const associations = verbsIn(new LocalPlatform().run(), accountAssociation);
    assert.equal(await associations.read("org", { parentUid: "org", name: "cloud" }), undefined);
  });

  it("after a later check, for each of the missing objects, because a grant may have ended since", async () => {
    const platform = new LocalPlatform([itsGroup]);
    const groups = verbsIn(platform.run(), group);
    for (const missing of ["b", "c", "d"]) assert.equal(await groups.read(`org/a/${missing}`, recorded), undefined);
    platform.fault({ method: "GET", path: above, times: 99, action: denied });
    await assert.rejects(groups.read("org/a/e", recorded), /no group above it is visible/);
  });
});

describe("an object is not gone (row 46)", () => {
  const foreign = /HTTP 404, but not from the platform/;
  const rows: [why: string, action: FaultAction, message: RegExp][] = [
    [
      "a proxy answers 404 with a page",
      answer("<html>not found</html>", 404),
      /HTTP 404, but not from the platform\. Check the base URL/,
    ],
    ["a 404 is empty", answer("", 404), foreign],
    ["a 404 has the code as text", answer('{"code":"5","message":"nope"}', 404), foreign],
    [
      "its address redirects to a login page",
      answer("", 301, { location: "https://login.example.com" }),
      /redirected \(HTTP 301\), but redirects are never followed/,
    ],
    ["a login page answers with success", answer("<html>"), /the response is not a JSON object \(after 5 attempts\)/],
    ["the token may not read it", denied, /^\[PERMISSION_DENIED\] GET \/iam\/v2\/groups\/org\/a\/b: "no"$/],
    ["the answer is empty", answer("{}"), /the response is about Group \(no uid\)/],
  ];
  for (const [why, action, message] of rows)
    it(`when ${why}, whatever the lists say`, async () => {
      const result = await reading([], [[itself, action]]);
      assert.ok(result instanceof Error);
      assert.match(result.message, message);
    });

  const list = /\/groups$/;
  /** The path of the object is not known, and its list goes wrong. */
  const unknownAnd = (action: FaultAction): Wrong[] => [
    [itself, unknownPath],
    [list, action],
  ];
  const contradicted: [why: string, siblings: StartObject[], wrong: Wrong[], message: RegExp][] = [
    [
      "the path is not known, for objects and for lists",
      [],
      unknownAnd(unknownPath),
      /^\[NOT_FOUND\] GET \/iam\/v2\/groups: "Not Found".*(base URL|baseUrl)/,
    ],
    [
      "the list holds it",
      [there],
      [[itself, unknownPath]],
      /but it is listed\. The two responses contradict each other, so nothing was changed\./,
    ],
    [
      "no group above it can be seen",
      [],
      [[above, missing]],
      /so this may be the wrong platform or the wrong token\. Nothing was removed from the state/,
    ],
    [
      "another group answers for the one above it",
      [],
      [
        [/\/org$/, answer('{"uid":"x"}')],
        [/\/org\/a$/, answer("{}")],
      ],
      /wrong platform or the wrong token/,
    ],
  ];
  for (const [why, siblings, wrong, message] of contradicted)
    it(`when ${why}`, async () => {
      const result = await reading(siblings, wrong);
      assert.ok(result instanceof Error);
      assert.match(result.message, message);
    });
});

describe("what a token can see (row 103)", () => {
  it("is remembered per group, so that no object below an invisible group counts as deleted", async () => {
    const hidden = [/\/org$/, /\/org\/b$/].map((path): Wrong => [path, missing]);
    for (const order of [
      ["org/a/x", "org/b/x"],
      ["org/b/x", "org/a/x"],
    ]) {
      const platform = new LocalPlatform([itsGroup]);
      for (const [path, action] of hidden) platform.fault({ method: "GET", path, times: 99, action });
      const groups = verbsIn(platform.run(), group);
      for (const which of order) {
        if (which === "org/a/x") assert.equal(await groups.read(which, recorded), undefined);
        else await assert.rejects(groups.read(which, recorded), /no group above it is visible either/);
      }
    }
  });
});

describe("terms with an empty list (row 102)", () => {
  it("count as deleted when the organization is visible, but not when a proxy may have answered", async () => {
    const terms = { parentUid: "org", documentIds: ["tos.v1"] };
    const reading = (platform: LocalPlatform) => verbsIn(platform.run(), termsAcceptance).read("org", terms);
    assert.equal(await reading(new LocalPlatform()), undefined);
    for (const action of [answer("{}"), unknownPath, denied]) {
      const platform = new LocalPlatform();
      platform.fault({ path: "/iam/v2/groups", times: 99, action });
      await assert.rejects(reading(platform), /no group above it is visible/);
    }
  });
});
