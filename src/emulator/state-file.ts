import type { JsonWebKey } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { isValues } from "../spec/values";
import type { HistoryRecord } from "./options";
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

/** The file that an emulator keeps its state in. Changes are written together, soon after the first of them. */
export class StateFile {
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;

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

  /** Has the state written soon. */
  touch(): void {
    if (this.isClosed) return;
    this.timer ??= setTimeout(() => this.write(), WRITE_AFTER_MS).unref();
  }

  /** Writes what there is, and nothing of what a request that was held back may yet do. */
  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.write();
  }

  /** Writes beside the file first, so that a crash leaves the former one whole. It holds tokens: for the owner only. */
  private write(): void {
    this.timer = undefined;
    const draft = `${this.path}.${process.pid}.tmp`;
    writeFileSync(draft, JSON.stringify(this.state()), { mode: 0o600 });
    renameSync(draft, this.path);
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
