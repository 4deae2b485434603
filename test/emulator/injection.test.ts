import assert from "node:assert/strict";
import type { Emulator, Fault } from "../../src/emulator/index";
import { brief, type Calling, test } from "./local";

const namesOf = ({ list }: Emulator): unknown[] =>
  list("iam:Group")
    .map(({ name }) => name)
    .filter((name) => name !== "acme" && name !== "public-org");

/** Creates a group and says how it ended: the status, or that there was no answer. */
const create = async ({ organization, call }: Calling, name: string): Promise<number | "no answer"> =>
  call(`POST /iam/v2/groups/${organization.uid}`, { name }).then(
    ({ status }) => status,
    () => "no answer" as const,
  );

describe("faults in the emulator", () => {
  test("reset the connection before or after a request is carried out", async (emulator) => {
    emulator.fault({ method: "POST", action: { kind: "reset" } });
    assert.equal(await create(emulator, "before"), "no answer");
    emulator.fault({ method: "POST", when: "after", action: { kind: "reset" } });
    assert.equal(await create(emulator, "after"), "no answer");
    assert.deepEqual(namesOf(emulator), ["after"]);
    const found = emulator.requests.map(({ status }) => status);
    assert.deepEqual(found, [undefined, undefined]);
    assert.equal(await create(emulator, "later"), 200);
  });

  test("cut the connection at once and carry out the request later", async (emulator) => {
    emulator.fault({ method: "POST", action: { kind: "late", ms: 20 } });
    assert.equal(await create(emulator, "late"), "no answer");
    while (namesOf(emulator).length === 0) await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(namesOf(emulator), ["late"]);
  });

  test("occur at random, and identically for the same seed", async (emulator) => {
    const strikes = async (seed: number) => {
      const fault = emulator.fault({
        times: Number.POSITIVE_INFINITY,
        chance: 0.2,
        seed,
        action: { kind: "status", code: "UNAVAILABLE" },
      });
      const statuses: number[] = [];
      for (let n = 0; n < 200; n++) statuses.push((await emulator.call("GET /iam/v2/groups")).status);
      fault.remove();
      return statuses.map((status) => status !== 200);
    };
    const [first, again, other] = [await strikes(1), await strikes(1), await strikes(2)];
    assert.deepEqual(again, first);
    assert.notDeepEqual(other, first);
    const share = first.filter(Boolean).length / first.length;
    assert.ok(share > 0.1 && share < 0.3, `${share}`);
  });

  test("answer with an error in the API's form, with headers and details", async (emulator) => {
    const headers = { "retry-after": "2" };
    emulator.fault({ action: { kind: "status", code: "RESOURCE_EXHAUSTED", headers } });
    const reply = await emulator.call("GET /iam/v2/groups");
    assert.deepEqual([...brief(reply), reply.headers.get("retry-after")], [429, 8, "injected ResourceExhausted", "2"]);
    assert.match(
      reply.text,
      /"details": ?\[\{"@type": ?"type.googleapis.com\/google.rpc.ErrorInfo", ?"reason": ?"RESOURCE_EXHAUSTED"/,
    );
    const retry = { kind: "RetryInfo", retryDelay: "2s" } as const;
    emulator.fault({ action: { kind: "status", code: "UNAVAILABLE", message: "soon", details: [retry] } });
    assert.deepEqual((await emulator.call("GET /iam/v2/groups")).body, {
      code: 14,
      message: "soon",
      details: [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "2s" }],
    });
  });

  test("replace an answer by any other, without a trace of the true one", async (emulator) => {
    const body = "<html>sign in</html>";
    emulator.fault({
      when: "after",
      action: { kind: "body", status: 502, headers: { "content-type": "text/html" }, body },
    });
    const reply = await emulator.call(`POST /iam/v2/groups/${emulator.organization.uid}`, { name: "made" });
    assert.deepEqual([reply.status, reply.text, reply.headers.get("content-type")], [502, body, "text/html"]);
    assert.equal(reply.headers.get("grpc-metadata-content-type"), null);
    assert.deepEqual(namesOf(emulator), ["made"]);
    assert.equal(emulator.requests[0]?.status, 502);
  });

  test("hold a request before it is carried out until they are released", async (emulator) => {
    const fault = emulator.fault({ method: "POST", action: { kind: "hold" } });
    const held = create(emulator, "held");
    await fault.reached;
    assert.deepEqual([namesOf(emulator), fault.hits], [[], 1]);
    assert.equal(await create(emulator, "other"), 200);
    fault.release();
    assert.equal(await held, 200);
    assert.deepEqual(namesOf(emulator).sort(), ["held", "other"]);
  });

  test("hold an answer after the request was carried out", async (emulator) => {
    const fault = emulator.fault({ method: "POST", when: "after", action: { kind: "hold" } });
    const held = create(emulator, "held");
    await fault.reached;
    await emulator.call("GET /iam/v2/groups"); // What was asked is done by the time that a later request is answered.
    assert.deepEqual(namesOf(emulator), ["held"]);
    fault.remove();
    assert.equal(await held, 200);
  });

  test("leave a request unanswered, and still let the emulator close", async (emulator) => {
    const fault = emulator.fault({ action: { kind: "hang" } });
    const hung = create(emulator, "hung");
    await fault.reached;
    await emulator.close();
    assert.equal(await hung, "no answer");
    assert.deepEqual(namesOf(emulator), []);
  });

  test("delay a request, or send its answer in small pieces", async (emulator) => {
    emulator.fault({ action: { kind: "delay", ms: 20 } });
    const started = performance.now();
    assert.equal(await create(emulator, "late"), 200);
    assert.ok(performance.now() - started >= 19);
    emulator.fault({ action: { kind: "slow", bytes: 40, everyMs: 1 } });
    assert.equal((await emulator.call("GET /iam/v2/groups?name=late")).body.totalCount, "1");
  });

  test("are no error of the emulator if a client leaves in the middle of a slow answer", async (emulator) => {
    const said: unknown[] = [];
    const { error } = console;
    console.error = (...words: unknown[]) => said.push(words);
    try {
      const fault = emulator.fault({ action: { kind: "slow", bytes: 1, everyMs: 5 } });
      await fetch(`${emulator.url}/ping/v2/ping`).then(({ body }) => body?.cancel());
      await fault.reached;
      await emulator.call("GET /iam/v2/groups");
      await emulator.close();
    } finally {
      console.error = error;
    }
    assert.deepEqual(said, []);
  });

  test("cut an answer short", async (emulator) => {
    emulator.fault({ method: "POST", action: { kind: "truncate", bytes: 10 } });
    assert.equal(await create(emulator, "cut"), "no answer");
    assert.deepEqual(namesOf(emulator), ["cut"]);
  });

  const selections: Readonly<Record<string, readonly [fault: Omit<Fault, "action">, ...statuses: number[]]>> = {
    "the first request": [{}, 503, 404, 404, 404],
    "the third request": [{ nth: 3 }, 404, 404, 503, 404],
    "every third request from the second on": [{ nth: 2, times: 9, every: 3 }, 404, 503, 404, 404],
    "a path and the paths below it": [{ path: "/iam/v2/groups", times: 4 }, 503, 503, 404, 404],
    "paths that an expression matches": [{ path: /groups\/b|repos/g, times: 4 }, 404, 503, 503, 404],
    "a method": [{ method: "PATCH", times: 4 }, 404, 404, 404, 503],
  };
  for (const [what, [fault, ...statuses]] of Object.entries(selections))
    test(`apply to ${what}`, async (emulator) => {
      const handle = emulator.fault({ ...fault, action: { kind: "status", code: "UNAVAILABLE" } });
      const [a, b] = ["GET /iam/v2/groups/a", "GET /iam/v2/groups/b?x=repos"];
      const found: number[] = [];
      for (const request of [a, b, "GET /registry/v2/repos/c", "PATCH /iam/v2/roles/d"])
        found.push((await emulator.call(request)).status);
      assert.deepEqual(found, statuses);
      assert.equal(handle.hits, statuses.filter((status) => status === 503).length);
      handle.remove();
      assert.equal((await emulator.call("GET /iam/v2/groups/a")).status, 404);
    });

  test("apply in turn: the oldest that matches goes first, and each counts every request that it matches", async (emulator) => {
    emulator.fault({ action: { kind: "status", code: "UNAVAILABLE" } });
    emulator.fault({ nth: 2, action: { kind: "status", code: "ABORTED" } });
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push((await emulator.call("GET /iam/v2/groups/a")).status);
    assert.deepEqual(statuses, [503, 409, 404]);
  });
});
