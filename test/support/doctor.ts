import assert from "node:assert/strict";
import type { call } from "./command";

/** What the tests read of the document. */
export interface Document {
  readonly settings: readonly {
    readonly name: string;
    readonly value: string | null;
    readonly origin: string;
    readonly shadowed: string | null;
  }[];
  readonly token: { readonly subject: string; readonly audiences: string[]; readonly expiresAt: string } | null;
  readonly access: {
    readonly roles: { readonly group: string; readonly role: string; readonly capabilities: string[] }[] | null;
  };
  readonly checks: readonly {
    readonly name: string;
    readonly status: string;
    readonly text: string;
    readonly remedy: string | null;
  }[];
}

/** Asks the doctor in a folder for its document, in a process of its own (`call`) or in one for all (`quickCall`). */
export const asking =
  (run: typeof call, cwd: () => string) =>
  async (environment: Readonly<Record<string, string>>, ...words: string[]) => {
    const ended = await run(["doctor", ...words, "-o", "json"], { environment, cwd: cwd() });
    assert.equal(ended.stderr, "");
    return { ...ended, document: JSON.parse(ended.stdout) as Document };
  };

export const problems = ({ checks }: Document) => checks.filter(({ status }) => status === "problem");
