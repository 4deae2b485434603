import type { ApiRequest, Query } from "../../description/wire/api-request";
import type { JsonObject } from "../../description/wire/json";
import type { Path } from "../../description/wire/path";
import { ConfigurationError } from "./errors";
import type { Hints } from "./hints";
import { type KeyName, KeyNames } from "./key-names";
import { authorized, type TokenSource } from "./layers/authorized";
import { Call, type Send } from "./layers/call";
import { Deadline } from "./layers/deadline";
import { attemptOf, outcomeOf } from "./layers/outcome";
import { Pacer, paced } from "./layers/paced";
import { isByGateway, isSuccess, objectOf } from "./layers/reply-body";
import { RetryBudget, retrying, type Timing, timingOf } from "./layers/retrying";
import { MaskSpelling } from "./mask-spelling";
import { errorOf } from "./refusal";
import type { Secret } from "./secret";
import type { HttpReply, HttpRequest, Transport } from "./transport";

export interface ClientOptions extends Partial<Timing> {
  readonly transport: Transport;
  /** Keys whose wire name is a setting, by their placeholder in bodies, masks and responses. */
  readonly keyNames?: Readonly<Record<string, KeyName>>;
  readonly tokens?: TokenSource;
  readonly userAgent: string;
  readonly budget?: RetryBudget;
  /** Speed of all requests, shared with clients of the same server. */
  readonly pacer?: Pacer;
  readonly attemptTimeoutMs?: number;
  /** Time limit in milliseconds of an operation (`forOperation`), or of a single call outside one. */
  readonly operationTimeoutMs?: number;
  readonly hints?: Hints;
  readonly canceled?: AbortSignal | undefined;
}

/** Limit of a request body. The server would treat a larger request like an overload (platform API: GW-13). */
const MAX_REQUEST_BYTES = 4 * 1024 * 1024;
const DEFAULT_ATTEMPT_MS = 30_000;
/** How far this machine's clock may be ahead of the platform's, in milliseconds. */
const MOST_SKEW_MS = 5 * 60_000;

/** A client of the platform API: `authorized(retrying(paced(logged(transport))))` with JSON in and out. Knows no resources. */
export class Client {
  readonly #options: ClientOptions;
  readonly #keyNames: KeyNames;
  readonly #send: Send;
  readonly #pacer: Pacer;
  #masks = new MaskSpelling();
  #deadline: Deadline | undefined;
  #platformTime: number | undefined;

  constructor(options: ClientOptions) {
    const timing = timingOf(options);
    const { transport, tokens, keyNames = {}, budget = new RetryBudget(), pacer = new Pacer(timing) } = options;
    this.#options = { ...options, budget, pacer };
    this.#keyNames = new KeyNames(keyNames);
    this.#pacer = pacer;
    const send = retrying(paced(transport, { ...timing, pacer, outcomeOf }), { ...timing, budget, outcomeOf });
    this.#send = tokens === undefined ? send : authorized(send, tokens, { clock: timing.clock });
  }

  /** Returns a copy for one operation, whose deadline starts now. `timeoutMs` replaces the usual time limit, and `limitMs` may shorten it. */
  forOperation(limitMs = Number.POSITIVE_INFINITY, timeoutMs?: number): Client {
    const { operationTimeoutMs = Number.POSITIVE_INFINITY, hints: { timeLimit: _, ...hints } = {} } = this.#options;
    const ownMs = Math.min(limitMs, timeoutMs ?? operationTimeoutMs);
    const isOther = ownMs !== operationTimeoutMs;
    const client = new Client(isOther ? { ...this.#options, operationTimeoutMs: ownMs, hints } : this.#options);
    client.#masks = this.#masks;
    client.#deadline = client.#newDeadline();
    return client;
  }

  /** Whether there is time for a call after a wait of `ms` milliseconds. There is none in a canceled run. */
  hasTimeFor(ms: number): boolean {
    return (ms <= 0 || this.#options.canceled?.aborted !== true) && this.remainingMs() > ms;
  }

  /** Milliseconds left for this operation, or Infinity outside of one. They do not decrease while requests wait in the queue. */
  remainingMs(): number {
    return this.#deadline?.remainingMs() ?? Number.POSITIVE_INFINITY;
  }

  /** Undefined if requests need none. Throws the errors of the token source. */
  async token(): Promise<Secret | undefined> {
    const { tokens } = this.#options;
    if (tokens === undefined) return undefined;
    return (this.#deadline ?? this.#newDeadline()).within(async () => tokens.current(), "no token arrived in time");
  }

  issuedAfter(token: Secret): number | undefined {
    return this.#options.tokens?.issuedAfter?.(token);
  }

  /** Returns a moment that the platform's clock has passed, in ms since 1970: the last `Date`, or this machine's time less what clocks may differ. */
  platformTime(): number {
    return this.#platformTime ?? (this.#options.clock ?? Date.now)() - MOST_SKEW_MS;
  }

  /** Returns a moment that this machine's clock has passed, too, because a proxy with another clock may set the `Date`. */
  passedTime(): number {
    return Math.min(this.platformTime(), (this.#options.clock ?? Date.now)());
  }

  /** Fetches a new token for later requests. Returns whether it differs. Throws the errors of the token source. */
  async renewToken(): Promise<boolean> {
    const { tokens } = this.#options;
    if (tokens === undefined) return false;
    const renew = async () => (await tokens.renew(await tokens.current())) !== undefined;
    return (this.#deadline ?? this.#newDeadline()).within(renew, "the token was not renewed in time");
  }

  /** Waits for work that operations share. As in a queue, this time does not count while the platform serves others. */
  async pausing<T>(work: () => Promise<T>): Promise<T> {
    const resume = this.#deadline?.pause();
    try {
      return await work();
    } finally {
      resume?.();
    }
  }

  get(path: Path, query: Query = []): Promise<JsonObject> {
    return this.call({ method: "GET", path, query });
  }

  /** Creates an object. The request is not sent again after an ambiguous failure (`isAmbiguous`). */
  create(path: Path, body: JsonObject): Promise<JsonObject> {
    return this.call({ method: "POST", path, body, effect: "create" });
  }

  /** Deletes the object at a path. Returns whether the platform itself reports the success, and not a proxy. */
  async delete(path: Path): Promise<boolean> {
    const { reply } = await this.#answerTo({ method: "DELETE", path });
    return isByGateway(reply);
  }

  /** Changes exactly the masked fields (AIP-134). If the server rejects names of the spec, proto names are used from then on. */
  async update(path: Path, body: JsonObject, mask: readonly string[]): Promise<JsonObject> {
    const deadline = this.#deadline ?? this.#newDeadline();
    const send = async (paths: readonly string[]) => {
      const query = [["updateMask", paths.join(",")]] as const;
      return (await this.#answerTo({ method: "PATCH", path, query, body }, deadline)).object;
    };
    return this.#masks.send(
      mask.map((name) => this.#keyNames.outwardKey(name)),
      send,
      (other) => deadline.within(() => other, `PATCH ${path}: not sent`),
    );
  }

  /** An empty response is `{}`. Throws the errors of errors.ts. */
  async call(request: ApiRequest): Promise<JsonObject> {
    return (await this.#answerTo(request)).object;
  }

  async #answerTo(
    request: ApiRequest,
    deadline = this.#deadline ?? this.#newDeadline(),
  ): Promise<{ readonly reply: HttpReply; readonly object: JsonObject }> {
    const { method, path, body, effect = "idempotent", isLimitFinal = false } = request;
    const { tokens, hints = {} } = this.#options;
    const name = `${method} ${path}`;
    if (body !== undefined && Buffer.byteLength(JSON.stringify(body)) > MAX_REQUEST_BYTES) {
      throw new ConfigurationError(`${name}: the request is larger than the 4 MiB that the platform accepts`);
    }
    deadline.check(`${name}: not sent`);
    const call = new Call({ method, effect, isLimitFinal }, deadline);
    const attempt = await attemptOf(this.#send(this.#httpRequestOf(request), call));
    if ("reply" in attempt) this.#noteTime(attempt.reply);
    const reply = "reply" in attempt && isSuccess(attempt.reply) ? attempt.reply : undefined;
    const object = reply === undefined ? undefined : objectOf(reply);
    if (reply !== undefined && object !== undefined) return { reply, object: this.#keyNames.inward(object) };
    throw errorOf(name, attempt, { ...call.end, attempts: call.attempts, method, hints, tokenHint: tokens?.hint });
  }

  #httpRequestOf({ method, path, query, body }: ApiRequest): HttpRequest {
    const { userAgent, attemptTimeoutMs = DEFAULT_ATTEMPT_MS } = this.#options;
    return {
      method,
      path,
      ...(query === undefined ? {} : { query }),
      headers: {
        accept: "application/json",
        "user-agent": userAgent,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(this.#keyNames.outward(body)) }),
      timeoutMs: attemptTimeoutMs,
    };
  }

  #noteTime({ headers }: HttpReply): void {
    const time = Date.parse(String(headers.date));
    if (!Number.isNaN(time)) this.#platformTime = time;
  }

  #newDeadline(): Deadline {
    const { operationTimeoutMs, clock, hints, canceled } = this.#options;
    const { lastServedAt } = this.#pacer;
    return new Deadline({ operationTimeoutMs, clock, hint: hints?.timeLimit, lastServedAt, canceled });
  }
}
