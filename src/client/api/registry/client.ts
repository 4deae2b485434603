import { isJsonObject } from "../../../description/wire/json";
import { path, segment, segments } from "../../../description/wire/path";
import { ProtocolError } from "../errors";
import { Deadline } from "../layers/deadline";
import { quoted } from "../shown";
import { type RegistryOptions, RegistryRequests, type TagReference } from "./requests";

/** One record of a tag's history (platform API: HIST-2). */
export interface TagHistoryRecord {
  /** When the tag was moved to this digest, UTC, to the millisecond. */
  readonly updateTimestamp: string;
  /** `sha256:` and 64 hex digits. */
  readonly digest: string;
}

/** The most in one response (platform API: HIST-3). */
const WINDOW_RECORDS = 1000;
/** Maximum number of records per call. A tag that changes every minute for a year has about as many. */
const MAX_RECORDS = 500_000;
/** Limits the number of windows, even if each brings few new records. */
const MAX_WINDOWS = 1000;

/** The tag history API of the registry (platform API: HIST-1). */
export class RegistryClient {
  #requests: RegistryRequests;
  #deadline: Deadline | undefined;

  readonly #options: RegistryOptions;

  constructor(options: RegistryOptions) {
    this.#options = options;
    this.#requests = new RegistryRequests(options);
  }

  /** Returns a copy of this client for one operation. All its calls share one deadline, which starts now. */
  forOperation(): RegistryClient {
    const client = new RegistryClient(this.#options);
    client.#requests = this.#requests;
    client.#deadline = this.#newDeadline();
    return client;
  }

  /**
   * Returns the records of a tag from `start` to `end` (inclusive, in milliseconds since 1970), oldest first, each once. The API does not
   * say whether its bounds are inclusive, so each request is one millisecond wider and the result is cut here. Throws RegistryError,
   * ProtocolError or TransportError, also for a history of more than 500,000 records, which may be endless.
   */
  async history(tag: TagReference, start?: number, end?: number): Promise<TagHistoryRecord[]> {
    const deadline = this.#deadline ?? this.#newDeadline();
    const found = new Map<string, TagHistoryRecord>();
    const upper = end === undefined ? undefined : end + 1;
    let from = start === undefined ? undefined : start - 1;
    let last = Number.NEGATIVE_INFINITY;
    for (let windows = 1; ; windows++) {
      const window = await this.#window(tag, { start: from, end: upper }, deadline);
      for (const record of window) found.set(`${record.updateTimestamp} ${record.digest}`, record);
      if (window.length < WINDOW_RECORDS) break;
      if (found.size > MAX_RECORDS || windows >= MAX_WINDOWS) throw endless(tag, found.size, windows);
      const { oldest, newest } = spanOf(window);
      // If the newest record is from 500, the next window starts at 499, because a server that excludes its bounds would leave out other
      // records from 500. If that window again ends at 500, the bounds are inclusive, and the next one starts at 500.
      const next: number = newest === last || newest - 1 === from ? newest : newest - 1;
      if (newest === oldest || next === from) throw crowded(tag, newest);
      last = newest;
      from = next;
    }
    return [...found.values()]
      .filter((record) => timeOf(record) >= (start ?? -Infinity) && timeOf(record) <= (end ?? Infinity))
      .sort((a, b) => timeOf(a) - timeOf(b));
  }

  /** Needs no image. Throws RegistryError, ProtocolError, TransportError and the credentials' errors. */
  async proveCredentials(): Promise<void> {
    await this.#requests.proveCredentials(this.#deadline ?? this.#newDeadline());
  }

  async #window(
    reference: TagReference,
    { start, end }: { readonly start: number | undefined; readonly end: number | undefined },
    deadline: Deadline,
  ): Promise<TagHistoryRecord[]> {
    const { org, image, tag } = reference;
    const query = [
      ...(start === undefined ? [] : [["start", new Date(start).toISOString()] as const]),
      ...(end === undefined ? [] : [["end", new Date(end).toISOString()] as const]),
    ];
    const segmentName = segment(this.#options.historySegment);
    const target = path`/v2/${segments(`${org}/${image}`)}/${segmentName}/history/${segment(tag)}`;
    const { history = [] } = await this.#requests.get(reference, { target, query }, deadline);
    if (!Array.isArray(history) || !history.every(isRecord)) {
      throw new ProtocolError(`GET ${target}: "history" must be a list of records`, false);
    }
    return history;
  }

  #newDeadline(): Deadline {
    const { operationTimeoutMs, clock, hints } = this.#options;
    const { lastServedAt } = this.#requests;
    return new Deadline({ operationTimeoutMs, clock, hint: hints?.timeLimit, lastServedAt });
  }
}

const nameOf = ({ org, image, tag }: TagReference): string => `tag history of ${quoted(`${org}/${image}:${tag}`)}`;

const endless = (tag: TagReference, records: number, windows: number): ProtocolError =>
  new ProtocolError(
    `${nameOf(tag)}: the history does not end after ${records} records in ${windows} responses. Use start and end of getTagHistory to read a part of it`,
    false,
  );

const crowded = (tag: TagReference, moment: number): ProtocolError =>
  new ProtocolError(
    `${nameOf(tag)}: ${WINDOW_RECORDS} or more records have the time ` +
      `${new Date(moment).toISOString()}, but the API returns at most ${WINDOW_RECORDS} of them`,
    false,
  );

function spanOf(records: readonly TagHistoryRecord[]): { readonly oldest: number; readonly newest: number } {
  let [oldest, newest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const time of records.map(timeOf)) {
    oldest = Math.min(oldest, time);
    newest = Math.max(newest, time);
  }
  return { oldest, newest };
}

const timeOf = (record: TagHistoryRecord): number => Date.parse(record.updateTimestamp);

const isRecord = (value: unknown): value is TagHistoryRecord =>
  isJsonObject(value) &&
  typeof value.digest === "string" &&
  typeof value.updateTimestamp === "string" &&
  !Number.isNaN(Date.parse(value.updateTimestamp));
