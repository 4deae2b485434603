import { expiryOf } from "./credentials/expiring-token";
import type { TokenSource } from "./credentials/token";
import { ConfigurationError } from "./errors";
import type { JsonObject } from "./json";
import { type KeyName, KeyNames } from "./key-names";
import { Deadline } from "./layers/deadline";
import { codeOf, type Effect, type Outcome, RetryBudget, Tries } from "./layers/retry";
import { MaskSpelling } from "./mask-spelling";
import type { Path } from "./path";
import { type Attempt, bodyOf, errorOf, outcomeOf } from "./reply";
import type { Secret } from "./secret";
import { AttemptError, type Transport } from "./transport";

/** A query, in order; a repeated key is a list. */
export type Query = readonly (readonly [key: string, value: string])[];

export interface ApiRequest {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly path: Path;
  readonly query?: Query;
  readonly body?: JsonObject;
  readonly effect?: Effect;
  /** "Too many" is its answer, and no word on how fast it may be sent: it is not sent again. */
  readonly isLimitFinal?: boolean;
}

export interface ClientOptions {
  readonly transport: Transport;
  /** Keys whose name on the wire is a setting, by their placeholders in bodies, masks and answers. */
  readonly keyNames?: Readonly<Record<string, KeyName>>;
  /** Absent for what needs no token. */
  readonly tokens?: TokenSource;
  readonly userAgent: string;
  readonly clock?: () => number;
  /** Uniform on [0, 1). */
  readonly random?: () => number;
  readonly sleep?: (ms: number) => Promise<void>;
  readonly budget?: RetryBudget;
  /** The longest that one attempt may take, in milliseconds. */
  readonly attemptTimeoutMs?: number;
  /** The longest that an operation (`forOperation`), or a call that is part of none, may take in all, in milliseconds. */
  readonly operationTimeoutMs?: number;
}

/** The server refuses larger ones as if it were busy (wire fact 16). */
const MAX_REQUEST_BYTES = 4 * 1024 * 1024;

/** The least time that another try of a create must have, in milliseconds: an answer that is cut off leaves it in doubt. */
const LEAST_TRY_MS = 1_000;

/** The platform API over a transport: tokens, retries, errors, masks. It knows no resource. */
export class Client {
  readonly #options: ClientOptions & Required<Omit<ClientOptions, "tokens" | "keyNames">>;
  readonly #keyNames: KeyNames;
  #masks = new MaskSpelling();
  #deadline: Deadline | undefined;

  constructor(options: ClientOptions) {
    this.#keyNames = new KeyNames(options.keyNames ?? {});
    this.#options = {
      clock: Date.now,
      random: Math.random,
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      budget: new RetryBudget(),
      attemptTimeoutMs: 30_000,
      operationTimeoutMs: 120_000,
      ...options,
    };
  }

  /** This client for one operation: all calls of the answer together have the time of one, from now on. */
  forOperation(): Client {
    const client = new Client(this.#options);
    client.#masks = this.#masks;
    client.#deadline = this.#newDeadline();
    return client;
  }

  /** Whether a wait of so many milliseconds ends while there is time left for a call. */
  hasTimeFor(ms: number): boolean {
    return this.remainingMs() > ms;
  }

  /** How many milliseconds this operation has left; Infinity for a client that is of no operation. */
  remainingMs(): number {
    return this.#deadline?.remainingMs() ?? Number.POSITIVE_INFINITY;
  }

  /** The object at a path. Throws NotFoundError and the other errors of errors.ts. */
  get(path: Path, query: Query = []): Promise<JsonObject> {
    return this.call({ method: "GET", path, query });
  }

  /** Creates. Sent once: what may have been carried out is not sent again (`isAmbiguous`). */
  create(path: Path, body: JsonObject): Promise<JsonObject> {
    return this.call({ method: "POST", path, body, effect: "create" });
  }

  delete(path: Path): Promise<JsonObject> {
    return this.call({ method: "DELETE", path });
  }

  /**
   * Changes exactly the masked fields (AIP-134). Mask paths are spelled as the spec spells fields; a server that wants
   * proto names says so once, and is obeyed from then on.
   */
  async update(path: Path, body: JsonObject, mask: readonly string[]): Promise<JsonObject> {
    const deadline = this.#deadline ?? this.#newDeadline();
    return this.#masks.send(
      mask.map((name) => this.#keyNames.outwardKey(name)),
      (paths) => this.call({ method: "PATCH", path, query: [["updateMask", paths.join(",")]], body }),
      (other) => deadline.within(() => other, `PATCH ${path}: not sent`),
    );
  }

  /** Sends a request until it is answered for good. Empty answers are `{}`. */
  async call(request: ApiRequest): Promise<JsonObject> {
    const { clock, random, sleep, budget, tokens } = this.#options;
    const { method, effect = "idempotent", isLimitFinal = false } = request;
    const name = `${method} ${request.path}`;
    if (request.body !== undefined && Buffer.byteLength(JSON.stringify(request.body)) > MAX_REQUEST_BYTES) {
      throw new ConfigurationError(`${name}: the request is larger than the 4 MiB that the platform takes`);
    }
    const deadline = this.#deadline ?? this.#newDeadline();
    deadline.check(`${name}: not sent`);
    let token = await deadline.within(async () => tokens?.current(), `${name}: not sent, for no token came`);
    let renewed = false;
    const tries = new Tries({ method, effect, isLimitFinal }, budget, random);
    for (;;) {
      deadline.check(`${name}: not sent`);
      const result = await this.#attempt(request, token, deadline.remainingMs());
      const outcome = outcomeOf(result, clock());
      if (outcome === undefined && "reply" in result) {
        budget.refill();
        return this.#keyNames.inward(bodyOf(result.reply));
      }
      const refused = outcome?.kind === "answered" && codeOf(outcome) === "UNAUTHENTICATED" ? token : undefined;
      if (refused !== undefined && !renewed) {
        renewed = true;
        const renewing = async () => tokens?.renew(refused);
        const fresh = await deadline.within(renewing, `${name}: the token was refused, and no other came`);
        if (fresh !== undefined) {
          token = fresh;
          continue;
        }
      }
      const failed: Outcome = outcome ?? { kind: "lost" };
      const decision = tries.next(failed);
      const retryAfterMs = failed.kind === "answered" ? failed.retryAfterMs : undefined;
      const attempts = tries.count;
      if (decision.kind === "stop") {
        const why = refused && endOf(refused, clock());
        throw errorOf(name, result, { ambiguous: decision.ambiguous, retryAfterMs, attempts, why });
      }
      // What would be sent again has not been carried out, or does no harm.
      const giveUp = (why: string) => errorOf(name, result, { ambiguous: false, retryAfterMs, attempts, why });
      const leastMs = effect === "create" ? LEAST_TRY_MS : 1;
      if (decision.waitMs + leastMs > deadline.remainingMs()) {
        const seconds = Math.ceil(decision.waitMs / 1000);
        throw giveUp(`the next try, in ${seconds} s, would come too late: ${deadline.limit}`);
      }
      if (!tries.pay(failed)) throw giveUp("too many retries in this run");
      await sleep(decision.waitMs);
    }
  }

  #newDeadline(): Deadline {
    return new Deadline(this.#options.operationTimeoutMs, this.#options.clock);
  }

  async #attempt(request: ApiRequest, token: Secret | undefined, remainingMs: number): Promise<Attempt> {
    const { transport, userAgent, attemptTimeoutMs } = this.#options;
    try {
      const reply = await transport({
        method: request.method,
        path: request.path,
        ...(request.query === undefined ? {} : { query: request.query }),
        headers: {
          accept: "application/json",
          "user-agent": userAgent,
          ...(token === undefined ? {} : { authorization: `Bearer ${token.reveal()}` }),
          ...(request.body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(request.body === undefined ? {} : { body: JSON.stringify(this.#keyNames.outward(request.body)) }),
        timeoutMs: Math.max(1, Math.ceil(Math.min(attemptTimeoutMs, remainingMs))),
      });
      return { reply };
    } catch (error) {
      if (error instanceof AttemptError) return { failure: error };
      throw error;
    }
  }
}

/** When a token that was refused has ended, as far as it tells. */
function endOf(token: Secret, now: number): string | undefined {
  const end = expiryOf(token);
  return end === undefined || end > now ? undefined : `the token ended at ${new Date(end).toISOString()}`;
}
