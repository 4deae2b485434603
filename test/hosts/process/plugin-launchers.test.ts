import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { inherited } from "../../support/stack";
import { repositoryRoot } from "../../support/workspace";

const bundle = join(repositoryRoot, "dist", "plugin");
const text = (name: string) => readFileSync(join(bundle, name), "utf8");

/** Starts a plugin as the engine does. Returns the first line that it prints, the port, and ends it. */
async function portOf(program: string, ...words: string[]): Promise<string> {
  const child = spawn(program, words, { cwd: tmpdir(), env: inherited(), stdio: ["ignore", "pipe", "inherit"] });
  try {
    for await (const line of createInterface({ input: child.stdout })) return line;
    return "";
  } finally {
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "close");
  }
}

const isPort = (line: string): boolean => Number(line) > 0 && Number(line) < 65_536;

describe("the launcher of the plugin", function () {
  this.timeout(60_000);
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "plugin läunchers-"));
  });
  after(() => rmSync(folder, { recursive: true }));

  it("is its executable, alone in a folder without packages", async () => {
    const copy = join(folder, "copy");
    cpSync(bundle, copy, { recursive: true });
    assert.ok(isPort(await portOf(join(copy, "pulumi-resource-platform"))));
  });

  it("finds its bundle through symbolic links of packages and of the executable itself (report: links of a package manager, or a path with a space, hide the plugin)", async () => {
    const store = join(folder, "node_modules/.pnpm/pulumi-platform@0.1.0/node_modules/pulumi-platform/dist");
    mkdirSync(store, { recursive: true });
    cpSync(bundle, join(store, "plugin"), { recursive: true });
    symlinkSync(
      join(".pnpm/pulumi-platform@0.1.0/node_modules/pulumi-platform"),
      join(folder, "node_modules/pulumi-platform"),
    );
    const linked = join(folder, "node_modules/pulumi-platform/dist/plugin/pulumi-resource-platform");
    assert.ok(isPort(await portOf(linked)));
    symlinkSync(linked, join(folder, "pulumi-resource-platform"));
    assert.ok(isPort(await portOf(join(folder, "pulumi-resource-platform"))));
  });

  it("is a .cmd on Windows, which runs the bundle beside it", () => {
    assert.equal(text("pulumi-resource-platform.cmd"), '@node "%~dp0index.js" %*\r\n');
  });
});
