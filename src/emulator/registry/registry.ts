import { randomBytes } from "node:crypto";
import { Permissions } from "../access/permissions";
import { Refusal } from "../gateway/errors";
import type { HttpReply } from "../gateway/http";
import type { Capability } from "../gateway/route";
import { organizationOf, repoNamed } from "../kinds/repo";
import type { EmulatorSettings, HistoryRecord } from "../options";
import { parentOf, type Resource, rootOf, type Store } from "../store";
import type { RegistryCaller, RegistryIdentity } from "./callers";

const TOKEN_LIFE_S = 300;
const MAX_RECORDS = 1000;
const SERVICE = "registry.platform.example";
/** Capabilities that reading an image needs. The built-in role `registry.pull` has them all. */
const PULL: readonly Capability[] = ["CAP_REPO_LIST", "CAP_REPO_BLOBS_GET", "CAP_MANIFEST_LIST", "CAP_TAG_LIST"];

const statuses = {
  UNSUPPORTED: 400,
  UNAUTHORIZED: 401,
  DENIED: 403,
  NAME_UNKNOWN: 404,
  MANIFEST_UNKNOWN: 404,
} as const;

class OciError extends Refusal {
  override readonly name = "OciError";
  constructor(
    private readonly code: keyof typeof statuses,
    message: string,
    private readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }

  override reply(): HttpReply {
    return {
      status: statuses[this.code],
      headers: { "content-type": "application/json", ...this.headers },
      body: JSON.stringify({ errors: [{ code: this.code, message: this.message }] }),
    };
  }
}

const denied = (): OciError => new OciError("DENIED", "the token is not valid for this repository");
const unauthorized = (headers: Readonly<Record<string, string>> = {}): OciError =>
  new OciError("UNAUTHORIZED", "authentication required", headers);

interface RegistryOptions {
  readonly settings: Pick<EmulatorSettings, "now" | "historyBounds">;
  readonly store: Store;
  readonly publicOrganization: string;
}

export interface HistoryRequest {
  /** The token of the request, which `/token` may have issued. */
  readonly bearer: string | undefined;
  /** The caller, if the registry did not issue the token. */
  readonly caller: RegistryCaller;
  /** Host of the registry in the request, for the challenge. */
  readonly host: string;
  readonly query: URLSearchParams;
}

/** The registry: repository tokens and tag history (platform API: HIST-1). */
export class Registry {
  private readonly issued = new Map<string, { readonly repository: string | undefined; readonly expires: number }>();
  private readonly histories = new Map<string, readonly HistoryRecord[]>();

  private readonly permissions: Permissions;

  constructor(private readonly options: RegistryOptions) {
    this.permissions = new Permissions(options.store);
  }

  /** Sets the history of a tag, `acme/app:v1`. The records may be in any order. */
  setHistory(key: string, records: readonly HistoryRecord[]): void {
    const sorted = records.toSorted((a, b) => timeOf(a) - timeOf(b));
    this.histories.set(key, sorted);
  }

  appendHistory(key: string, records: readonly HistoryRecord[]): void {
    this.setHistory(key, [...(this.histories.get(key) ?? []), ...records]);
  }

  restore(histories: ReturnType<Registry["entries"]>): void {
    this.histories.clear();
    for (const [key, records] of histories) this.setHistory(key, records);
  }

  /** Adds a record to the history of a tag with a new digest. Resources of other kinds, and repos in inner groups, have no history. */
  noteTag({ type, uid, values: { name, digest, updateTime } }: Resource): void {
    if (type !== "registry:Tag" || digest === undefined) return;
    const { store } = this.options;
    const repo = store.get("registry:Repo", parentOf(uid));
    const organization = store.get("iam:Group", parentOf(repo?.uid ?? ""));
    if (repo === undefined || organization === undefined || organization.uid.includes("/")) return;
    const key = `${organization.values.name}/${repo.values.name}:${name}`;
    const records = this.histories.get(key) ?? [];
    if (records.at(-1)?.digest === digest) return;
    this.histories.set(key, [...records, { updateTimestamp: String(updateTime), digest: String(digest) }]);
  }

  entries(): (readonly [repositoryAndTag: string, records: readonly HistoryRecord[]])[] {
    return [...this.histories];
  }

  /** GET /token. Anonymous callers get tokens for public images. Without a scope, one opens nothing (platform API: HIST-9). Throws OciError. */
  issueToken(scope: string, caller: RegistryCaller): Record<string, unknown> {
    const { settings } = this.options;
    const repository = /^repository:([^:\s]+\/[^:\s]+):pull$/.exec(scope)?.[1];
    if (repository === undefined && scope !== "")
      throw new OciError("UNSUPPORTED", "scope must be repository:<org>/<image>:pull");
    this.admit(caller, repository);
    const now = settings.now();
    const token = `rt_${randomBytes(24).toString("hex")}`;
    this.issued.set(token, { repository, expires: now.getTime() + TOKEN_LIFE_S * 1000 });
    return { expires_in: TOKEN_LIFE_S, issued_at: now.toISOString().replace(/\.\d+/, ""), token };
  }

  /** GET /v2/{repository}/{segment}/history/{tag}. The repository has the form `acme/app`. Throws OciError. */
  history(repository: string, tag: string, request: HistoryRequest): Record<string, unknown> {
    this.authorize(repository, request);
    const { query } = request;
    const records = this.histories.get(`${repository}:${tag}`);
    if (records === undefined && !this.isKnown(repository)) {
      throw new OciError("NAME_UNKNOWN", "repository name not known to registry");
    }
    if (records === undefined) throw new OciError("MANIFEST_UNKNOWN", "tag not known to registry");
    const start = boundOf(query, "start") ?? Number.NEGATIVE_INFINITY;
    const end = boundOf(query, "end") ?? Number.POSITIVE_INFINITY;
    const inclusive = this.options.settings.historyBounds === "inclusive";
    const accepts = (time: number): boolean =>
      (time > start && time < end) || (inclusive && (time === start || time === end));
    return { history: records.filter((record) => accepts(timeOf(record))).slice(0, MAX_RECORDS) };
  }

  /** Throws OciError unless the registry issued the token for this repository, or the caller may pull from it. */
  private authorize(repository: string, { bearer, caller, host }: HistoryRequest): void {
    const scope = `repository:${repository}:pull`;
    const challenge = {
      "www-authenticate": `Bearer realm="http://${host}/token",service="${SERVICE}",scope="${scope}"`,
    };
    const token = this.issued.get(bearer ?? "");
    // Anonymous callers use /token, also for public images.
    if (token === undefined && caller.is === "anonymous") throw unauthorized(challenge);
    if (token === undefined) {
      this.admit(caller, repository, challenge);
      return;
    }
    if (this.options.settings.now().getTime() >= token.expires) throw unauthorized(challenge);
    if (token.repository !== repository) throw denied();
  }

  /** Throws OciError unless the caller may pull from a repository. Without a repository, the caller must be known. */
  private admit(
    caller: RegistryCaller,
    repository: string | undefined,
    challenge: Readonly<Record<string, string>> = {},
  ): void {
    const isPublic = repository !== undefined && rootOf(repository) === this.options.publicOrganization;
    if (caller.is === "elsewhere") throw denied();
    if (caller.is === "unknown" || (caller.is === "anonymous" && !isPublic)) throw unauthorized(challenge);
    if (isPublic || repository === undefined) return;
    const uid = this.uidOf(repository);
    if (uid === undefined) throw denied();
    if (caller.is === "identity" && !this.mayPull(caller, uid)) throw denied();
  }

  /** Whether an identity may pull. One in a subgroup cannot reach the registry, whatever its roles (platform API: HIST-7). */
  private mayPull({ identity, scopes, capabilities }: RegistryIdentity, uid: string): boolean {
    const isOfRoot = !parentOf(identity).includes("/");
    const rights = this.permissions.rightsOf({ identity, scopes, capabilities });
    return isOfRoot && PULL.every((capability) => rights.at(capability)(uid));
  }

  /** Returns the uid of a repository, or of its organization if only a history is known. */
  private uidOf(repository: string): string | undefined {
    const { store } = this.options;
    return (repoNamed(store, repository) ?? organizationOf(store, repository))?.uid;
  }

  private isKnown(repository: string): boolean {
    return (
      repoNamed(this.options.store, repository) !== undefined ||
      [...this.histories.keys()].some((key) => key.startsWith(`${repository}:`))
    );
  }
}

const timeOf = (record: HistoryRecord): number => Date.parse(record.updateTimestamp);

function boundOf(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null || text === "") return undefined;
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new OciError("UNSUPPORTED", `${name} must be an ISO 8601 timestamp`);
  return time;
}
