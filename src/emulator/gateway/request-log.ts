/** One request as it came in. Headers and tokens are never kept. */
export interface RequestRecord {
  readonly method: string;
  /** Path as it was sent, percent signs and all. */
  readonly path: string;
  /** Query as it was sent, without the question mark. */
  readonly query: string;
  /** The body where it was JSON, and is not among the older ones that are no longer kept. */
  readonly body: unknown;
  /** HTTP status of the answer; absent while there is none, and where the connection was cut. */
  readonly status: number | undefined;
  readonly time: Date;
}

/** A writable version of a type. */
export type Writable<T> = { -readonly [K in keyof T]: T[K] };

const MAX_RECORDS = 10_000;
const MAX_BODY_BYTES = 32 * 1024 * 1024;

/**
 * Keeps the last 10,000 requests and the last 32 MiB of their bodies (raw size), so that an emulator can run for weeks.
 */
export class RequestLog {
  /** Requests in order of arrival; always the same array. */
  readonly records: RequestRecord[] = [];
  /** Records with a body, oldest first. */
  private bodies: { readonly record: Writable<RequestRecord>; readonly bytes: number }[] = [];
  private bytes = 0;

  /** @param bytes raw length of its body */
  add(record: Writable<RequestRecord>, bytes: number): void {
    this.records.push(record);
    if (this.records.length > MAX_RECORDS) this.records.shift();
    if (bytes === 0) return;
    this.bodies.push({ record, bytes });
    this.bytes += bytes;
    while (this.bytes > MAX_BODY_BYTES || this.bodies.length > MAX_RECORDS) this.dropBody();
  }

  clear(): void {
    this.records.length = 0;
    this.bodies = [];
    this.bytes = 0;
  }

  private dropBody(): void {
    const oldest = this.bodies.shift();
    if (oldest === undefined) return;
    oldest.record.body = undefined;
    this.bytes -= oldest.bytes;
  }
}
