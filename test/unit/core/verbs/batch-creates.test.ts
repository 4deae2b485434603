import assert from "node:assert/strict";
import { isAmbiguous } from "../../../../src/api/errors";
import { literal } from "../../../../src/api/path";
import type { HttpRequest } from "../../../../src/api/transport";
import { BatchCreates, BatchRefusedError } from "../../../../src/core/verbs/batch-creates";
import * as operations from "../../../../src/operations/role-bindings";
import { group } from "../../../../src/resources/group";
import { resources } from "../../../../src/resources/index";
import { roleBinding } from "../../../../src/resources/role-binding";
import { keyFields, nameOf, parentField, pluralOf } from "../../../../src/spec/resource";
import { bodyOf, lineOf, lostAnswer, missingResource, object, refusal, unknownPath } from "../../../support/lifecycle";
import { type Scripted, scriptedClient } from "../../../support/scripted";

const BATCH = "POST /iam/v2/roleBindings:batchCreate";

/** The platform's answer about the binding of one identity. */
const made = (name: string, uid = `org/rb-${name}`) => ({
  uid,
  identity: { uid: `org/${name}` },
  role: { uid: "r" },
});

type Answers = Parameters<typeof scriptedClient>[0];

/** Creates that are asked for at once, one for each identity, against a platform that plays the answers. */
function scene(answers: Answers) {
  const { client, requests } = scriptedClient(answers);
  const creates = new BatchCreates();
  const create = (name: string, { within = client.forOperation(), parentUid = "org" } = {}) =>
    creates.create(
      {
        client: within,
        spec: roleBinding,
        parentUid,
        desired: { parentUid, identityUid: `org/${name}`, roleUid: "r" },
      },
      async () => ({ ...(await within.call({ method: "GET", path: literal(`/alone/${name}`) })), alone: true }),
    );
  const told = async (...names: string[]) =>
    (await Promise.allSettled(names.map((name) => create(name)))).map((result) => {
      if (result.status === "fulfilled") return result.value.uid ?? "alone";
      if (result.reason instanceof BatchRefusedError) return "refused";
      return isAmbiguous(result.reason) ? "lost" : String(result.reason);
    });
  return { client, create, told, requests, lines: () => requests.map(lineOf) };
}

const answered = (...roleBindings: unknown[]): Scripted => ({ json: { roleBindings } });

describe("creates that come together", () => {
  it("share one request, which contains the body of each single create", async () => {
    const { told, requests, lines } = scene([answered(made("a"), made("b"))]);
    assert.deepEqual(await told("a", "b"), ["org/rb-a", "org/rb-b"]);
    assert.deepEqual(lines(), [BATCH]);
    assert.deepEqual(bodyOf(requests[0] as HttpRequest), {
      parent: "org",
      requests: ["a", "b"].map((name) => ({
        parent: "org",
        roleBinding: { identityUid: `org/${name}`, roleUid: "r" },
      })),
    });
  });

  it("are sent by themselves when there is only one, and under different parents", async () => {
    const { create, lines } = scene([object({}), object({})]);
    await Promise.all([create("a"), create("b", { parentUid: "org/other" })]);
    assert.deepEqual(lines(), ["GET /alone/a", "GET /alone/b"]);
  });

  it("are at most 25 in a request", async () => {
    const names = Array.from({ length: 60 }, (_, i) => `i${i}`);
    const whole = ({ body = "" }: HttpRequest): Scripted =>
      answered(
        ...(JSON.parse(body).requests as { roleBinding: { identityUid: string } }[]).map(({ roleBinding }) =>
          made(roleBinding.identityUid.slice(4)),
        ),
      );
    const { told, requests } = scene([whole, whole, whole]);
    assert.deepEqual(
      await told(...names),
      names.map((name) => `org/rb-${name}`),
    );
    assert.deepEqual(
      requests.map((request) => (bodyOf(request) as { requests: unknown[] }).requests.length),
      [25, 25, 10],
    );
  });

  it("get their own object in whatever order the response has them", async () => {
    const { told } = scene([answered(made("c"), made("a"), made("b"))]);
    assert.deepEqual(await told("a", "b", "c"), ["org/rb-a", "org/rb-b", "org/rb-c"]);
  });

  it("must be looked for if the response does not identify their object, and share no request afterwards", async () => {
    const cases: (readonly [answer: Scripted, expected: string[]])[] = [
      [answered(made("a")), ["org/rb-a", "lost"]],
      [answered(), ["lost", "lost"]],
      [object({}), ["lost", "lost"]],
      [object({ roleBindings: "none" }), ["lost", "lost"]],
      [answered("x", null, made("b")), ["lost", "org/rb-b"]],
      // No key, as from a platform that answers with less than after a create by itself.
      [answered({ uid: "org/1" }, { uid: "org/2" }), ["lost", "lost"]],
      [answered({ uid: "org/1" }, made("b")), ["lost", "org/rb-b"]],
      [answered(made("a", "other/rb"), made("b", "org/x/rb")), ["lost", "lost"]],
      [answered(made("a", ""), made("b", "../rb")), ["lost", "lost"]],
      // Two uids for one key, and one uid for two keys.
      [answered(made("a"), made("a", "org/twin"), made("b")), ["lost", "org/rb-b"]],
      [answered(made("a", "org/rb"), made("b", "org/rb")), ["lost", "lost"]],
      [answered(made("x"), made("y")), ["lost", "lost"]],
    ];
    for (const [answer, expected] of cases) {
      const { told, lines } = scene([answer, object({}), object({})]);
      assert.deepEqual(await told("a", "b"), expected, JSON.stringify(answer));
      assert.deepEqual(await told("c", "d"), ["alone", "alone"]);
      assert.deepEqual(lines(), [BATCH, "GET /alone/c", "GET /alone/d"]);
    }
  });

  it("never share an object, not even with the same key", async () => {
    const { told } = scene([answered(made("a"), made("a", "org/rb-2"))]);
    assert.deepEqual(await told("a", "a"), ["lost", "lost"]);
    const { told: again } = scene([answered(made("a"))]);
    assert.deepEqual(await again("a", "a"), ["lost", "lost"]);
  });

  it("must be looked for when the response is lost, and the request is not repeated", async () => {
    for (const lost of [lostAnswer, refusal("UNAVAILABLE"), refusal("INTERNAL"), { status: 200, text: "<html>" }]) {
      const { told, lines } = scene([lost]);
      assert.deepEqual(await told("a", "b"), ["lost", "lost"]);
      assert.deepEqual(lines(), [BATCH]);
    }
  });

  it("are refused together, and those that come later share requests again", async () => {
    for (const refused of [
      missingResource("r"),
      refusal("INVALID_ARGUMENT"),
      refusal("PERMISSION_DENIED"),
      refusal("ALREADY_EXISTS"),
      refusal("FAILED_PRECONDITION"),
    ]) {
      const { told } = scene([refused, answered(made("c"), made("d"))]);
      assert.deepEqual(await told("a", "b"), ["refused", "refused"]);
      assert.deepEqual(await told("c", "d"), ["org/rb-c", "org/rb-d"]);
    }
  });

  it("share no request on a platform without the call, which is tried once", async () => {
    for (const refused of [
      refusal("UNIMPLEMENTED", "Method Not Allowed"),
      unknownPath,
      { status: 404, text: "<html>" },
      { status: 405, text: "Method Not Allowed" },
    ]) {
      const { told, lines } = scene([refused, object({}), object({})]);
      assert.deepEqual(await told("a", "b"), ["refused", "refused"]);
      assert.deepEqual(await told("c", "d"), ["alone", "alone"]);
      assert.deepEqual(lines(), [BATCH, "GET /alone/c", "GET /alone/d"]);
    }
  });

  it("wait together when there are too many requests, and are lost to none", async () => {
    const busy = { ...refusal("RESOURCE_EXHAUSTED"), headers: { "retry-after": "3" } };
    const { told, lines } = scene([busy, busy, answered(made("a"), made("b"))]);
    assert.deepEqual(await told("a", "b"), ["org/rb-a", "org/rb-b"]);
    assert.deepEqual(lines(), [BATCH, BATCH, BATCH]);
  });

  it("end in time for the operation that ends first, and one that has little time shares no request", async () => {
    const { client, create, requests } = scene([object({}), answered(made("a"), made("b"))]);
    const [long, short, shortest] = [60_000, 20_000, 9_000].map((ms) => client.forOperation(ms).forOperation());
    await Promise.all([
      create("a", { within: long }),
      create("b", { within: short }),
      create("c", { within: shortest }),
    ]);
    assert.deepEqual(requests.map(lineOf), ["GET /alone/c", BATCH]);
    assert.equal(requests.find((request) => lineOf(request) === BATCH)?.timeoutMs, 20_000);
  });

  it("of a kind without the call are sent by themselves", async () => {
    const { client } = scriptedClient([]);
    const wanted = { client, spec: group, parentUid: "org", desired: { parentUid: "org", name: "g" } };
    const creates = new BatchCreates();
    const alone = async () => ({ alone: true });
    assert.deepEqual(await Promise.all([creates.create(wanted, alone), creates.create({ ...wanted }, alone)]), [
      { alone: true },
      { alone: true },
    ]);
  });
});

describe("a kind that is created in batches", () => {
  for (const spec of Object.values(resources).filter(({ peculiar }) => peculiar?.batchCreate !== undefined)) {
    it(`has a parent and a key, and the same call as the operation: ${spec.type}`, () => {
      assert.ok(parentField(spec) !== undefined && keyFields(spec).length > 0);
      const operation = Object.values(operations).find(({ path }) => path === `${spec.collection}:batchCreate`);
      const { type } = operation?.request.requests ?? {};
      assert.ok(type?.kind === "list" && type.of.kind === "message");
      assert.equal(type.maxItems, spec.peculiar?.batchCreate?.max);
      const name = nameOf(spec);
      assert.ok(name.charAt(0).toLowerCase() + name.slice(1) in type.of.fields);
      assert.deepEqual(Object.keys(operation?.answer ?? {}), [pluralOf(spec)]);
    });
  }
});
