import type { JsonObject } from "../../../description/wire/json";
import { literal, type Path } from "../../../description/wire/path";
import { CachedToken, type Issued } from "../credentials/expiring-token";
import { ProtocolError, RegistryError, TransportError } from "../errors";
import { hinted } from "../hints";
import { asBearer, authorized, type TokenSource } from "../layers/authorized";
import { Call, type Send } from "../layers/call";
import type { Deadline } from "../layers/deadline";
import { type Attempt, attemptOf, outcomeOfFailure, retryAfterOf } from "../layers/outcome";
import { Pacer, paced } from "../layers/paced";
import type { Outcome } from "../layers/retry-matrix";
import { RetryBudget, retrying, type Timing, timingOf } from "../layers/retrying";
import { Secret } from "../secret";
import type { HttpReply, HttpRequest, Transport } from "../transport";
import { answerOf, type RegistryHints } from "./answers";

type Way = {
  readonly says: string;
} & (
  | { readonly carries: "own"; readonly header: (token: Secret) => string }
  /** The request carries a token that `/token` issues for the repository. Without a header, the caller is anonymous there. */
  | { readonly carries: "issued"; readonly header?: (token: Secret) => string }
);

const TOKEN_USER = "_token";
const asBasic = (token: Secret): string => `Basic ${Buffer.from(`${TOKEN_USER}:${token.reveal()}`).toString("base64")}`;

const BASIC: Way = { carries: "issued", header: asBasic, says: "with the token at /token as Basic" };

/** The ways for a caller with a token, in the order of the attempts (platform API: HIST-5). */
const IDENTIFIED: readonly Way[] = [
  { carries: "own", header: asBearer, says: "with the token in the request itself" },
  BASIC,
  { carries: "issued", header: asBearer, says: "with the token at /token as Bearer" },
];

/** The way for callers without a token (platform API: HIST-4). */
const ANONYMOUS: Way = { carries: "issued", says: "without the token" };

interface RefusedWay {
  readonly way: Way;
  readonly error: RegistryError;
}

/** Shows the most useful refusal: 403 (the token was understood), then 401. Anonymous callers are refused every private image. */
function refusalOf(refused: readonly RefusedWay[]): RegistryError {
  const [first = refused[0], ...others] = [...refused].sort((a, b) => rank(a) - rank(b));
  if (first === undefined) throw new Error("no way was tried");
  if (others.length === 0) return first.error;
  const { message, reason, http } = first.error;
  const list = others.map(({ way, error }) => `${way.says} (HTTP ${error.http})`).join(", ");
  return new RegistryError(`${message}. The registry also refused the request ${list}`, reason, http);
}

const rank = ({ way, error }: RefusedWay): number => (way === ANONYMOUS ? 2 : error.http === 403 ? 0 : 1);

export interface RegistryOptions extends Partial<Timing> {
  readonly transport: Transport;
  /** Absent for anonymous access. */
  readonly credentials?: TokenSource;
  /** The organization whose images allow anonymous requests. */
  readonly publicOrg?: string;
  readonly historySegment: string;
  readonly userAgent: string;
  readonly operationTimeoutMs?: number;
  readonly hints?: RegistryHints;
}

/** A tag of an image. `org` is the name of the organization. `image` may contain slashes. */
export interface TagReference {
  readonly org: string;
  readonly image: string;
  readonly tag: string;
}

interface RegistryRequest {
  readonly target: Path;
  readonly query?: HttpRequest["query"];
}

/** Public images with these tags are free for everybody (platform API: HIST-4). */
const FREE_TAGS: ReadonlySet<string> = new Set(["latest", "latest-dev"]);
const ATTEMPT_TIMEOUT_MS = 30_000;
const TOKEN_PATH = literal("/token");

/** Requests to the registry. Of the ways to identify callers, the first that works is tried first from then on. */
export class RegistryRequests {
  readonly #options: RegistryOptions;
  readonly #send: Send;
  /** Speed of the registry, which is another server than the platform API. */
  readonly #pacer: Pacer;
  /** Tokens of `/token` by way, then by repository, because anonymous and identified tokens open different images. */
  readonly #tokens = new Map<Way, Map<string, CachedToken>>();
  /** The way that worked last, by repository and whether the tag is free. */
  readonly #granted = new Map<string, Way>();
  /** The way that last identified the caller for a private image. */
  #proven: Way | undefined;

  constructor(options: RegistryOptions) {
    this.#options = options;
    const timing = timingOf(options);
    this.#pacer = new Pacer(timing);
    const send = paced(options.transport, { clock: timing.clock, pacer: this.#pacer, outcomeOf });
    this.#send = retrying(send, { ...timing, budget: new RetryBudget(), outcomeOf });
  }

  get lastServedAt(): () => number {
    return this.#pacer.lastServedAt;
  }

  /** Sends a GET in each possible way until one works. Throws RegistryError, ProtocolError, TransportError, errors of the credentials. */
  async get(reference: TagReference, question: RegistryRequest, deadline: Deadline): Promise<JsonObject> {
    const repository = `${reference.org}/${reference.image}`;
    const key = `${repository} ${FREE_TAGS.has(reference.tag)}`;
    const refused: RefusedWay[] = [];
    for (const way of this.#ways(reference, this.#granted.get(key))) {
      try {
        const answer = await this.#ask(this.#sendBy(way, repository, deadline), question, deadline);
        this.#granted.set(key, way);
        // A public image proves nothing, because the registry may have ignored the credentials.
        if (way !== ANONYMOUS && reference.org !== this.#options.publicOrg) this.#proven = way;
        return answer;
      } catch (error) {
        if (!(error instanceof RegistryError && error.isAboutAccess)) throw error;
        refused.push({ way, error });
      }
    }
    throw refusalOf(refused);
  }

  /** Requests a token for no repository (platform API: HIST-9). Throws like `get`; `isAboutAccess` means refused credentials. */
  async proveCredentials(deadline: Deadline): Promise<void> {
    if (this.#options.credentials === undefined) throw new Error("there are no credentials to check");
    await this.#obtain(BASIC, undefined, deadline);
  }

  /** Most likely first. */
  #ways({ org, tag }: TagReference, granted: Way | undefined): readonly Way[] {
    const { credentials, publicOrg } = this.#options;
    if (credentials === undefined) return [ANONYMOUS];
    const identified = firstOf(IDENTIFIED, this.#proven);
    if (org !== publicOrg) return identified;
    return firstOf(FREE_TAGS.has(tag) ? [ANONYMOUS, ...identified] : [...identified, ANONYMOUS], granted);
  }

  #sendBy(way: Way, repository: string, deadline: Deadline): Send {
    const { credentials } = this.#options;
    if (way.carries === "own" && credentials !== undefined) {
      return authorized(this.#send, credentials, { isRefused, header: way.header });
    }
    return authorized(this.#send, this.#issuedTo(way, repository, deadline), { isRefused });
  }

  /** Returns the token of `/token` for a repository. It is cached, and requested within the deadline of the call. */
  #issuedTo(way: Way, repository: string, deadline: Deadline): TokenSource {
    const tokens = this.#tokens.get(way) ?? new Map<string, CachedToken>();
    const cached = tokens.get(repository) ?? new CachedToken();
    this.#tokens.set(way, tokens.set(repository, cached));
    const obtain = () => this.#obtain(way, repository, deadline);
    return { current: () => cached.current(obtain), renew: (refused) => cached.renew(refused, obtain) };
  }

  async #obtain({ header }: Way, repository: string | undefined, deadline: Deadline): Promise<Issued> {
    const { credentials } = this.#options;
    const isAnonymous = header === undefined || credentials === undefined;
    const send = isAnonymous ? this.#send : authorized(this.#send, credentials, { isRefused, header });
    const query = repository === undefined ? [] : [["scope", `repository:${repository}:pull`] as const];
    const { token } = await this.#ask(send, { target: TOKEN_PATH, query }, deadline);
    if (typeof token === "string" && token !== "") return { token: new Secret(token), expiresAt: undefined };
    throw new ProtocolError(`GET ${TOKEN_PATH}: the response contains no token`, false);
  }

  async #ask(send: Send, { target, query = [] }: RegistryRequest, deadline: Deadline): Promise<JsonObject> {
    const { userAgent, hints = {} } = this.#options;
    const headers = { "user-agent": userAgent };
    deadline.check(`GET ${target}: not sent`);
    const call = new Call({ method: "GET", effect: "idempotent" }, deadline);
    const request = { method: "GET", path: target, query, headers, timeoutMs: ATTEMPT_TIMEOUT_MS };
    const attempt = await attemptOf(send(request, call));
    if ("reply" in attempt) return answerOf(target, attempt.reply, hints);
    const { message, isUnreached } = attempt.failure;
    const text = hinted(`GET ${target}: ${message}`, isUnreached ? hints.address : undefined);
    throw new TransportError(text, false, { cause: attempt.failure });
  }
}

const firstOf = (ways: readonly Way[], first: Way | undefined): readonly Way[] =>
  first === undefined ? ways : [first, ...ways.filter((way) => way !== first)];

/** Whether the registry rejects the token, by the HTTP status alone, whatever the body contains. */
const isRefused = ({ status }: HttpReply): boolean => status === 401;

/** Returns the outcome of an attempt by its HTTP status alone, because the registry's error codes do not help with retries. */
function outcomeOf(attempt: Attempt, now: number): Outcome | undefined {
  if ("failure" in attempt) return outcomeOfFailure(attempt.failure);
  const { status } = attempt.reply;
  if (status < 500 && status !== 429 && status !== 401) return undefined;
  const retryAfterMs = retryAfterOf(attempt.reply, now);
  return { kind: "answered", code: undefined, http: status, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}
