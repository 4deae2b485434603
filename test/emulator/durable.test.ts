import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Emulator } from "../../src/emulator/index";
import { type State, StateFile } from "../../src/emulator/state-file";
import { brief, send, withEmulator } from "./local";

const program = `require("./src/cli/commands/emulator").emulatorCommand().parseAsync(process.argv.slice(1), { from: "user" })`;

/** The command in a process of its own, with what it prints. */
async function startCommand(file: string) {
  const flags = ["--port", "0", "--json", "--file", file];
  const child = spawn(
    process.execPath,
    ["--require", "ts-node/register/transpile-only", "--eval", program, "--", ...flags],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  const { url, organization, environment } = JSON.parse(line) as Pick<Emulator, "url" | "organization" | "environment">;
  return { child, url, organization, token: String(environment.PLATFORM_TOKEN) };
}

describe("emulator: what is kept in a file", () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "emulator-"));
    file = join(folder, "state.json");
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("is there after a kill -9, to the last answer, and so is the token (row 121)", async () => {
    for (let round = 0; round < 2; round++) {
      const { child, url, organization, token } = await startCommand(file);
      try {
        const create = (name: string) => send(url, `POST /iam/v2/groups/${organization.uid}`, { name }, token);
        const before = Array.from({ length: 10 }, (_, n) => `together-${round}-${n}`);
        for (const { status } of await Promise.all(before.map(create))) assert.equal(status, 200);
        assert.equal((await create(`last-${round}`)).status, 200);
      } finally {
        child.kill("SIGKILL");
        await once(child, "exit");
      }
      await withEmulator({ file }, async (emulator) => {
        const names = emulator.list("iam:Group").map(({ name }) => String(name));
        const made = names.filter((name) => /^(together|last)-/.test(name));
        assert.equal(made.length, 11 * (round + 1));
        assert.ok(made.includes(`last-${round}`));
        assert.equal(emulator.token, token);
      })();
    }
  });

  it("is written beside the file under a name that nobody can lay a link at (row 121)", async () => {
    const victim = join(folder, "victim");
    writeFileSync(victim, "precious");
    symlinkSync(victim, `${file}.${process.pid}.tmp`);
    symlinkSync(victim, `${file}.tmp`);
    await withEmulator({ file }, async ({ organization }, call) => {
      await call(`POST /iam/v2/groups/${organization.uid}`, { name: "team" });
    })();
    assert.equal(readFileSync(victim, "utf8"), "precious");
    assert.match(readFileSync(file, "utf8"), /"name":"team"/);
    assert.equal(readdirSync(folder).length, 4, "a draft was left behind");
  });

  it("keeps the mode that the file has, and is for its owner only where there is none (row 121)", async () => {
    const write = withEmulator({ file }, async ({ organization }, call) => {
      await call(`POST /iam/v2/groups/${organization.uid}`, { name: "team" });
    });
    const mode = () => statSync(file).mode & 0o777;
    await write();
    assert.equal(mode(), 0o600);
    chmodSync(file, 0o640);
    await write();
    assert.equal(mode(), 0o640);
  });

  it("is written once for many changes that come together (row 121)", async () => {
    let written = 0;
    const state = (): State => {
      written += 1;
      return { version: 1, token: "t", registryToken: "r", resources: [], histories: [] };
    };
    const stateFile = new StateFile(file, state);
    const waits = Array.from({ length: 100 }, async () => {
      stateFile.touch();
      await stateFile.durable();
    });
    await Promise.all(waits);
    // The first change is written at once; all others share the next write.
    assert.equal(written, 2);
    await stateFile.durable();
    assert.equal(written, 2);
    await stateFile.close();
  });

  it("is no answer of success where it cannot be written (row 121)", async () => {
    const inner = join(folder, "inner");
    mkdirSync(inner);
    await withEmulator({ file: join(inner, "state.json") }, async ({ organization }, call) => {
      const create = (name: string) => call(`POST /iam/v2/groups/${organization.uid}`, { name });
      rmSync(inner, { recursive: true });
      const [status, code, message] = brief(await create("lost"));
      assert.deepEqual([status, code], [500, 13]);
      assert.match(String(message), /^the state cannot be written: ENOENT/);
      mkdirSync(inner);
      assert.equal((await create("kept")).status, 200);
      assert.match(readFileSync(join(inner, "state.json"), "utf8"), /"name":"kept"/);
    })();
  });

  it("is refused at the start where it cannot be written (row 121)", async () => {
    const missing = join(folder, "missing", "state.json");
    await assert.rejects(withEmulator({ file: missing }, async () => undefined)(), { code: "ENOENT" });
  });
});
