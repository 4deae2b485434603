import { type JsonWebKey, randomBytes } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { chmod, rename, rm, writeFile } from "node:fs/promises";
import { z } from "zod";
import { complaintAbout, historyRecord } from "./checks";
import { positionOf } from "./gateway/json-syntax";
import type { HistoryRecord } from "./options";
import type { Snapshot } from "./store";

export interface State {
  readonly version: 1;
  readonly token: string;
  readonly registryToken: string;
  readonly issuerKey: JsonWebKey;
  readonly resources: Snapshot;
  readonly histories: readonly (readonly [repositoryAndTag: string, records: readonly HistoryRecord[]])[];
}

const WRITE_AFTER_MS = 100;

/** The state file of an emulator. Changes during a write are saved together by the next write. */
export class StateFile {
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;
  /** Number of changes, and how many of them are in the file. */
  private changes = 0;
  private saved = 0;
  private writing: Promise<void> | undefined;
  /** What identifies our last write of the file. */
  private lastWrite: string | undefined;

  constructor(
    private readonly path: string,
    private readonly state: () => State,
  ) {}

  /** Reads a state file. Undefined if there is none. Throws an Error for other content, with the position and not the content. */
  static read(path: string): State | undefined {
    if (!existsSync(path)) return undefined;
    const content = jsonIn(path);
    const complaint = complaintAbout(stateSchema, content);
    if (complaint !== undefined) {
      throw new Error(`${path} is not a state file of this version of the emulator: ${complaint}`);
    }
    return content as State; // Validated by the schema above.
  }

  /** Schedules a write, unless `durable` is called first. */
  touch(): void {
    if (this.isClosed) return;
    this.changes += 1;
    this.timer ??= setTimeout(() => {
      // No caller waits for this write. The next call of `durable` reports its error.
      this.durable().catch((error: unknown) => console.error(`${this.path} cannot be written: ${String(error)}`));
    }, WRITE_AFTER_MS).unref();
  }

  /** Resolves when all changes so far are in the file. Throws errors of the file system. */
  async durable(): Promise<void> {
    const wanted = this.changes;
    while (!this.isClosed && this.saved < wanted) {
      this.writing ??= this.write().finally(() => {
        this.writing = undefined;
      });
      await this.writing;
    }
  }

  /** Writes the current state. Held requests can no longer change it. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    const last = JSON.stringify(this.state());
    await this.writing?.catch(() => undefined); // The final write below includes its changes.
    await this.replace(last);
  }

  private async write(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { changes } = this;
    await this.replace(JSON.stringify(this.state()));
    this.saved = changes;
  }

  /** Replaces the file. Throws an Error if another process has written it since, whose changes would be lost. */
  private async replace(content: string): Promise<void> {
    const found = writeOf(this.path);
    if (this.lastWrite !== undefined && found !== undefined && found !== this.lastWrite) {
      throw new Error(`another process has written ${this.path}. Give each emulator a file of its own`);
    }
    await replaceFile(this.path, content);
    this.lastWrite = writeOf(this.path);
  }
}

/** Identifies the last write of a file. Undefined if there is no file. */
function writeOf(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.ino} ${found.mtimeNs}`;
}

function jsonIn(path: string): unknown {
  const content = readFileSync(path, "utf8");
  try {
    return JSON.parse(content);
  } catch (error) {
    // The message of JSON.parse may quote the file, which contains tokens.
    const [, offset] = /at position (\d+)/.exec(String(error)) ?? [];
    const place = offset === undefined ? "" : `: ${positionOf(content, Number(offset))}`;
    throw new Error(`${path} is not valid JSON${place}`);
  }
}

const stateSchema = z.object({
  version: z.literal(1, { error: "must be 1" }),
  token: z.string(),
  registryToken: z.string(),
  issuerKey: z.looseObject({ kty: z.string(), crv: z.string(), x: z.string(), y: z.string(), d: z.string() }),
  resources: z.array(z.object({ type: z.string(), uid: z.string(), values: z.record(z.string(), z.unknown()) })),
  histories: z.array(z.tuple([z.string(), z.array(historyRecord)])),
} satisfies Record<keyof State, z.ZodType>);

const OWNER_ONLY = 0o600;

/**
 * Replaces a file as a whole. The content is written to a new file with an unpredictable name, so that no link is followed, and then
 * renamed. Keeps the mode of the former file; by default only the owner has access. Throws errors of the file system.
 */
async function replaceFile(path: string, content: string): Promise<void> {
  const draft = `${path}.${randomBytes(12).toString("hex")}.tmp`;
  const former = statSync(path, { throwIfNoEntry: false });
  try {
    await writeFile(draft, content, { flag: "wx", mode: OWNER_ONLY });
    if (former !== undefined) await chmod(draft, former.mode & 0o777);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    // Nobody knows the name of the draft.
    if (error instanceof Error) error.message = error.message.replaceAll(draft, path);
    throw error;
  }
}
