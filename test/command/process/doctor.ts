import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Emulator } from "../../../src/emulator";
import { call, startWorld } from "../../support/command";
import { quickCall } from "./quick-call";

/** What the tests read of the document. */
export interface Document {
  readonly settings: readonly {
    readonly name: string;
    readonly value: string | null;
    readonly origin: string;
    readonly shadowed: string | null;
  }[];
  readonly checks: readonly {
    readonly name: string;
    readonly status: string;
    readonly text: string;
    readonly remedy: string | null;
  }[];
}

/** Where a suite asks the doctor: an emulator, and a folder without a project. */
export class Consultation {
  emulator!: Emulator; // `before` sets it.
  readonly folder = mkdtempSync(join(tmpdir(), "doctor-"));

  constructor() {
    before(async () => {
      this.emulator = await startWorld();
    });
    after(async () => {
      await this.emulator.close();
      rmSync(this.folder, { recursive: true });
    });
  }

  readonly ask = this.#asking(quickCall);
  /** In a process of its own, which knows no secrets of former calls. */
  readonly askAlone = this.#asking(call);

  #asking(run: typeof call) {
    return async (environment: Readonly<Record<string, string>>, ...words: string[]) => {
      const ended = await run(["doctor", ...words, "-o", "json"], { environment, cwd: this.folder });
      assert.equal(ended.stderr, "");
      return { ...ended, document: JSON.parse(ended.stdout) as Document };
    };
  }
}

export const problems = ({ checks }: Document) => checks.filter(({ status }) => status === "problem");

/** Runs a test beside a server of another kind, whose URL it gets. */
export async function besideServer(listener: RequestListener, test: (url: string) => Promise<void>): Promise<void> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  try {
    await once(server, "listening");
    await test(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.close();
  }
}
