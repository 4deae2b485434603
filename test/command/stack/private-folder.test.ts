import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withPrivateFolder } from "../../../src/command/stack/private-folder";
import { repositoryRoot } from "../../support/workspace";

describe("a private folder", () => {
  it("is readable only by its user, and is removed at the end, also after a failure, with the listeners for signals", async () => {
    let seen = "";
    const before = process.listenerCount("SIGTERM");
    const made = withPrivateFolder(async (folder) => {
      seen = folder;
      writeFileSync(join(folder, "events.json"), "{}");
      throw new Error((statSync(folder).mode & 0o777).toString(8));
    });
    await assert.rejects(made, /^Error: 700$/);
    assert.deepEqual([existsSync(seen), process.listenerCount("SIGTERM")], [false, before]);
    assert.equal(await withPrivateFolder(async () => "answer"), "answer");
  });

  it("is removed when a signal ends the process", async () => {
    const file = JSON.stringify(join(repositoryRoot, "src/command/stack/private-folder"));
    const program = `require("ts-node/register/transpile-only");
      require(${file}).withPrivateFolder((folder) => { console.log(folder); return new Promise((r) => setTimeout(r, 60000)); });`;
    const child = spawn(process.execPath, ["-e", program], {
      cwd: repositoryRoot,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [printed] = (await once(child.stdout, "data")) as [Buffer];
    const folder = printed.toString().trim();
    assert.ok(existsSync(folder));
    child.kill("SIGTERM");
    const [code, signal] = await once(child, "exit");
    assert.deepEqual([code, signal, existsSync(folder)], [null, "SIGTERM", false]);
  });
});
