import assert from "node:assert/strict";
import { Call } from "../../../../src/client/api/layers/call";
import { Deadline } from "../../../../src/client/api/layers/deadline";
import { outcomeOf } from "../../../../src/client/api/layers/outcome";
import { Pacer, paced } from "../../../../src/client/api/layers/paced";
import type { Attempted } from "../../../../src/client/api/layers/retry-matrix";
import type { HttpReply } from "../../../../src/client/api/transport";
import { path } from "../../../../src/description/wire/path";

export const good: HttpReply = { status: 200, headers: {}, text: "{}" };
export const notFound: HttpReply = { status: 404, headers: {}, text: '{"code":5,"message":"no"}' };
export const tooMany = (retryAfter?: string): HttpReply => ({
  status: 429,
  headers: retryAfter === undefined ? {} : { "retry-after": retryAfter },
  text: '{"code":8,"message":"too many"}',
});
export const down = (retryAfter?: string): HttpReply => ({ ...tooMany(retryAfter), status: 503, text: "" });

/** A request that the server has received, by the number in its path. */
export interface Received {
  readonly number: number;
  readonly timeoutMs: number;
  answer(reply: HttpReply | Error): Promise<void>;
}

/** Lets everything run that can, without the clock. */
export const settled = () => new Promise<void>((resolve) => setTimeout(resolve, 1));

/** A paced layer over a server that answers when the test says so. Sleeps pass at once, and advance the clock. */
export function server({ most = 4, random = (): number => 0, operationTimeoutMs = 120_000 } = {}) {
  let now = 1_000_000;
  const sleeps: { readonly ms: number; readonly wake: () => void }[] = [];
  const timing = {
    clock: () => now,
    random,
    sleep: (ms: number) => new Promise<void>((wake) => sleeps.push({ ms, wake })),
  };
  const pacer = new Pacer({ ...timing, most });
  const received: Received[] = [];
  const layer = paced(
    ({ path: { text }, timeoutMs }) =>
      new Promise((resolve, reject) => {
        const number = Number(text.slice(1));
        const answer = (reply: HttpReply | Error) => {
          if (reply instanceof Error) reject(reply);
          else resolve(reply);
          return settled();
        };
        received.push({ number, timeoutMs, answer });
      }),
    { ...timing, pacer, outcomeOf },
  );
  const newDeadline = () => new Deadline({ clock: timing.clock, operationTimeoutMs, lastServedAt: pacer.lastServedAt });
  const newCall = (attempted: Attempted = { method: "GET", effect: "idempotent" }) =>
    new Call(attempted, newDeadline());
  /** Sends a request; its result is that of the layer. */
  const send = (number: number, call = newCall()) => {
    const sent = layer({ method: "GET", path: path`/${String(number)}`, timeoutMs: 30_000 }, call);
    sent.catch(() => undefined); // The waiting caller reports it.
    return sent;
  };
  return {
    pacer,
    newCall,
    send,
    sleeps,
    /** Numbers of the requests received so far. */
    numbers: () => received.map(({ number }) => number),
    /** A request received, by its number. */
    at: (number: number) => received.findLast((each) => each.number === number) ?? assert.fail(`no request ${number}`),
    pass: (ms: number) => {
      now += ms;
    },
    /** Passes the sleep that is under way. */
    wake: async () => {
      const { ms, wake } = sleeps.at(-1) ?? assert.fail("nothing sleeps");
      now += ms;
      wake();
      await settled();
      return ms;
    },
  };
}
