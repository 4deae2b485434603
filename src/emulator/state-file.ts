import type { JsonWebKey } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import { isValues, type Values } from "../spec/values";
import { complaintAbout, historyRecord, text } from "./checks";
import { gatewayError } from "./gateway/errors";
import { positionOf } from "./gateway/json-syntax";
import type { HistoryRecord } from "./options";
import { replaceFile } from "./replace-file";
import type { Snapshot } from "./store";

/** The state of an emulator in its file. */
export interface State {
  readonly version: 1;
  readonly token: string;
  readonly registryToken: string;
  /** Private key of the issuer; absent in files of older versions. */
  readonly issuerKey?: JsonWebKey;
  readonly resources: Snapshot;
  readonly histories: readonly (readonly [repositoryAndTag: string, records: readonly HistoryRecord[]])[];
}

const WRITE_AFTER_MS = 100;

/** The state file of an emulator. Changes during a write are saved together by the next write. */
export class StateFile {
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;
  /** Number of changes, and how many of them are on disk. */
  private changes = 0;
  private saved = 0;
  private writing: Promise<void> | undefined;

  /** @param state returns the state to write */
  constructor(
    private readonly path: string,
    private readonly state: () => State,
  ) {}

  /**
   * Reads a state file and migrates older versions; undefined if there is none. Throws an Error for other content. It
   * names the file and the position, but shows no content.
   */
  static read(path: string): State | undefined {
    if (!existsSync(path)) return undefined;
    const content = migrated(jsonIn(path));
    const complaint = complaintAbout(stateSchema, content);
    if (complaint !== undefined) {
      throw new Error(`${path} holds no state of an emulator of this version: ${complaint}`);
    }
    return content as State; // Validated by the schema above.
  }

  /** Schedules a write, unless `durable` is called first. */
  touch(): void {
    if (this.isClosed) return;
    this.changes += 1;
    this.timer ??= setTimeout(() => {
      // No caller waits for this write. The next call of `durable` reports the error.
      this.durable().catch((error: unknown) => console.error(`${this.path} cannot be written: ${String(error)}`));
    }, WRITE_AFTER_MS).unref();
  }

  /** Resolves when all changes so far are on disk. Throws errors of the file system. */
  async durable(): Promise<void> {
    const wanted = this.changes;
    while (!this.isClosed && this.saved < wanted) {
      this.writing ??= this.write().finally(() => {
        this.writing = undefined;
      });
      await this.writing;
    }
  }

  /** The same for answers to requests. Throws StatusError. */
  async settled(): Promise<void> {
    try {
      await this.durable();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw gatewayError("INTERNAL", `the state cannot be written: ${reason}`);
    }
  }

  /** Writes the current state. Held requests cannot change it any more. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    const last = JSON.stringify(this.state());
    await this.writing?.catch(() => undefined); // The final write below includes its changes.
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

function jsonIn(path: string): unknown {
  const content = readFileSync(path, "utf8");
  try {
    return JSON.parse(content);
  } catch (error) {
    // The message of JSON.parse may quote the file, which contains tokens.
    const [, offset] = /at position (\d+)/.exec(String(error)) ?? [];
    const place = offset === undefined ? "" : `: ${positionOf(content, Number(offset))}`;
    throw new Error(`${path} is no JSON${place}`);
  }
}

/** Migrations to the next version, by version. The first files had no version. */
const migrations: readonly ((state: Values) => Values)[] = [(state) => ({ histories: [], ...state, version: 1 })];

/** Migrates content to the current version, as far as possible. */
function migrated(content: unknown): unknown {
  if (!isValues(content)) return content;
  const { version = 0 } = content;
  const steps = typeof version === "number" && version >= 0 ? migrations.slice(version) : [];
  return steps.reduce<Values>((state, step) => step(state), content);
}

const stateSchema = z.object(
  {
    version: z.literal(migrations.length, { error: `must be ${migrations.length}, or left out` }),
    token: text,
    registryToken: text,
    issuerKey: z
      .looseObject({ kty: text, crv: text, x: text, y: text, d: text }, { error: "must be a key" })
      .optional(),
    resources: z.array(
      z.object(
        { type: text, uid: text, values: z.record(z.string(), z.unknown(), { error: "must be an object" }) },
        { error: "must be an object" },
      ),
      { error: "must be a list" },
    ),
    histories: z.array(
      z.tuple([text, z.array(historyRecord, { error: "must be a list" })], { error: "must be a pair" }),
      {
        error: "must be a list",
      },
    ),
  } satisfies Record<keyof State, z.ZodType>,
  { error: "must be an object" },
);
