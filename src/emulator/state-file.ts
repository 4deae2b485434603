import type { JsonWebKey } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { isValues } from "../spec/values";
import { gatewayError } from "./gateway/errors";
import type { HistoryRecord } from "./options";
import { replaceFile } from "./replace-file";
import { isResource, type Snapshot } from "./store";

/** All that an emulator keeps over a restart. */
export interface State {
  readonly version: 1;
  readonly token: string;
  readonly registryToken: string;
  /** Private key of the issuer; absent in the file of an emulator that had none. */
  readonly issuerKey?: JsonWebKey;
  readonly resources: Snapshot;
  readonly histories: readonly (readonly [repositoryAndTag: string, records: readonly HistoryRecord[]])[];
}

const WRITE_AFTER_MS = 100;

/** The file that an emulator keeps its state in. Changes that come during a write are written together by the next. */
export class StateFile {
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;
  /** Number of changes so far, and of those that are on disk. */
  private changes = 0;
  private saved = 0;
  private writing: Promise<void> | undefined;

  /** @param state gives what is to be written */
  constructor(
    private readonly path: string,
    private readonly state: () => State,
  ) {}

  /** Reads a file; undefined where there is none. Throws an Error for a file that holds something else. */
  static read(path: string): State | undefined {
    if (!existsSync(path)) return undefined;
    let content: unknown;
    try {
      content = JSON.parse(readFileSync(path, "utf8"));
    } catch (error) {
      throw new Error(`${path} is no JSON`, { cause: error });
    }
    if (!isState(content)) throw new Error(`${path} holds no state of an emulator of this version`);
    return content;
  }

  /** Has the state written soon, unless somebody waits for it (`durable`) before. */
  touch(): void {
    if (this.isClosed) return;
    this.changes += 1;
    this.timer ??= setTimeout(() => {
      // Nobody waits for this write: whoever asks next hears why there was none.
      this.durable().catch((error: unknown) => console.error(`${this.path} cannot be written: ${String(error)}`));
    }, WRITE_AFTER_MS).unref();
  }

  /** Settles when all changes so far are on disk. Throws what the file system says. */
  async durable(): Promise<void> {
    const wanted = this.changes;
    while (!this.isClosed && this.saved < wanted) {
      this.writing ??= this.write().finally(() => {
        this.writing = undefined;
      });
      await this.writing;
    }
  }

  /** The same for an answer that tells of those changes. Throws StatusError. */
  async settled(): Promise<void> {
    try {
      await this.durable();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw gatewayError("INTERNAL", `the state cannot be written: ${reason}`);
    }
  }

  /** Writes what there is, and nothing of what a request that was held back may yet do. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    const last = JSON.stringify(this.state());
    await this.writing?.catch(() => undefined); // What that write lacks, this one has.
    await replaceFile(this.path, last);
  }

  private async write(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { changes } = this;
    await replaceFile(this.path, JSON.stringify(this.state()));
    this.saved = changes;
  }
}

const isState = (value: unknown): value is State =>
  isValues(value) &&
  value.version === 1 &&
  typeof value.token === "string" &&
  typeof value.registryToken === "string" &&
  (value.issuerKey === undefined || isValues(value.issuerKey)) &&
  Array.isArray(value.resources) &&
  value.resources.every(isResource) &&
  Array.isArray(value.histories) &&
  value.histories.every((entry) => Array.isArray(entry) && typeof entry[0] === "string" && Array.isArray(entry[1]));
