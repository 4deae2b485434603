import type { TokenSource } from "../credentials/token";
import { PlatformError, ProtocolError, TransportError } from "../errors";
import { isJsonObject, type JsonObject } from "../json";
import type { Deadline } from "../layers/deadline";
import { type Outcome, RetryBudget, Tries } from "../layers/retry";
import { literal, type Path } from "../path";
import { excessOf, jsonOf, retryAfterOf } from "../reply";
import { Secret } from "../secret";
import { quoted, shownWord } from "../shown";
import { AttemptError, type HttpReply, type HttpRequest, type Transport } from "../transport";

/** How the registry is reached. */
export interface RegistryOptions {
  readonly transport: Transport;
  /** Proves who asks for the token of a repository; absent for anonymous access only. */
  readonly credentials?: TokenSource;
  /** Images of this organisation may be asked for anonymously. */
  readonly publicOrg?: string;
  /** Path segment before `history`, `_service` in the spec. */
  readonly historySegment: string;
  readonly userAgent: string;
  /** The longest that one question may take with all its requests and waits, in milliseconds. */
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
    /** Its HTTP status. */
    readonly http: number,
  ) {
    super(message);
  }
}

interface Question {
  readonly target: Path;
  readonly query?: HttpRequest["query"];
}

/** Whether the registry is told who asks for the token of a repository. */
type Access = "anonymous" | "identified";

/** Public images with these tags are free for everybody (spec: Authentication). */
const FREE_TAGS: ReadonlySet<string> = new Set(["latest", "latest-dev"]);
const ATTEMPT_TIMEOUT_MS = 30_000;
const TOKEN_PATH = literal("/token");

/** Requests to the registry, each with the token of its repository, which is asked for once. */
export class RegistryRequests {
  readonly #options: RegistryOptions & Required<Pick<RegistryOptions, "clock" | "sleep" | "random">>;
  readonly #budget = new RetryBudget();
  /** By access and repository: what an anonymous token opens is not what another one opens. */
  readonly #tokens = new Map<string, Promise<Secret>>();
  /** The access that was granted last, by repository and whether the tag is free. */
  readonly #granted = new Map<string, Access>();

  constructor(options: RegistryOptions) {
    this.#options = {
      clock: Date.now,
      random: Math.random,
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      ...options,
    };
  }

  /**
   * GET with the token of the repository, by each access that may open it until one does. Throws RegistryError,
   * ProtocolError, TransportError, and what the credentials throw.
   */
  async get(reference: TagReference, question: Question, deadline: Deadline): Promise<JsonObject> {
    const key = `${repositoryOf(reference)} ${FREE_TAGS.has(reference.tag)}`;
    const refusals = new Map<Access, RegistryError>();
    for (const access of this.#accesses(reference, this.#granted.get(key))) {
      try {
        const answer = await this.#authorized({ access, repository: repositoryOf(reference) }, question, deadline);
        this.#granted.set(key, access);
        return answer;
      } catch (error) {
        if (!(error instanceof RegistryError && isRefused(error.http))) throw error;
        refusals.set(access, error);
      }
    }
    throw refusals.get("identified") ?? refusals.get("anonymous");
  }

  /** The accesses that may open an image, the likeliest first. */
  #accesses({ org, tag }: TagReference, granted: Access | undefined): readonly Access[] {
    const { credentials, publicOrg } = this.#options;
    if (credentials === undefined) return ["anonymous"];
    if (org !== publicOrg) return ["identified"];
    const first = granted ?? (FREE_TAGS.has(tag) ? "anonymous" : "identified");
    return first === "anonymous" ? ["anonymous", "identified"] : ["identified", "anonymous"];
  }

  /** GET with the token of the repository; a token that is refused is asked for anew, once. */
  async #authorized(opening: Opening, question: Question, deadline: Deadline): Promise<JsonObject> {
    const asked = this.#token(opening, deadline);
    const reply = await this.#send({ ...question, token: await asked }, deadline);
    if (reply.status !== 401) return answerOf(question.target, reply);
    this.#forget(opening, asked);
    const token = await this.#token(opening, deadline);
    return answerOf(question.target, await this.#send({ ...question, token }, deadline));
  }

  #token(opening: Opening, deadline: Deadline): Promise<Secret> {
    const known = this.#tokens.get(keyOf(opening));
    if (known !== undefined) return known;
    const asked = this.#askToken(opening, deadline);
    this.#tokens.set(keyOf(opening), asked);
    asked.catch(() => this.#forget(opening, asked));
    return asked;
  }

  /** Forgets a token, but not the one that others have got in its place meanwhile. */
  #forget(opening: Opening, token: Promise<Secret>): void {
    if (this.#tokens.get(keyOf(opening)) === token) this.#tokens.delete(keyOf(opening));
  }

  async #askToken({ access, repository }: Opening, deadline: Deadline): Promise<Secret> {
    const credentials = access === "anonymous" ? undefined : this.#options.credentials;
    const question = { target: TOKEN_PATH, query: [["scope", `repository:${repository}:pull`] as const] };
    const late = `GET ${TOKEN_PATH}: not sent, for no token came`;
    const token = await deadline.within(async () => credentials?.current(), late);
    let reply = await this.#send({ ...question, token }, deadline);
    if (reply.status === 401 && token !== undefined) {
      const fresh = await deadline.within(async () => credentials?.renew(token), late);
      if (fresh !== undefined) reply = await this.#send({ ...question, token: fresh }, deadline);
    }
    const answer = answerOf(TOKEN_PATH, reply);
    if (typeof answer.token !== "string" || answer.token === "")
      throw new ProtocolError(`GET ${TOKEN_PATH}: no token in the answer`, false);
    return new Secret(answer.token);
  }

  /** Sends a request until it is answered for good. */
  async #send(
    { target, query = [], token }: Question & { readonly token: Secret | undefined },
    deadline: Deadline,
  ): Promise<HttpReply> {
    const { userAgent, sleep, random } = this.#options;
    const headers = {
      "user-agent": userAgent,
      ...(token === undefined ? {} : { authorization: `Bearer ${token.reveal()}` }),
    };
    const tries = new Tries({ method: "GET", effect: "idempotent" }, this.#budget, random);
    for (;;) {
      deadline.check(`GET ${target}: not sent`);
      const timeoutMs = Math.max(1, Math.ceil(Math.min(ATTEMPT_TIMEOUT_MS, deadline.remainingMs())));
      const { result, outcome } = await this.#attempt({ method: "GET", path: target, query, headers, timeoutMs });
      if (outcome === undefined) return result;
      const decision = tries.next(outcome);
      if (decision.kind === "stop" || decision.waitMs >= deadline.remainingMs() || !tries.pay(outcome)) {
        if (!(result instanceof AttemptError)) return result;
        throw new TransportError(`GET ${target}: ${result.message}`, false, { cause: result });
      }
      await sleep(decision.waitMs);
    }
  }

  /** One request, and how it failed where another may help. */
  async #attempt(
    request: HttpRequest,
  ): Promise<{ result: HttpReply; outcome?: undefined } | { result: HttpReply | AttemptError; outcome: Outcome }> {
    const { transport, clock } = this.#options;
    try {
      const result = await transport(request);
      if (result.status < 500 && result.status !== 429) {
        this.#budget.refill();
        return { result };
      }
      const retryAfterMs = retryAfterOf(result, clock());
      const outcome: Outcome = {
        kind: "answered",
        code: undefined,
        http: result.status,
        ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      };
      return { result, outcome };
    } catch (error) {
      if (!(error instanceof AttemptError)) throw error;
      const { unsent, permanent } = error;
      return { result: error, outcome: unsent ? { kind: "unsent", permanent } : { kind: "lost" } };
    }
  }
}

/** What a token opens, and who is told to be asking. */
interface Opening {
  readonly access: Access;
  readonly repository: string;
}

const repositoryOf = ({ org, image }: TagReference): string => `${org}/${image}`;
const keyOf = ({ access, repository }: Opening): string => `${access} ${repository}`;
const isRefused = (http: number): boolean => http === 401 || http === 403;

const ACCESS_HINT =
  // advice: registry-token
  ". A private image needs a token that was issued for the registry: platform:registryToken or PLATFORM_REGISTRY_TOKEN, " +
  // advice: registry-identity
  "or platform:identity (PLATFORM_IDENTITY) in a CI job; the platform's own token is sent to no other host";

/** The object of an answer. Throws RegistryError for a refusal in the registry's form (OCI), else ProtocolError. */
function answerOf(target: Path, reply: HttpReply): JsonObject {
  const body = jsonOf(reply);
  if (reply.status === 200 && isJsonObject(body)) return body;
  const excess = reply.status === 200 ? excessOf(reply) : undefined;
  if (excess !== undefined) throw new ProtocolError(`GET ${target}: ${excess}`, false);
  const [first] = isJsonObject(body) && Array.isArray(body.errors) ? body.errors.filter(isJsonObject) : [];
  if (first === undefined) {
    // advice: check-registry-url
    const address = "check the registry's address (platform:registryUrl or PLATFORM_REGISTRY_URL)";
    throw new ProtocolError(`GET ${target}: HTTP ${reply.status}, and not in the registry's form: ${address}`, false);
  }
  const hint = isRefused(reply.status) ? ACCESS_HINT : "";
  const code = shownWord(textOf(first.code) || "UNKNOWN");
  const said = textOf(first.message);
  const message = said === "" ? "the registry gave no message" : quoted(said);
  throw new RegistryError(`[${code}] GET ${target}: ${message}${hint}`, code, reply.status);
}

/** What a registry says, as far as it is text. */
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
