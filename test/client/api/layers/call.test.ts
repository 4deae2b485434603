import assert from "node:assert/strict";
import { authorized, type TokenSource } from "../../../../src/client/api/layers/authorized";
import { Call, type Send } from "../../../../src/client/api/layers/call";
import { Deadline } from "../../../../src/client/api/layers/deadline";
import { logged } from "../../../../src/client/api/layers/logged";
import { outcomeOf } from "../../../../src/client/api/layers/outcome";
import { Pacer, paced } from "../../../../src/client/api/layers/paced";
import { RetryBudget, retrying } from "../../../../src/client/api/layers/retrying";
import { Secret } from "../../../../src/client/api/secret";
import type { HttpReply, HttpRequest } from "../../../../src/client/api/transport";
import { literal } from "../../../../src/description/wire/path";
import { virtualClock } from "../../../support/clock";

const request: HttpRequest = { method: "GET", path: literal("/x"), timeoutMs: 30_000 };
const reply = (status: number): HttpReply => ({ status, headers: {}, text: "{}" });
const newCall = (deadline = new Deadline()) => new Call({ method: "GET", effect: "idempotent" }, deadline);

/** A layer that plays answers in turn, and keeps what it was sent. */
function playing(...answers: (HttpReply | Error)[]) {
  const sent: HttpRequest[] = [];
  const next: Send = async (each) => {
    sent.push(each);
    const answer = answers.shift() ?? assert.fail("one request too many");
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { next, sent };
}

/** Tokens, each of which is followed by the next one of these where it is refused. */
function tokensOf(...texts: string[]): TokenSource {
  const [first, ...others] = texts.map((text) => new Secret(text));
  return { current: async () => first ?? assert.fail("no token"), renew: async () => others.shift() };
}

describe("the layers of a client", () => {
  it("log each attempt, and count a renewed token as no attempt", async () => {
    const time = virtualClock();
    const lines: string[] = [];
    const { next } = playing(reply(503), reply(401), reply(503), reply(503), reply(503), reply(200));
    const transport = logged(
      (each) => next(each, newCall()),
      (line) => lines.push(line),
      time.clock,
    );
    const options = { ...time, random: () => 0, budget: new RetryBudget(), outcomeOf };
    const layer = paced(transport, { ...options, pacer: new Pacer(options) });
    const send = authorized(retrying(layer, options), tokensOf("token-1", "token-2"));
    const call = newCall(new Deadline(time));
    assert.equal((await send(request, call)).status, 200);
    assert.equal(call.attempts, 4);
    assert.deepEqual(
      lines.map((line) => line.replace("platform: GET /x: ", "")),
      [503, 401, 503, 503, 503, 200].map((status) => `HTTP ${status} (0 ms)`),
    );
  });
});
