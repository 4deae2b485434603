import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inherited } from "../../test/support/stack";
import type { Operation } from "./plan";
import { type Project, type ProjectOptions, revision } from "./project";

/** Whether the peer `undici` sends requests for an operation. */
export const hasRequests = (operation: Operation): boolean => operation !== "up again" && operation !== "preview";

/** Sends only the requests, from a script without a stack and a state. */
export function scriptProject({ environment }: Pick<ProjectOptions, "environment">): Project {
  const directory = mkdtempSync(join(tmpdir(), "pulumi-platform-bench-"));
  return {
    start: (operation) => {
      const script = join(__dirname, "peers", "undici.mjs");
      const child = spawn(process.execPath, [script, operation, join(directory, "uids.json")], {
        env: { ...inherited(), ...environment, ...revision(operation) },
        stdio: ["ignore", "pipe", "pipe"],
      });
      let output = "";
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding("utf8").on("data", (text: string) => {
          output += text;
        });
      return {
        pid: child.pid ?? -1,
        ended: new Promise((resolve, reject) => {
          child.once("error", reject);
          child.once("close", (code) => resolve({ code: code ?? -1, output }));
        }),
      };
    },
    state: () => undefined,
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}
