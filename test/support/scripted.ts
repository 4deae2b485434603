import { Client, type ClientOptions } from "../../src/client/api/client";
import { RegistryClient } from "../../src/client/api/registry/client";
import type { RegistryOptions } from "../../src/client/api/registry/requests";
import type { AttemptError, HttpReply, HttpRequest, Transport } from "../../src/client/api/transport";
import { platformHints } from "../../src/client/hints";
import { type Code, formatStatus, httpStatusOf } from "../../src/description/wire/status";

/** An answer of a scripted server: a reply, or the error that ends the attempt. */
export type Scripted =
  | { status?: number; json?: unknown; text?: string; headers?: Record<string, string> }
  | AttemptError;

/** A transport that plays answers in order and records the requests. It fails a test that sends one too many. */
export function scripted(answers: readonly (Scripted | ((request: HttpRequest) => Scripted))[]) {
  const requests: HttpRequest[] = [];
  const rest = [...answers];
  const transport: Transport = async (request): Promise<HttpReply> => {
    requests.push(request);
    const next = rest.shift();
    if (next === undefined) throw new Error(`unexpected request ${request.method} ${request.path}`);
    const answer = typeof next === "function" ? next(request) : next;
    if (answer instanceof Error) throw answer;
    const { status = 200, json, text = json === undefined ? "" : JSON.stringify(json), headers = {} } = answer;
    return { status, headers, text };
  };
  return { transport, requests, left: rest };
}

/** A client over a scripted transport, with a clock that only sleeps advance. */
export function scriptedClient(answers: Parameters<typeof scripted>[0], options: Partial<ClientOptions> = {}) {
  const script = scripted(answers);
  const waits: number[] = [];
  let now = Date.parse("2026-01-01T00:00:00Z");
  const clock = () => now;
  const client = new Client({
    transport: script.transport,
    userAgent: "test",
    hints: platformHints,
    clock,
    random: () => 0.5,
    sleep: async (ms) => {
      waits.push(ms);
      now += ms;
    },
    ...options,
  });
  return { client, waits, clock, ...script };
}

/** A client of the registry over a transport. */
export const registryOver = (transport: Transport, options: Partial<RegistryOptions> = {}): RegistryClient =>
  new RegistryClient({ transport, historySegment: "_service", userAgent: "test", ...options });

/** A request in one line: `PATCH /iam/v2/groups/org/a updateMask=name`. */
export const lineOf = ({ method, path, query = [] }: HttpRequest): string =>
  [method, path.text, ...query.filter(([key]) => key !== "page_size").map(([key, value]) => `${key}=${value}`)].join(
    " ",
  );

/** An error answer in the platform's form. */
export const refusal = (code: Code, message = "no"): Scripted => ({
  status: httpStatusOf(code),
  json: formatStatus({ code, message, details: [] }),
});
