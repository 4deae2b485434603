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
import { makeIssuerKey } from "../../src/emulator/access/tokens";
import { type Emulator, startEmulator } from "../../src/emulator/index";
import { brief, send, withEmulator } from "./local";
import { JOB } from "./story";

/** The command in a process of its own, with what it prints. */
async function startCommand(file: string) {
  const words = ["emulator", "--port", "0", "-o", "json", "--file", file];
  const child = spawn(process.execPath, ["--require", "./tools/typescript.cjs", "src/command/main.ts", ...words], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  const { url, organization, environment } = JSON.parse(line) as Pick<Emulator, "url" | "organization" | "environment">;
  return { child, url, organization, token: String(environment.PLATFORM_TOKEN) };
}

describe("data that the emulator keeps in a file", function () {
  // One test starts processes, which takes long on a busy machine.
  this.timeout(120_000);

  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "emulator-"));
    file = join(folder, "state.json");
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("survives a kill -9, up to the last answer, and so does the token (row 121)", async () => {
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

  it("is first written to another file in the same folder, under an unpredictable name (row 121)", async () => {
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

  it("keeps the file's mode, and a new file is readable by its owner only (row 121)", async () => {
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

  it("causes an error answer when it cannot be written (row 121)", async () => {
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

  it("prevents the start when it cannot be written (row 121)", async () => {
    const missing = join(folder, "missing", "state.json");
    await assert.rejects(withEmulator({ file: missing }, async () => undefined)(), {
      code: "ENOENT",
      message: `ENOENT: no such file or directory, open '${missing}'`,
    });
  });

  it("is not overwritten after another emulator has written it (row 121)", async () => {
    const [first, second] = [await startEmulator({ file }), await startEmulator({ file })];
    const create = (at: string, token: string | undefined, name: string) =>
      send(at, `POST /iam/v2/groups/${first.organization.uid}`, { name }, token);
    const token = second.environment.PLATFORM_TOKEN;
    assert.equal((await create(second.url, token, "of-second")).status, 200);
    const refused = await create(first.url, token, "of-first");
    assert.deepEqual([refused.status, /another process has written/.test(refused.text)], [500, true]);
    assert.match(readFileSync(file, "utf8"), /of-second/);
    await second.close();
    await assert.rejects(first.close(), /another process has written/);
    assert.match(readFileSync(file, "utf8"), /of-second/);
  });

  it("keeps resources, readmes, histories and tokens over a restart, also those of identities", async () => {
    const records = [{ updateTimestamp: "2026-01-01T00:00:00.000Z", digest: `sha256:${"a".repeat(64)}` }];
    const first = await startEmulator({ file });
    const { uid } = first.put("registry:Repo", first.organization.uid, { name: "app" });
    const repo = first.edit(String(uid), { readme: "# app" });
    first.history("acme/app", "latest", records);
    const identity = first.put("iam:Identity", first.organization.uid, { name: "ci", claimMatch: JOB });
    const exchange = `POST /sts/exchange?aud=${first.url}&identity=${identity.uid}`;
    const idToken = await first.idToken({ ...JOB, audience: new URL(first.url).host });
    const exchanged = String((await send(first.url, exchange, undefined, idToken)).body.token);
    const { token, registryToken } = first;
    await first.close();
    await withEmulator({ file, port: Number(new URL(first.url).port) }, async (emulator, call) => {
      assert.deepEqual(
        [emulator.token, emulator.registryToken, emulator.get(String(uid))],
        [token, registryToken, repo],
      );
      assert.equal((await call(`GET /registry/v2/repos/${uid}/readme`)).body.content, "# app");
      const history = await call("GET /v2/acme/app/_service/history/latest", undefined, registryToken);
      assert.deepEqual(history.body, { history: records });
      assert.equal((await call("GET /iam/v2/groups", undefined, exchanged)).status, 200);
      assert.equal((await call(exchange, undefined, idToken)).status, 200);
      for (const made of [uid, identity.uid]) emulator.remove(String(made));
    })();
    await withEmulator({ file }, async ({ isEmpty }) => assert.equal(isEmpty(), true))();
  });

  const other = "is not a state file of this version of the emulator: ";
  const issuerKey = JSON.stringify(makeIssuerKey());
  for (const [what, content, message] of [
    ["invalid JSON, without quoting it", '{"version":1,\n"token":"s3cret" oops', "is not valid JSON: line 2:18"],
    ["the state of a later version", '{"version":2}', `${other}version: must be 1`],
    [
      "an invalid history",
      `{"version":1,"token":"a","registryToken":"b","issuerKey":${issuerKey},"resources":[],"histories":[["a/b:c",[{"digest":"d"}]]]}`,
      `${other}histories[0][1][0].updateTimestamp: Invalid input: expected string, received undefined`,
    ],
  ] as const)
    it(`is refused and left unchanged when it contains ${what}`, async () => {
      writeFileSync(file, content);
      await assert.rejects(startEmulator({ file }), { message: `${file} ${message}` });
      assert.equal(readFileSync(file, "utf8"), content);
    });
});
