import type { RequestRecord } from "../options";

/** A type whose members may be set. */
export type Writable<T> = { -readonly [K in keyof T]: T[K] };

const MAX_RECORDS = 10_000;
const MAX_BODY_BYTES = 32 * 1024 * 1024;

/**
 * Keeps the last 10,000 requests and the last 32 MiB of their bodies, as counted on the wire, so that an emulator can run for
 * weeks.
 */
export class RequestLog {
  /** The requests in the order of arrival; always the same array. */
  readonly records: RequestRecord[] = [];
  /** Records that still have their bodies, oldest first. */
  private bodies: { readonly record: Writable<RequestRecord>; readonly bytes: number }[] = [];
  private bytes = 0;

  /** @param bytes length of its body on the wire */
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
