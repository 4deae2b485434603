import assert from "node:assert/strict";
import { execSync, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "../../../src/client/connect";
import { Settings } from "../../../src/client/settings";
import { path } from "../../../src/description/wire/path";
import { type Emulator, startEmulator } from "../../../src/emulator";
import { answerOf, startRawServer } from "../../support/raw-server";

const issuer = "https://token.ci.example.com";
const subject = "repo:acme/web";

describe("advice about settings", () => {
  let emulator: Emulator;
  let directory: string;
  let root: string;
  /** A CI's own identity on the platform, and the ID token of a job. */
  let identity: string;
  let idToken: string;
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), "platform-advice-"));
    emulator = await startEmulator();
    root = emulator.organization.uid;
    identity = String(emulator.put("iam:Identity", root, { name: "bot", claimMatch: { issuer, subject } }).uid);
    const roleUid = String(emulator.list("iam:Role").find(({ name }) => name === "viewer")?.uid);
    emulator.put("iam:RoleBinding", root, { identityUid: identity, roleUid });
    idToken = await emulator.idToken({ issuer, subject, audience: new URL(emulator.url).host });
  });
  after(async () => {
    await emulator.close();
    rmSync(directory, { recursive: true });
  });

  const warnings: string[] = [];
  const settings = (environment: Record<string, string>, config: Record<string, string> = {}) =>
    new Settings(
      (key) => config[key],
      { PLATFORM_BASE_URL: emulator.url, ...environment },
      (text) => warnings.push(text),
    );
  const ask = async (environment: Record<string, string>, config: Record<string, string> = {}) =>
    (await connect(settings(environment, config)).get(path`/iam/v2/groups/${root}`)).uid;
  const fileWith = (name: string, text: string) => {
    writeFileSync(join(directory, name), text, { mode: 0o600 });
    return join(directory, name);
  };

  it("corrects the address where tokens are exchanged", async () => {
    const job = { PLATFORM_IDENTITY: identity, PLATFORM_ID_TOKEN: idToken };
    const silent = await startRawServer((socket) => socket.end(answerOf("<html>", { status: "404 Not Found" })));
    await assert.rejects(
      ask({ ...job, PLATFORM_ISSUER_URL: silent.url }),
      /Check the address where tokens are exchanged/,
    );
    await silent.close();
    assert.equal(await ask({ ...job, PLATFORM_ISSUER_URL: emulator.url }), root);
  });

  it("provides a missing token, in each of the ways that the error names", async () => {
    await assert.rejects(
      ask({}),
      /^ConfigurationError: No token is set\. Set PLATFORM_TOKEN \(or PLATFORM_TOKEN_FILE, /,
    );
    for (const environment of [
      { PLATFORM_TOKEN: emulator.token },
      { PLATFORM_TOKEN_FILE: fileWith("token", emulator.token) },
      { PLATFORM_TOKEN_COMMAND: `echo ${emulator.token}` },
      { PLATFORM_IDENTITY: identity, PLATFORM_ID_TOKEN: idToken },
    ]) {
      assert.equal(await ask(environment), root, Object.keys(environment).join());
    }
    assert.equal(await ask({}, { "platform:token": emulator.token }), root);
  });

  it("replaces a refused token", async () => {
    const check = /Check the token: PLATFORM_TOKEN or PLATFORM_TOKEN_FILE \(or platform:token, platform:tokenFile/;
    await assert.rejects(ask({ PLATFORM_TOKEN: "outdated-token" }), check);
    await assert.rejects(ask({}, { "platform:token": "outdated-token" }), check);
    assert.equal(await ask({ PLATFORM_TOKEN: emulator.token }), root);
    assert.equal(await ask({ PLATFORM_TOKEN_FILE: fileWith("good", emulator.token) }), root);
    assert.equal(await ask({}, { "platform:tokenFile": fileWith("good", emulator.token) }), root);
  });

  it("makes a token command print another token after a refusal", async () => {
    const printed = (token: string, config: Record<string, string> = {}) =>
      ask(token === "" ? {} : { PLATFORM_TOKEN_COMMAND: `echo ${token}` }, config);
    const check =
      /Check the token that the command prints: PLATFORM_TOKEN_COMMAND \(or platform:tokenCommand in the stack/;
    await assert.rejects(printed("outdated-token"), check);
    await assert.rejects(printed("", { "platform:tokenCommand": "echo outdated-token" }), check);
    assert.equal(await printed(emulator.token), root);
    assert.equal(await printed("", { "platform:tokenCommand": `echo ${emulator.token}` }), root);
  });

  it("names an identity that trusts the job whose token was refused", async () => {
    const claimMatch = { issuer, subject: "repo:acme/other" };
    const other = String(emulator.put("iam:Identity", root, { name: "other-ci", claimMatch }).uid);
    const roleUid = String(emulator.list("iam:Role").find(({ name }) => name === "viewer")?.uid);
    emulator.put("iam:RoleBinding", root, { identityUid: other, roleUid });
    const asIdentity = (uid: string) => ask({ PLATFORM_IDENTITY: uid, PLATFORM_ID_TOKEN: idToken });
    const check = /Check the identity, and which jobs it trusts: PLATFORM_IDENTITY \(or platform:identity in the stack/;
    await assert.rejects(asIdentity(other), check);
    assert.equal(await asIdentity(identity), root);
    const admin = connect(settings({ PLATFORM_TOKEN: emulator.token }));
    await admin.update(path`/iam/v2/identities/${other}`, { claimMatch: { issuer, subject } }, ["claimMatch"]);
    assert.equal(await asIdentity(other), root);
  });

  it("gives an ID token to a job that has none, in each of the ways that the error names", async () => {
    const asIdentity = { PLATFORM_IDENTITY: identity };
    const advice =
      'Give it the permission "id-token: write" (GitHub Actions), or set PLATFORM_ID_TOKEN (GitLab: id_tokens) or PLATFORM_ID_TOKEN_FILE';
    await assert.rejects(ask(asIdentity), (error: Error) => error.message.endsWith(advice));
    // What the permission brings to a job: an address to ask for the token, and what to ask with.
    const actions = await startRawServer((socket) => socket.write(answerOf(JSON.stringify({ value: idToken }))));
    try {
      for (const environment of [
        { ACTIONS_ID_TOKEN_REQUEST_URL: `${actions.url}/t`, ACTIONS_ID_TOKEN_REQUEST_TOKEN: "job" },
        { PLATFORM_ID_TOKEN: idToken },
        { PLATFORM_ID_TOKEN_FILE: fileWith("id", idToken) },
      ]) {
        assert.equal(await ask({ ...asIdentity, ...environment }), root, Object.keys(environment).join());
      }
    } finally {
      await actions.close();
    }
  });

  const onPosix = process.platform === "win32" ? it.skip : it;
  onPosix("closes a token file to other users with the command that the warning prints", async () => {
    const file = fileWith("it's an open file", emulator.token);
    chmodSync(file, 0o644);
    warnings.length = 0;
    assert.equal(await ask({ PLATFORM_TOKEN_FILE: file }), root);
    const [, command = ""] = /\. Run (chmod .+)$/.exec(warnings.join()) ?? [];
    execSync(command);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    warnings.length = 0;
    assert.equal(await ask({ PLATFORM_TOKEN_FILE: file }), root);
    assert.deepEqual(warnings, []);
  });

  it("shows by hand why a token command fails, and then the command works", async () => {
    const session = join(directory, "session");
    const program = `const fs = require('node:fs'); if (fs.existsSync(process.argv[1])) console.log(fs.readFileSync(process.argv[1], 'utf8')); else { console.error('log in first'); process.exit(3); }`;
    const PLATFORM_TOKEN_COMMAND = `"${process.execPath}" -e "${program}" "${session}"`;
    await assert.rejects(ask({ PLATFORM_TOKEN_COMMAND }), /ended with exit code 3. Run it by hand to see why/);
    const { stderr } = spawnSync(PLATFORM_TOKEN_COMMAND, { shell: true, encoding: "utf8" });
    assert.equal(stderr.trim(), "log in first");
    fileWith("session", emulator.token);
    assert.equal(await ask({ PLATFORM_TOKEN_COMMAND }), root);
  });

  it("corrects the form of an address, and then it is accepted", () => {
    const example = (work: () => unknown): string => {
      try {
        work();
      } catch (error) {
        return /must be a URL, like (\S+)$/.exec(String(error))?.[1] ?? `no example: ${error}`;
      }
      return "nothing was refused";
    };
    const address = (value: string) => settings({ PLATFORM_BASE_URL: value }).address("baseUrl").href;
    const given = example(() => address("api.example.com"));
    assert.equal(address(given), "https://api.example.com/");
    const proxy = (PLATFORM_PROXY: string) => settings({ PLATFORM_PROXY }).connection().proxy?.url.href;
    assert.equal(proxy(example(() => proxy("proxy"))), "http://proxy.example.com:3128/");
  });

  it("percent-encodes a proxy's password, and then it is accepted", () => {
    const authorization = (password: string) =>
      settings({ PLATFORM_PROXY: `http://me:${password}@proxy.example.com:3128` }).connection().proxy?.authorization;
    assert.throws(() => authorization("100%"), /contains a % without a valid escape\. Write %25 instead$/);
    assert.equal(authorization("100%25"), `Basic ${Buffer.from("me:100%").toString("base64")}`);
  });

  it("gives an operation the time that it needs", async () => {
    const late = await startRawServer((socket) => {
      setTimeout(() => socket.write(answerOf('{"uid":"org/team"}')), 1_300);
    });
    const read = (timeout: Record<string, string>, config: Record<string, string> = {}) => {
      const slow = settings({ PLATFORM_BASE_URL: late.url, PLATFORM_TOKEN: "a-token", ...timeout }, config);
      return connect(slow).forOperation().get(path`/iam/v2/groups/${"org/team"}`);
    };
    try {
      await assert.rejects(
        read({ PLATFORM_OPERATION_TIMEOUT: "1" }),
        /may take 1 s in total \(to allow more, set platform:operationTimeout or PLATFORM_OPERATION_TIMEOUT\)/,
      );
      assert.deepEqual(await read({ PLATFORM_OPERATION_TIMEOUT: "20" }), { uid: "org/team" });
      assert.deepEqual(await read({}, { "platform:operationTimeout": "20" }), { uid: "org/team" });
    } finally {
      await late.close();
    }
  });
});
