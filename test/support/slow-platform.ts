import assert from "node:assert/strict";
import { Client } from "../../src/api/client";
import { AttemptError, type Transport } from "../../src/api/transport";
import { type Context, forOperation } from "../../src/core/context";
import { platformHints } from "../../src/hints";
import { resources } from "../../src/resources/index";
import { virtualClock } from "./clock";
import { createContext } from "./context";
import { lineOf } from "./lifecycle";
import { type Scripted, scripted } from "./scripted";

/** An answer, and after how many seconds it comes. */
export type Timed = readonly [seconds: number, answer: Scripted];

/** A platform that takes its time, on a virtual clock that the verbs, the client and the platform share. */
export function slowPlatform(answers: readonly Timed[]) {
  const time = virtualClock();
  const start = time.clock();
  const script = scripted(answers.map(([, answer]) => answer));
  const transport: Transport = async (request) => {
    const ms = (answers[script.requests.length]?.[0] ?? 0) * 1000;
    const reply = script.transport(request);
    reply.catch(() => undefined); // Reported below, when its time has come.
    await time.sleep(Math.min(ms, request.timeoutMs));
    if (ms > request.timeoutMs) throw new AttemptError(`no response within ${request.timeoutMs / 1000} s`, false);
    return reply;
  };
  const client = new Client({
    transport,
    userAgent: "test",
    hints: platformHints,
    random: () => 0,
    attemptTimeoutMs: 1e9,
    ...time,
  });
  const printed: string[] = [];
  const context = createContext(client, resources, { ...time, print: (text) => printed.push(text) });
  return {
    context,
    printed,
    time,
    left: script.left,
    lines: () => script.requests.map(lineOf),
    seconds: () => (time.clock() - start) / 1000,
  };
}

/** Runs a verb in the time of an operation; all that is scripted must be asked for, and no more. */
export async function run(answers: readonly Timed[], verb: (context: Context) => Promise<unknown>) {
  const { context, left, lines, seconds, printed } = slowPlatform(answers);
  const result = await verb(forOperation(context)).catch((error: unknown) => error);
  assert.deepEqual(left, []);
  assert.ok(seconds() <= 120, `it took ${seconds()} s`);
  return {
    result,
    message: result instanceof Error ? result.message : "",
    lines: lines(),
    seconds: seconds(),
    printed,
  };
}
