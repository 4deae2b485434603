import type { TokenSource } from "./credentials";
import {
  ConfigurationError,
  fromStatus,
  InvalidArgumentError,
  NotFoundError,
  type PlatformError,
  ProtocolError,
  TransportError,
} from "./errors";
import { isJsonObject, type JsonObject, parseJson } from "./json";
import { type KeyName, KeyNames } from "./key-names";
import type { Path } from "./path";
import { decide, type Effect, type Outcome, parseRetryAfter, RetryBudget } from "./retry";
import { type Secret, scrub } from "./secret";
import { findDetail, parseStatus } from "./status";
import { AttemptError, type HttpReply, type Transport } from "./transport";

/** A query, in order; a repeated key is a list. */
export type Query = readonly (readonly [key: string, value: string])[];

export interface ApiRequest {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly path: Path;
  readonly query?: Query;
  readonly body?: JsonObject;
  readonly effect?: Effect;
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
  /** The longest that a call may take with all its attempts, in milliseconds. */
  readonly operationTimeoutMs?: number;
}

/** The server refuses larger ones as if it were busy (wire fact 16). */
const MAX_REQUEST_LENGTH = 4 * 1024 * 1024;

type Attempt = { readonly reply: HttpReply } | { readonly failure: AttemptError };

/** The platform API over a transport: tokens, retries, errors, masks. It knows no resource. */
export class Client {
  readonly #options: Required<Omit<ClientOptions, "tokens" | "keyNames">> & Pick<ClientOptions, "tokens">;
  readonly #keyNames: KeyNames;
  #maskSpelling: "camelCase" | "snake_case" | undefined;
  #maskProbe: Promise<unknown> | undefined;

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
    const send = (paths: readonly string[]) =>
      this.call({ method: "PATCH", path, query: [["updateMask", paths.join(",")]], body });
    const named = mask.map((name) => this.#keyNames.outwardKey(name));
    const snake = named.map(snakeCase);
    if (snake.every((name, i) => name === named[i])) return send(named);
    // While one update finds the spelling out, the others wait for what it learns.
    if (this.#maskSpelling === undefined && this.#maskProbe !== undefined) await this.#maskProbe;
    if (this.#maskSpelling !== undefined) return send(this.#maskSpelling === "camelCase" ? named : snake);

    const probe = send(named).then(
      (answer) => {
        this.#maskSpelling = "camelCase";
        return answer;
      },
      (error: unknown) => {
        if (!complainsAboutMask(error)) throw error;
        this.#maskSpelling = "snake_case";
        return send(snake);
      },
    );
    this.#maskProbe = probe.catch(() => {
      this.#maskProbe = undefined;
    });
    return probe;
  }

  /** Sends a request until it is answered for good. Empty answers are `{}`. */
  async call(request: ApiRequest): Promise<JsonObject> {
    const { clock, random, sleep, budget, operationTimeoutMs } = this.#options;
    const { method, effect = "idempotent" } = request;
    const name = `${method} ${request.path}`;
    const deadline = clock() + operationTimeoutMs;
    if (request.body !== undefined && JSON.stringify(request.body).length > MAX_REQUEST_LENGTH) {
      throw new ConfigurationError(`${name}: the request is larger than the 4 MiB that the platform takes`);
    }
    let token = await this.#options.tokens?.current();
    let renewed = false;
    for (let attempt = 1; ; attempt++) {
      const result = await this.#attempt(request, token, deadline - clock());
      const outcome = outcomeOf(result, clock());
      if (outcome === undefined && "reply" in result) {
        budget.refill();
        return this.#keyNames.inward(bodyOf(result.reply));
      }
      const refused = outcome?.kind === "answered" && (outcome.code === "UNAUTHENTICATED" || outcome.http === 401);
      if (refused && token !== undefined && !renewed) {
        renewed = true;
        const fresh = await this.#options.tokens?.renew(token);
        if (fresh !== undefined) {
          token = fresh;
          attempt -= 1;
          continue;
        }
      }
      const decision = decide({ method, effect }, attempt, outcome ?? { kind: "lost" }, random);
      if (decision.kind === "stop") throw errorOf(name, result, decision.ambiguous, attempt);
      const late = clock() + decision.waitMs >= deadline;
      if (late || !budget.take()) {
        throw errorOf(
          name,
          result,
          effect === "create",
          attempt,
          late ? "the next try would come too late" : "too many retries in this run",
        );
      }
      await sleep(decision.waitMs);
    }
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
        timeoutMs: Math.max(1, Math.min(attemptTimeoutMs, remainingMs)),
      });
      return { reply };
    } catch (error) {
      if (error instanceof AttemptError) return { failure: error };
      throw error;
    }
  }
}

/** `claimMatch.subject` as the proto spells it, `claim_match.subject`. */
export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const complainsAboutMask = (error: unknown): boolean =>
  error instanceof InvalidArgumentError &&
  (error.violations.some(({ field }) => /^update_?mask/i.test(field)) || /update_?mask/i.test(error.message));

/** How an attempt failed; nothing when it did not. */
function outcomeOf(result: Attempt, now: number): Outcome | undefined {
  if ("failure" in result) {
    const { unsent, permanent } = result.failure;
    return unsent ? { kind: "unsent", permanent } : { kind: "lost" };
  }
  const { reply } = result;
  if (reply.status >= 200 && reply.status < 300) return readable(reply) ? undefined : { kind: "lost" };
  const status = parseStatus(tryParse(reply.text));
  const retryInfo = status === undefined ? undefined : findDetail(status, "RetryInfo");
  const header = reply.headers["retry-after"];
  const retryAfterMs =
    parseRetryAfter(Array.isArray(header) ? header[0] : header, now) ??
    (retryInfo === undefined ? undefined : parseRetryAfter(retryInfo.retryDelay.replace(/s$/, ""), now));
  return {
    kind: "answered",
    code: status?.code,
    http: reply.status,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

function tryParse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined; // Whoever asks treats what is not JSON as an answer without a meaning.
  }
}

const readable = (reply: HttpReply): boolean => reply.text.trim() === "" || isJsonObject(tryParse(reply.text));

const bodyOf = (reply: HttpReply): JsonObject => {
  const body = tryParse(reply.text);
  return isJsonObject(body) ? body : {};
};

/** The error for a call that failed for good. */
function errorOf(name: string, result: Attempt, ambiguous: boolean, attempts: number, why?: string): PlatformError {
  const suffix = [attempts > 1 ? `after ${attempts} attempts` : "", why ?? ""].filter((part) => part !== "").join("; ");
  const tail = suffix === "" ? "" : ` (${suffix})`;
  if ("failure" in result) {
    const { failure } = result;
    return new TransportError(`${name}: ${failure.message}${tail}`, ambiguous && !failure.unsent, { cause: failure });
  }
  const { reply } = result;
  const status = parseStatus(tryParse(reply.text));
  if (status === undefined) return protocolError(name, reply, ambiguous, tail);
  const error = fromStatus({ ...status, message: scrub(status.message) + tail }, name, ambiguous);
  if (error instanceof NotFoundError && error.resource === undefined) {
    error.message +=
      ". The platform does not know this path: check the base URL (platform:baseUrl or PLATFORM_BASE_URL)";
  }
  if (error.code === "UNAUTHENTICATED") {
    error.message +=
      ". Check the token: PLATFORM_TOKEN or PLATFORM_TOKEN_FILE (or platform:token, platform:tokenFile in the stack's config)";
  }
  return error;
}

function protocolError(name: string, reply: HttpReply, ambiguous: boolean, tail: string): ProtocolError {
  const address = "check the base URL (platform:baseUrl or PLATFORM_BASE_URL)";
  if (reply.status >= 300 && reply.status < 400) {
    return new ProtocolError(`${name}: redirected (HTTP ${reply.status}), which is never followed: ${address}`, false);
  }
  if (reply.status < 300)
    return new ProtocolError(`${name}: the answer is no JSON object${tail}: ${address}`, ambiguous);
  return new ProtocolError(
    `${name}: HTTP ${reply.status}, and not in the platform's form${tail}: ${address}`,
    ambiguous,
  );
}
