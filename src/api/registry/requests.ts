import { CachedToken, type Issued } from "../credentials/expiring-token";
import { ProtocolError, RegistryError, TransportError } from "../errors";
import { hinted } from "../hints";
import type { JsonObject } from "../json";
import { authorized, type TokenSource } from "../layers/authorized";
import { Call, type Send } from "../layers/call";
import type { Deadline } from "../layers/deadline";
import { type Attempt, attemptOf, outcomeOfFailure, retryAfterOf } from "../layers/outcome";
import { Pacer, paced } from "../layers/paced";
import type { Outcome } from "../layers/retry-matrix";
import { RetryBudget, retrying, type Timing, timingOf } from "../layers/retrying";
import { literal, type Path } from "../path";
import { Secret } from "../secret";
import type { HttpReply, HttpRequest, Transport } from "../transport";
import { answerOf, type RegistryHints } from "./answers";

/** How to reach the registry. */
export interface RegistryOptions extends Partial<Timing> {
  readonly transport: Transport;
  /** Identifies the caller when it requests a repository token; absent for anonymous access only. */
  readonly credentials?: TokenSource;
  /** The organisation whose images may be requested anonymously. */
  readonly publicOrg?: string;
  /** Path segment before `history`, `_service` by default. */
  readonly historySegment: string;
  readonly userAgent: string;
  /** Time limit of one question with all its requests and waits, in milliseconds. */
  readonly operationTimeoutMs?: number;
  /** Hints for error messages: what the user can do. */
  readonly hints?: RegistryHints;
}

/** A tag of an image. `org` is the name of the organisation; `image` may contain slashes. */
export interface TagReference {
  readonly org: string;
  readonly image: string;
  readonly tag: string;
}

interface Question {
  readonly target: Path;
  readonly query?: HttpRequest["query"];
}

/** Whether the request for a repository token identifies the caller. */
type Access = "anonymous" | "identified";

/** Public images with these tags are free for everybody (platform API: HIST-4). */
const FREE_TAGS: ReadonlySet<string> = new Set(["latest", "latest-dev"]);
const ATTEMPT_TIMEOUT_MS = 30_000;
const TOKEN_PATH = literal("/token");

/**
 * Requests to the registry: `authorized(retrying(paced(transport)))` with a repository token. The registry issues it
 * (`/token`) to anonymous callers, or to those who identify themselves with credentials.
 */
export class RegistryRequests {
  readonly #options: RegistryOptions;
  readonly #send: Send;
  /** The speed of the registry, which is another server than the platform API. */
  readonly #pacer: Pacer;
  /** By access and repository: anonymous and identified tokens open different images. */
  readonly #tokens = new Map<string, CachedToken>();
  /** The access that worked last, by repository and whether the tag is free. */
  readonly #granted = new Map<string, Access>();

  constructor(options: RegistryOptions) {
    this.#options = options;
    const timing = timingOf(options);
    this.#pacer = new Pacer(timing);
    const send = paced(options.transport, { clock: timing.clock, pacer: this.#pacer, outcomeOf });
    this.#send = retrying(send, { ...timing, budget: new RetryBudget(), outcomeOf });
  }

  /** When the registry last served a request, in milliseconds since 1970; -Infinity if it has not. */
  get headwayAt(): () => number {
    return this.#pacer.headwayAt;
  }

  /**
   * GET with a repository token, trying each possible access until one works. Throws RegistryError, ProtocolError,
   * TransportError and the errors of the credentials.
   */
  async get(reference: TagReference, question: Question, deadline: Deadline): Promise<JsonObject> {
    const repository = `${reference.org}/${reference.image}`;
    const key = `${repository} ${FREE_TAGS.has(reference.tag)}`;
    const refusals = new Map<Access, RegistryError>();
    for (const access of this.#accesses(reference, this.#granted.get(key))) {
      try {
        const send = authorized(this.#send, this.#tokensOf(access, repository, deadline), { isRefused });
        const answer = await this.#ask(send, question, deadline);
        this.#granted.set(key, access);
        return answer;
      } catch (error) {
        if (!(error instanceof RegistryError && error.isAboutAccess)) throw error;
        refusals.set(access, error);
      }
    }
    throw refusals.get("identified") ?? refusals.get("anonymous");
  }

  /** The accesses that may open an image, most likely first. */
  #accesses({ org, tag }: TagReference, granted: Access | undefined): readonly Access[] {
    const { credentials, publicOrg } = this.#options;
    if (credentials === undefined) return ["anonymous"];
    if (org !== publicOrg) return ["identified"];
    const first = granted ?? (FREE_TAGS.has(tag) ? "anonymous" : "identified");
    return first === "anonymous" ? ["anonymous", "identified"] : ["identified", "anonymous"];
  }

  /** The token source of a repository. Its token is cached, and requested within the deadline of the question. */
  #tokensOf(access: Access, repository: string, deadline: Deadline): TokenSource {
    const key = `${access} ${repository}`;
    const cached = this.#tokens.get(key) ?? new CachedToken();
    this.#tokens.set(key, cached);
    const obtain = () => this.#obtain(access, repository, deadline);
    return { current: () => cached.current(obtain), renew: (refused) => cached.renew(refused, obtain) };
  }

  async #obtain(access: Access, repository: string, deadline: Deadline): Promise<Issued> {
    const { credentials } = this.#options;
    const isAnonymous = access === "anonymous" || credentials === undefined;
    const send = isAnonymous ? this.#send : authorized(this.#send, credentials, { isRefused });
    const question = { target: TOKEN_PATH, query: [["scope", `repository:${repository}:pull`] as const] };
    const { token } = await this.#ask(send, question, deadline);
    if (typeof token === "string" && token !== "") return { token: new Secret(token), expiresAt: undefined };
    throw new ProtocolError(`GET ${TOKEN_PATH}: no token in the answer`, false);
  }

  /** Sends a request until it succeeds or fails for good. */
  async #ask(send: Send, { target, query = [] }: Question, deadline: Deadline): Promise<JsonObject> {
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

/** Whether the registry rejects the token: by the HTTP status alone, whatever the body says. */
const isRefused = ({ status }: HttpReply): boolean => status === 401;

/** The outcome of an attempt by its HTTP status alone: the registry's error codes do not help with retries. */
function outcomeOf(attempt: Attempt, now: number): Outcome | undefined {
  if ("failure" in attempt) return outcomeOfFailure(attempt.failure);
  const { status } = attempt.reply;
  if (status < 500 && status !== 429 && status !== 401) return undefined;
  const retryAfterMs = retryAfterOf(attempt.reply, now);
  return { kind: "answered", code: undefined, http: status, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}
