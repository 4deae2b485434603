import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Emulator } from "../../../src/emulator";
import { startWorld } from "../../support/command";
import { quickCall } from "./quick-call";

type Counts = Readonly<Record<"found" | "added" | "present" | "held" | "ignored", number>>;

/** What the tests read of the document. */
export interface ImportDocument {
  readonly files: readonly { readonly file: string; readonly text: string | null }[];
  readonly kinds: readonly ({ readonly kind: string } & Counts)[];
  readonly secrets: readonly { readonly kind: string; readonly input: string; readonly key: string }[];
  readonly gone: readonly { readonly kind: string }[];
  readonly unlisted: readonly { readonly kind: string }[];
}

/** An organization, and the folder into which tests import it. */
export class Importing {
  readonly folder = mkdtempSync(join(tmpdir(), "import-"));
  readonly out = join(this.folder, "program");
  readonly root: string;

  private constructor(readonly emulator: Emulator) {
    this.root = emulator.organization.uid;
  }

  static readonly start = async () => new Importing(await startWorld());

  readonly call = (environment: Readonly<Record<string, string>>, ...words: string[]) =>
    quickCall(["import", "--parent", this.root, "--out", this.out, ...words], {
      environment: { ...this.emulator.environment, ...environment },
    });
  readonly run = (...words: string[]) => this.call({}, ...words);
  readonly documentOf = async (...words: string[]): Promise<ImportDocument> =>
    JSON.parse((await this.run("-o", "json", ...words)).stdout) as ImportDocument;
  readonly put = (type: string, parent: string, body: Readonly<Record<string, unknown>>): string =>
    String(this.emulator.put(type, parent, body).uid);
  readonly roleNamed = (name: string): string =>
    String(this.emulator.list("iam:Role").find((role) => role.name === name)?.uid);

  readonly close = async (): Promise<void> => {
    await this.emulator.close();
    rmSync(this.folder, { recursive: true, force: true });
  };
}
