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

  /**
   * Reads a file; undefined where there is none. One of an older version is brought to this one. Throws an Error for a file that
   * holds something else; it names the file and the place, and shows nothing of what is there.
   */
  static read(path: string): State | undefined {
    if (!existsSync(path)) return undefined;
    const content = migrated(jsonIn(path));
    const complaint = complaintAbout(stateSchema, content);
    if (complaint !== undefined) {
      throw new Error(`${path} holds no state of an emulator of this version: ${complaint}`);
    }
    return content as State; // The schema has just looked at all of it.
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

function jsonIn(path: string): unknown {
  const content = readFileSync(path, "utf8");
  try {
    return JSON.parse(content);
  } catch (error) {
    // What JSON.parse says may quote the file, which holds tokens.
    const [, offset] = /at position (\d+)/.exec(String(error)) ?? [];
    const place = offset === undefined ? "" : `: ${positionOf(content, Number(offset))}`;
    throw new Error(`${path} is no JSON${place}`);
  }
}

/** What makes a state of the next version from one of this, by versions. Files did not always say which version they are. */
const migrations: readonly ((state: Values) => Values)[] = [(state) => ({ histories: [], ...state, version: 1 })];

/** The content of a file as this version has it, as far as it can be told. */
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
