/** One request as it arrived. Headers and tokens are never kept. */
export interface RequestRecord {
  readonly method: string;
  /** Path as sent, with percent signs. */
  readonly path: string;
  /** Query as sent, without the question mark. */
  readonly query: string;
  /** The body if it was JSON. Absent for older requests whose bodies are no longer kept. */
  readonly body: unknown;
  /** HTTP status of the response. Absent before the response, and if the connection was cut. */
  readonly status: number | undefined;
  readonly time: Date;
}

export type Writable<T> = { -readonly [K in keyof T]: T[K] };

const MAX_RECORDS = 10_000;
const MAX_BODY_BYTES = 32 * 1024 * 1024;

/** Keeps the last 10,000 requests and 32 MiB of their bodies (raw size), so that an emulator can run for weeks. */
export class RequestLog {
  /** Requests in order of arrival. Always the same array. */
  readonly records: RequestRecord[] = [];
  private bodies: { readonly record: Writable<RequestRecord>; readonly bytes: number }[] = [];
  private bytes = 0;

  /** @param bytes raw length of the body */
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
