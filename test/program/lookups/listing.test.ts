import assert from "node:assert/strict";
import { getCount } from "../../../src/program/lookups/count";
import { getIdentity } from "../../../src/program/lookups/identities";
import { test } from "../../emulator/local";
import { getGroup, getGroups, getSubscription } from "../../support/kind-lookups";
import { clientOf } from "../../support/platform";
import { scriptedClient } from "../../support/scripted";

const messageOf = async (call: Promise<unknown>): Promise<string> => {
  const error = await call.then(
    () => assert.fail("it was found"),
    (cause: unknown) => cause,
  );
  assert.ok(error instanceof Error && error.name === "NoSingleAnswerError", String(error));
  return error.message;
};

const odd = 'a\n::error::b\r\u2028\u202e\u200b"c';
const shown = `"a ::error::b 'c"`;

describe("a lookup that does not find exactly one object", () => {
  it("lists the candidates' text on one line, in quotes and cut (row 118)", async () => {
    const groups = [
      { uid: "org/x", name: odd },
      { uid: "org/y\n::error::", name: odd },
      { uid: "org/z", name: odd },
    ];
    const { client } = scriptedClient([{ json: { groups } }]);
    assert.equal(
      await messageOf(getGroup(client, { name: odd })),
      `getGroup by name: 3 groups match: ${shown} org/x (of the group org), ${shown} "org/y ::error::" (of the group org), ${shown} org/z (of the group org). Add arguments, or give the uid`,
    );
  });

  it("lists the existing names in the same way (row 118)", async () => {
    const groups = [odd, "long ".repeat(200)].map((name, i) => ({ uid: `org/${i}`, name }));
    const { client } = scriptedClient([{ json: { totalCount: "0" } }, { json: { groups } }]);
    assert.equal(
      await messageOf(getGroup(client, { name: "team" })),
      `getGroup by name: there is no such group. Existing names: ${shown}, "${"long ".repeat(40).slice(0, -1)}…"`,
    );
  });

  it("names the search fields, without their values, which may be secret (row 116)", async () => {
    const sink = "https://hooks.example.com/services/canary?canary";
    const subscriptions = [1, 2].map((i) => ({ uid: `org/${i}`, sink }));
    const twins = scriptedClient([{ json: { subscriptions } }]);
    assert.equal(
      await messageOf(getSubscription(twins.client, { sink })),
      "getSubscription by sink: 2 subscriptions match: org/1 (of the group org), org/2 (of the group org). Add arguments, or give the uid",
    );
    const none = scriptedClient([{ json: { totalCount: "0" } }]);
    assert.equal(
      await messageOf(getSubscription(none.client, { sink, childrenOf: "org" })),
      "getSubscription by sink and childrenOf: there is no such subscription",
    );
    const token = scriptedClient([{ json: { uid: "" } }]);
    assert.equal(
      await messageOf(getIdentity(token.client, { issuer: "https://canary.example.com", subject: "canary" })),
      "getIdentity by issuer and subject: the platform has no person with this issuer and subject",
    );
  });
});

describe("a list of several pages", () => {
  test("leaves out the first objects with skip, with a limit too, and is counted with one request", async (emulator) => {
    const { organization, put, requests } = emulator;
    for (let i = 0; i < 450; i++) put("iam:Group", organization.uid, { name: `g${String(i).padStart(3, "0")}` });
    const client = clientOf(emulator);
    const childrenOf = organization.uid;
    const namesWith = async (more: object) =>
      (await getGroups(client, { childrenOf, orderBy: "name", ...more })).map(({ name }) => name);
    const found = await namesWith({ skip: 30 });
    assert.deepEqual([found.length, found[0], found.at(-1)], [420, "g030", "g449"]);
    assert.deepEqual(await namesWith({ skip: 448, limit: 5 }), ["g448", "g449"]);
    assert.deepEqual(await namesWith({ skip: 1_000 }), []);
    emulator.clearRequests();
    assert.equal(await getCount(client, { of: "groups", childrenOf }), 450);
    assert.deepEqual(
      requests.map(({ query }) => new URLSearchParams(query).get("page_size")),
      ["1"],
    );
  });
});
