import type { TokenSource } from "./credentials";
import { PlatformError, ProtocolError, TransportError } from "./errors";
import { isJsonObject, type JsonObject, parseJson } from "./json";
import { literal, type Path, path, segment, segments } from "./path";
import { decide, type Outcome, parseRetryAfter, RetryBudget } from "./retry";
import { Secret } from "./secret";
import { quoted, shownWord } from "./shown";
import { AttemptError, type HttpReply, type HttpRequest, type Transport } from "./transport";

/** One record of a tag's history (spec: Tag history record). */
export interface TagHistoryRecord {
  /** When the tag was moved to this digest, UTC, to the millisecond. */
  readonly updateTimestamp: string;
  /** `sha256:` and 64 hex digits. */
  readonly digest: string;
}

const ATTEMPT_TIMEOUT_MS = 30_000;

/** The most records that one answer holds (spec: Limits). */
const WINDOW_RECORDS = 1000;

export interface RegistryOptions {
  readonly transport: Transport;
  /** Proves who asks for the token of a private repository; absent for anonymous access only. */
  readonly credentials?: TokenSource;
  /** Repositories of this organisation are public, and asked for anonymously. */
  readonly publicOrg?: string;
  /** Path segment before `history`, `_service` in the spec. */
  readonly historySegment: string;
  readonly userAgent: string;
  /** The longest that one question may take with all its attempts, in milliseconds. */
  readonly operationTimeoutMs?: number;
  readonly clock?: () => number;
  readonly sleep?: (ms: number) => Promise<void>;
  readonly random?: () => number;
}

/** A tag of an image: `org` is the organisation's name or the public one's, `image` may have slashes. */
export interface TagReference {
  readonly org: string;
  readonly image: string;
  readonly tag: string;
}

/** The registry refused: it does not know the tag, or the token does not reach it. */
export class RegistryError extends PlatformError {
  override readonly name = "RegistryError";
  constructor(
    message: string,
    /** Code of the OCI error, MANIFEST_UNKNOWN. */
    readonly reason: string,
  ) {
    super(message);
  }
}

/** The tag history API of the registry (spec: B). */
export class RegistryClient {
  readonly #options: Required<Omit<RegistryOptions, "credentials" | "publicOrg">> & RegistryOptions;
  readonly #tokens = new Map<string, Promise<Secret>>();
  readonly #budget = new RetryBudget();

  constructor(options: RegistryOptions) {
    this.#options = {
      clock: Date.now,
      random: Math.random,
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      operationTimeoutMs: 120_000,
      ...options,
    };
  }

  /**
   * The records of a tag from `start` to `end`, both included, oldest first, each once. Bounds are asked for a
   * millisecond wider and cut here, for the API does not say whether it counts them in.
   *
   * @param start, end milliseconds since 1970; open where absent
   */
  async history(tag: TagReference, start?: number, end?: number): Promise<TagHistoryRecord[]> {
    const found = new Map<string, TagHistoryRecord>();
    const upper = end === undefined ? undefined : end + 1;
    let from = start === undefined ? undefined : start - 1;
    let last = Number.NEGATIVE_INFINITY;
    for (;;) {
      const window = await this.#window(tag, from, upper);
      for (const record of window) found.set(`${record.updateTimestamp} ${record.digest}`, record);
      if (window.length < WINDOW_RECORDS) break;
      const times = window.map(timeOf);
      const newest = Math.max(...times);
      // The next window begins a millisecond early, so that it holds the newest moment again even where a bound is left
      // out. Where that brought nothing newer, the bound is counted in (else all of the window would be of one moment).
      const next: number = newest === last || newest - 1 === from ? newest : newest - 1;
      if (newest === Math.min(...times) || next === from) {
        throw new ProtocolError(
          `tag history of ${quoted(`${tag.org}/${tag.image}:${tag.tag}`)}: ${WINDOW_RECORDS} records or more are of the moment ` +
            `${new Date(newest).toISOString()}, and the API gives no more than that at once`,
          false,
        );
      }
      last = newest;
      from = next;
    }
    return [...found.values()]
      .filter((record) => timeOf(record) >= (start ?? -Infinity) && timeOf(record) <= (end ?? Infinity))
      .sort((a, b) => timeOf(a) - timeOf(b));
  }

  async #window({ org, image, tag }: TagReference, start?: number, end?: number): Promise<TagHistoryRecord[]> {
    const repository = `${org}/${image}`;
    const segmentName = this.#options.historySegment;
    const query = [
      ...(start === undefined ? [] : [["start", new Date(start).toISOString()] as const]),
      ...(end === undefined ? [] : [["end", new Date(end).toISOString()] as const]),
    ];
    const target = path`/v2/${segments(repository)}/${segment(segmentName)}/history/${segment(tag)}`;
    const answer = await this.#authorized(repository, org, target, query);
    const { history = [] } = answer;
    if (!Array.isArray(history) || !history.every(isRecord)) {
      throw new ProtocolError(`GET ${target}: "history" is no list of records`, false);
    }
    return history;
  }

  /** GET with the token of the repository; a token that is refused is asked for anew, once. */
  async #authorized(
    repository: string,
    org: string,
    target: Path,
    query: HttpRequest["query"] = [],
  ): Promise<JsonObject> {
    const asked = this.#token(repository, org);
    const reply = await this.#get(target, query, await asked);
    if (reply.status !== 401) return this.#answer(target, reply);
    this.#forget(repository, asked);
    return this.#answer(target, await this.#get(target, query, await this.#token(repository, org)));
  }

  #token(repository: string, org: string): Promise<Secret> {
    const known = this.#tokens.get(repository);
    if (known !== undefined) return known;
    const asked = this.#askToken(repository, org);
    this.#tokens.set(repository, asked);
    asked.catch(() => this.#forget(repository, asked));
    return asked;
  }

  /** Forgets a token, but not the one that others have got in its place meanwhile. */
  #forget(repository: string, token: Promise<Secret>): void {
    if (this.#tokens.get(repository) === token) this.#tokens.delete(repository);
  }

  async #askToken(repository: string, org: string): Promise<Secret> {
    const { credentials, publicOrg } = this.#options;
    const target = literal("/token");
    const query = [["scope", `repository:${repository}:pull`] as const];
    const identity = org === publicOrg ? undefined : await credentials?.current();
    let reply = await this.#get(target, query, identity);
    if (reply.status === 401 && identity !== undefined) {
      const fresh = await credentials?.renew(identity);
      if (fresh !== undefined) reply = await this.#get(target, query, fresh);
    }
    const answer = this.#answer(target, reply);
    if (typeof answer.token !== "string" || answer.token === "")
      throw new ProtocolError(`GET ${target}: no token in the answer`, false);
    return new Secret(answer.token);
  }

  async #get(target: Path, query: HttpRequest["query"] = [], token?: Secret): Promise<HttpReply> {
    const { transport, userAgent, sleep, random, clock, operationTimeoutMs } = this.#options;
    const deadline = clock() + operationTimeoutMs;
    const headers = {
      "user-agent": userAgent,
      ...(token === undefined ? {} : { authorization: `Bearer ${token.reveal()}` }),
    };
    for (let attempt = 1; ; attempt++) {
      let outcome: Outcome;
      let result: HttpReply | AttemptError;
      try {
        const timeoutMs = Math.max(1, Math.min(ATTEMPT_TIMEOUT_MS, deadline - clock()));
        result = await transport({ method: "GET", path: target, query, headers, timeoutMs });
        if (result.status < 500 && result.status !== 429) {
          this.#budget.refill();
          return result;
        }
        const header = result.headers["retry-after"];
        const retryAfterMs = parseRetryAfter(Array.isArray(header) ? header[0] : header, clock());
        outcome = {
          kind: "answered",
          code: undefined,
          http: result.status,
          ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
        };
      } catch (error) {
        if (!(error instanceof AttemptError)) throw error;
        result = error;
        outcome = error.unsent ? { kind: "unsent", permanent: error.permanent } : { kind: "lost" };
      }
      const decision = decide({ method: "GET", effect: "idempotent" }, attempt, outcome, random);
      if (decision.kind === "stop" || clock() + decision.waitMs >= deadline || !this.#budget.take()) {
        if (result instanceof AttemptError)
          throw new TransportError(`GET ${target}: ${result.message}`, false, { cause: result });
        return result;
      }
      await sleep(decision.waitMs);
    }
  }

  #answer(target: Path, reply: HttpReply): JsonObject {
    let body: unknown;
    try {
      body = parseJson(reply.text);
    } catch {
      body = undefined; // Said below, together with the status.
    }
    if (reply.status === 200 && isJsonObject(body)) return body;
    const [first] = isJsonObject(body) && Array.isArray(body.errors) ? body.errors.filter(isJsonObject) : [];
    if (first === undefined) {
      const address = "check the registry's address (platform:registryUrl or PLATFORM_REGISTRY_URL)";
      throw new ProtocolError(`GET ${target}: HTTP ${reply.status}, and not in the registry's form: ${address}`, false);
    }
    const hint = reply.status === 401 || reply.status === 403 ? ACCESS_HINT : "";
    const code = shownWord(String(first.code));
    throw new RegistryError(`[${code}] GET ${target}: ${quoted(String(first.message))}${hint}`, code);
  }
}

const ACCESS_HINT =
  ". A private image needs a token that was issued for the registry: platform:registryToken or PLATFORM_REGISTRY_TOKEN";

const timeOf = (record: TagHistoryRecord): number => Date.parse(record.updateTimestamp);

const isRecord = (value: unknown): value is TagHistoryRecord =>
  isJsonObject(value) &&
  typeof value.digest === "string" &&
  typeof value.updateTimestamp === "string" &&
  !Number.isNaN(Date.parse(value.updateTimestamp));
