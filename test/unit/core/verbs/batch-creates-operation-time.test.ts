import assert from "node:assert/strict";
import { Client } from "../../../../src/api/client";
import { AttemptError, type HttpRequest } from "../../../../src/api/transport";
import { forOperation } from "../../../../src/core/context";
import { Kind } from "../../../../src/core/handle";
import { create } from "../../../../src/core/verbs/create";
import { resources } from "../../../../src/resources/index";
import { roleBinding } from "../../../../src/resources/role-binding";
import { virtualClock } from "../../../support/clock";
import { createContext } from "../../../support/context";
import { lineOf, listed, refusal } from "../../../support/lifecycle";
import type { Scripted } from "../../../support/scripted";

const BATCH = "POST /iam/v2/roleBindings:batchCreate";

/** Two simultaneous creates, with 20 s and 120 s, on a platform with given responses and a virtual clock. */
async function twoCreates(answer: (line: string, request: HttpRequest) => Scripted | "never") {
  const time = virtualClock();
  const start = time.clock();
  const lines: string[] = [];
  const client = new Client({
    transport: async (request) => {
      const line = lineOf(request)
        .replace(/ uidp.*identity=/, " ")
        .replace(/ role=.*/, "");
      lines.push(line);
      const told = answer(line, request);
      if (told !== "never" && !(told instanceof Error)) {
        const { status = 200, json = {}, headers = {} } = told;
        return { status, headers, text: JSON.stringify(json) };
      }
      await time.sleep(request.timeoutMs);
      throw new AttemptError("no answer", false);
    },
    userAgent: "test",
    random: () => 0,
    ...time,
  });
  const context = createContext(client, resources, { ...time, print: () => undefined });
  const makeOne = (name: string, limitMs: number) =>
    create(new Kind(forOperation(forOperation(context, { limitMs })), roleBinding), {
      parentUid: "org",
      identityUid: `org/${name}`,
      roleUid: "r",
    }).then(
      ({ uid }) => [uid, time.clock() - start] as const,
      (error: Error) => [error.message, time.clock() - start] as const,
    );
  const [short, long] = await Promise.all([makeOne("short", 20_000), makeOne("long", 120_000)]);
  return { short, long, lines };
}

const made = (name: string) => ({ uid: `org/rb-${name}`, identity: { uid: `org/${name}` }, role: { uid: "r" } });

describe("creates that share a request and have different time left", () => {
  it("end with their own time, and the one without time reports that its object may exist", async () => {
    let wasSent = false;
    const { short, long } = await twoCreates((line) => {
      wasSent ||= line === BATCH;
      if (line === BATCH) return "never";
      return wasSent ? listed("roleBindings", made("short"), made("long")) : listed("roleBindings");
    });
    assert.match(
      short[0],
      /a RoleBinding with this identityUid and roleUid may exist under org \(no time was left to look/,
    );
    assert.deepEqual([short[1], long], [20_000, ["org/rb-long", 20_500]]);
  });

  it("go on by themselves when the platform puts off their request for longer than one of them has time", async () => {
    const busy = { ...refusal("RESOURCE_EXHAUSTED", "too many"), headers: { "retry-after": "15" } };
    const { short, long, lines } = await twoCreates((line, { body = "" }) => {
      if (line.startsWith("GET")) return listed("roleBindings");
      return line === BATCH || body.includes("org/short") ? busy : { json: made("long") };
    });
    assert.match(short[0], /would exceed the time limit|timed out/);
    assert.ok(short[1] < 60_000);
    assert.equal(long[0], "org/rb-long");
    const posts = lines.filter((line) => line.startsWith("POST"));
    assert.deepEqual([posts[0], posts.at(-1)], [BATCH, "POST /iam/v2/roleBindings/org"]);
  });
});
