import { randomBytes } from "node:crypto";
import { repoNamed } from "../kinds/by-kind";
import type { HistoryRecord, Settings } from "../options";
import { rootOf, type Store } from "../store";

const TOKEN_LIFE_S = 300;
const MAX_RECORDS = 1000;
const SERVICE = "registry.platform.example";

/** A refusal in the form of the OCI distribution spec. */
export class OciError extends Error {
  override readonly name = "OciError";
  constructor(
    readonly http: number,
    readonly code: string,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

const denied = (): OciError => new OciError(403, "DENIED", "the token is not valid for this repository");
const unauthorized = (headers: Readonly<Record<string, string>> = {}): OciError =>
  new OciError(401, "UNAUTHORIZED", "authentication required", headers);

export interface RegistryOptions {
  readonly settings: Pick<Settings, "now" | "historyBounds" | "historySegment">;
  readonly store: Store;
  readonly publicOrganization: string;
  /** Token of the platform API: known, and refused, for its audience is another. */
  readonly apiToken: string;
  /** Token whose audience is the registry. */
  readonly registryToken: string;
}

/** The registry's side: tokens for one repository each, and what a tag has pointed to (spec: B). */
export class Registry {
  private readonly issued = new Map<string, { readonly repository: string; readonly expires: number }>();
  private readonly histories = new Map<string, readonly HistoryRecord[]>();

  constructor(private readonly options: RegistryOptions) {}

  /** Sets the history of a tag; the records may come in any order. */
  setHistory(repository: string, tag: string, records: readonly HistoryRecord[]): void {
    this.histories.set(
      `${repository}:${tag}`,
      [...records].sort((a, b) => timeOf(a) - timeOf(b)),
    );
  }

  /** Every history, to be written to a file. */
  entries(): [repositoryAndTag: string, records: readonly HistoryRecord[]][] {
    return [...this.histories];
  }

  /** GET /token. Anonymous for images of the public organisation only. Throws OciError. */
  issueToken(scope: string, bearer: string | undefined): Record<string, unknown> {
    const { settings, publicOrganization, apiToken, registryToken } = this.options;
    const repository = /^repository:([^:\s]+\/[^:\s]+):pull$/.exec(scope)?.[1];
    if (repository === undefined) throw new OciError(400, "UNSUPPORTED", "scope must be repository:<org>/<image>:pull");
    if (bearer === apiToken) throw denied();
    const isPublic = rootOf(repository) === publicOrganization;
    if (bearer === undefined ? !isPublic : bearer !== registryToken) throw unauthorized();
    if (!isPublic && !this.isOrganization(rootOf(repository))) throw denied();
    const now = settings.now();
    const token = `rt_${randomBytes(24).toString("hex")}`;
    this.issued.set(token, { repository, expires: now.getTime() + TOKEN_LIFE_S * 1000 });
    return { expires_in: TOKEN_LIFE_S, issued_at: now.toISOString().replace(/\.\d+/, ""), token };
  }

  /**
   * GET /v2/{repository}/{segment}/history/{tag}. Throws OciError.
   *
   * @param host of this registry, for the challenge
   */
  history(
    path: { repository: string; tag: string },
    query: URLSearchParams,
    bearer: string | undefined,
    host: string,
  ): Record<string, unknown> {
    const { repository, tag } = path;
    this.authorize(repository, bearer, host);
    const records = this.histories.get(`${repository}:${tag}`);
    if (records === undefined && !this.isKnown(repository)) {
      throw new OciError(404, "NAME_UNKNOWN", "repository name not known to registry");
    }
    if (records === undefined) throw new OciError(404, "MANIFEST_UNKNOWN", "tag not known to registry");
    const start = boundOf(query, "start") ?? Number.NEGATIVE_INFINITY;
    const end = boundOf(query, "end") ?? Number.POSITIVE_INFINITY;
    const inclusive = this.options.settings.historyBounds === "inclusive";
    const accepts = (time: number): boolean =>
      (time > start && time < end) || (inclusive && (time === start || time === end));
    return { history: records.filter((record) => accepts(timeOf(record))).slice(0, MAX_RECORDS) };
  }

  /** Splits a raw path; undefined where it is no history's. Image names may have slashes. */
  parsePath(path: string): { repository: string; tag: string } | undefined {
    const parts = path.split("/").slice(2).map(decodeURIComponent);
    const [segment, word, tag] = parts.slice(-3);
    if (parts.length < 5 || segment !== this.options.settings.historySegment || word !== "history" || !tag)
      return undefined;
    return { repository: parts.slice(0, -3).join("/"), tag };
  }

  private authorize(repository: string, bearer: string | undefined, host: string): void {
    const { settings, apiToken, registryToken } = this.options;
    if (bearer === apiToken || bearer === registryToken) throw denied();
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
  if (Number.isNaN(time)) throw new OciError(400, "UNSUPPORTED", `${name} must be an ISO 8601 timestamp`);
  return time;
}
