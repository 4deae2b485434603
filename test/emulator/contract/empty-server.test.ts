import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { administratorResources } from "../../../src/emulator/seed/seed";
import { repositoryRoot } from "../../support/workspace";

const typescript = ["--require", "ts-node/register/transpile-only"];
const TOKEN = "token-of-the-empty-server";

/** The state of a platform on which there is nothing: no organization, and no role either. */
const nothing = {
  version: 1,
  token: TOKEN,
  registryToken: "registry",
  issuerKey: generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" }),
  resources: [],
  histories: [],
};

describe("the contract suite by PLATFORM_TEST_URL, against another process that starts empty, @all", function () {
  this.timeout(120_000);
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "empty-server-"));
    file = join(folder, "state.json");
    writeFileSync(file, JSON.stringify(nothing));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("creates what it needs through the API, passes, and leaves nothing behind", async () => {
    const args = [...typescript, "src/command/main.ts", "emulator", "--port", "0", "-o", "json", "--file", file];
    const server = spawn(process.execPath, args, { cwd: repositoryRoot, stdio: ["ignore", "pipe", "inherit"] });
    try {
      const { value: line } = await createInterface(server.stdout)[Symbol.asyncIterator]().next();
      assert.ok(line !== undefined, "the emulator ended at once");
      const { url } = JSON.parse(line) as { url: string };
      // The variables of another run would let mocha believe that it is a worker of that run.
      const { MOCHA_WORKER_ID: _, ...environment } = process.env;
      const mocha = ["node_modules/mocha/bin/mocha.js", "--no-config", ...typescript, "--reporter", "json"];
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [...mocha, "--timeout", "30000", "test/emulator/contract/resources.test.ts"],
        {
          cwd: repositoryRoot,
          env: { ...environment, PLATFORM_TEST_URL: url, PLATFORM_TEST_TOKEN: TOKEN },
          maxBuffer: 2 ** 26,
        },
      ).catch((error: { stdout?: string; stderr?: string }) => assert.fail(`${error.stdout}${error.stderr}`));
      const { stats } = JSON.parse(stdout) as { stats: { passes: number; failures: number; pending: number } };
      assert.ok(stats.passes > 30, `${stats.passes} tests passed`);
      assert.deepEqual([stats.failures, stats.pending], [0, 0]);
      server.kill("SIGTERM");
      await once(server, "exit");
      const left = (JSON.parse(readFileSync(file, "utf8")) as { resources: { uid: string }[] }).resources;
      const own = administratorResources.map(({ uid }) => uid);
      const wrong = left.filter(({ uid }) => !own.includes(uid));
      assert.deepEqual(wrong, []);
    } finally {
      server.kill("SIGKILL");
    }
  });
});
