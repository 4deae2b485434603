import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "../places.mjs";

const inject = fileURLToPath(new URL("inject.cjs", import.meta.url));
const mocha = join(root, "node_modules/mocha/bin/mocha.js");

/** Runs tests against sources of which one is another. Made with `new`, ended with `end`, also in mid-run. */
export class TestRuns {
  /** Temporary, and gone at the end. */
  folder = mkdtempSync(join(tmpdir(), "mutants-"));
  #running = new Set();
  #runs = 0;

  /** Runs test files until the first failure; `text` takes the place of the source `file`, if given. True when all pass. */
  async pass(tests, timeoutMs, { file, text } = {}) {
    const mutant = join(this.folder, `mutant-${this.#runs++}.ts`);
    if (text !== undefined) writeFileSync(mutant, text);
    const env = {
      ...process.env,
      ...(text === undefined ? {} : { MUTANT_FILE: join(root, file), MUTANT_TEXT: mutant }),
    };
    const usual = ["--grep", "@all", "--invert"]; // What `npm test` runs must see it.
    const options = ["--no-config", "--require", inject, "--bail", "--exit", "--timeout", "30000", ...usual];
    return (await this.run([mocha, ...options, ...tests], { cwd: root, env, timeoutMs })) === 0;
  }

  /** Runs a script of Node to its end, or to the end of its time; answers its exit code, if it has one. */
  run(args, { timeoutMs, ...options }) {
    return new Promise((resolve, reject) => {
      // A mutant may never stop taking memory.
      const flags = { stdio: "ignore", detached: true, ...options };
      const child = spawn(process.execPath, ["--max-old-space-size=1024", ...args], flags);
      const timer = setTimeout(() => kill(child), timeoutMs);
      this.#running.add(child);
      child.once("error", reject);
      child.once("close", (code) => {
        clearTimeout(timer);
        this.#running.delete(child);
        resolve(code);
      });
    });
  }

  /** Ends what is running and takes the temporary folder away. */
  end() {
    for (const child of this.#running) kill(child);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Ends a run and what it has started, which is in the group of its process. */
function kill({ pid }) {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch (error) {
    if (error.code !== "ESRCH") throw error; // It has just ended by itself.
  }
}
