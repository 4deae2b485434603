import { randomBytes } from "node:crypto";
import { Refusal } from "../gateway/errors";
import type { HttpReply } from "../gateway/http";
import type { HistoryRecord, Settings } from "../options";
import { parentOf, type Resource, rootOf, type Store } from "../store";
import type { FixedTokens } from "./callers";
import { repoNamed } from "./repo";

const TOKEN_LIFE_S = 300;
const MAX_RECORDS = 1000;
const SERVICE = "registry.platform.example";

const statuses = {
  UNSUPPORTED: 400,
  UNAUTHORIZED: 401,
  DENIED: 403,
  NAME_UNKNOWN: 404,
  MANIFEST_UNKNOWN: 404,
} as const;

/** An error in the format of the OCI distribution spec. */
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

/** Configuration of a registry. */
export interface RegistryOptions {
  readonly settings: Pick<Settings, "now" | "historyBounds">;
  readonly store: Store;
  readonly publicOrganization: string;
  /** The registry recognises the token of the platform API and rejects it, because of its audience. */
  readonly tokens: FixedTokens;
}

/** A tag of a repository. */
export interface TagName {
  /** `acme/app`. */
  readonly repository: string;
  readonly tag: string;
}

/** The caller of the registry. */
export interface RegistryCaller {
  readonly bearer: string | undefined;
  /** Host of the registry in the request, for the challenge. */
  readonly host: string;
}

/** The registry: repository tokens and tag history (platform API: HIST-1). */
export class Registry {
  private readonly issued = new Map<string, { readonly repository: string; readonly expires: number }>();
  private readonly histories = new Map<string, readonly HistoryRecord[]>();

  constructor(private readonly options: RegistryOptions) {}

  /** The fixed tokens of the emulator. */
  get tokens(): FixedTokens {
    return this.options.tokens;
  }

  /** Sets the history of a tag; records in any order. */
  setHistory({ repository, tag }: TagName, records: readonly HistoryRecord[]): void {
    const timed = records.map((record) => ({ record, time: timeOf(record) })).sort((a, b) => a.time - b.time);
    this.histories.set(
      `${repository}:${tag}`,
      timed.map(({ record }) => record),
    );
  }

  /** Adds a record to the history of a tag whose digest is new. Resources of other kinds, and repos in inner groups, have none. */
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

  /** All histories, for the state file. */
  entries(): [repositoryAndTag: string, records: readonly HistoryRecord[]][] {
    return [...this.histories];
  }

  /** GET /token. Anonymous callers get tokens for images of the public organization only. Throws OciError. */
  issueToken(scope: string, bearer: string | undefined): Record<string, unknown> {
    const { settings, publicOrganization, tokens } = this.options;
    const repository = /^repository:([^:\s]+\/[^:\s]+):pull$/.exec(scope)?.[1];
    if (repository === undefined) throw new OciError("UNSUPPORTED", "scope must be repository:<org>/<image>:pull");
    if (bearer === tokens.token) throw denied();
    const isPublic = rootOf(repository) === publicOrganization;
    if (bearer === undefined ? !isPublic : bearer !== tokens.registryToken) throw unauthorized();
    if (!isPublic && !this.isOrganization(rootOf(repository))) throw denied();
    const now = settings.now();
    const token = `rt_${randomBytes(24).toString("hex")}`;
    this.issued.set(token, { repository, expires: now.getTime() + TOKEN_LIFE_S * 1000 });
    return { expires_in: TOKEN_LIFE_S, issued_at: now.toISOString().replace(/\.\d+/, ""), token };
  }

  /** GET /v2/{repository}/{segment}/history/{tag}. Throws OciError. */
  history({ repository, tag }: TagName, query: URLSearchParams, caller: RegistryCaller): Record<string, unknown> {
    this.authorize(repository, caller);
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

  private authorize(repository: string, { bearer, host }: RegistryCaller): void {
    const { settings, tokens } = this.options;
    if (bearer === tokens.token || bearer === tokens.registryToken) throw denied();
    const token = this.issued.get(bearer ?? "");
    if (token === undefined || settings.now().getTime() >= token.expires) {
      const scope = `repository:${repository}:pull`;
      throw unauthorized({
        "www-authenticate": `Bearer realm="http://${host}/token",service="${SERVICE}",scope="${scope}"`,
      });
    }
    if (token.repository !== repository) throw denied();
  }

  private isKnown(repository: string): boolean {
    return (
      repoNamed(this.options.store, repository) !== undefined ||
      [...this.histories.keys()].some((key) => key.startsWith(`${repository}:`))
    );
  }

  private isOrganization(name: string): boolean {
    return this.options.store.children("iam:Group", "").some(({ values }) => values.name === name);
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
