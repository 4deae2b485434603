import assert from "node:assert/strict";
import { execSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tokenFile } from "../../../../src/client/api/credentials/token-file";
import { Secret } from "../../../../src/client/api/secret";

describe("a token file", () => {
  let directory: string;
  let file: string;
  /** Moves with each write, for the clock of a file system may be too coarse to show two writes. */
  let second = 1_700_000_000;
  const write = (text: string) => {
    writeFileSync(file, text);
    second += 1;
    utimesSync(file, second, second);
  };
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "platform-credentials-"));
    file = join(directory, "token");
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  const current = async (source: ReturnType<typeof tokenFile>) => (await source.current()).reveal();

  it("may have white space or a byte order mark around the token (row 42)", async () => {
    const source = tokenFile(file, "T");
    for (const text of ["token-1", "token-1\n", "\uFEFFtoken-1\r\n", "  token-1  "]) {
      write(text);
      assert.equal(await current(source), "token-1");
    }
  });

  it("is read only when needed, and again only after a change (row 42)", async () => {
    const source = tokenFile(file, "T");
    write("token-1");
    const first = await source.current();
    assert.equal(await source.current(), first);
    write("token-2");
    assert.equal(await current(source), "token-2");
  });

  it("has no other token when it contains the refused one", async () => {
    const source = tokenFile(file, "T");
    write("token-1");
    assert.equal(await source.renew(new Secret("token-1")), undefined);
  });

  it("is read once for fifty requests that are refused at once, changed or not (row 39)", async () => {
    for (const isCoarse of [true, false]) {
      const source = tokenFile(file, "T");
      write("token-1");
      const refused = await source.current();
      const at = second;
      write("token-2");
      if (isCoarse) utimesSync(file, at, at);
      const renewed = await Promise.all(Array.from({ length: 50 }, () => source.renew(refused)));
      assert.equal(renewed[0]?.reveal(), "token-2");
      // Each time it is read makes a box of its own.
      assert.equal(new Set(renewed).size, 1);
      assert.equal(await source.renew(refused), renewed[0], "who comes late takes what the others got");
    }
  });

  const onPosix = process.platform === "win32" ? it.skip : it;
  onPosix("that every user can read is used, with one warning per run that hides its content (row 42)", async () => {
    const warnings: string[] = [];
    const warn = (text: string) => warnings.push(text);
    const [source, other] = [tokenFile(file, "PLATFORM_TOKEN_FILE", warn), tokenFile(file, "T", warn)];
    for (const mode of [0o600, 0o640]) {
      write("canary-1");
      chmodSync(file, mode);
      assert.equal(await current(source), "canary-1");
    }
    assert.deepEqual(warnings, []);
    chmodSync(file, 0o644);
    for (const text of ["canary-1", "canary-2"]) {
      write(text);
      assert.deepEqual(await Promise.all([source, source, other].map(current)), [text, text, text]);
    }
    assert.deepEqual(warnings, [
      `warning: PLATFORM_TOKEN_FILE: every user of this machine can read the token file ${file}. Run chmod 600 ${file}`,
    ]);
    file = join(directory, "it's a token");
    write("canary-1");
    chmodSync(file, 0o644);
    await current(tokenFile(file, "T", warn));
    execSync(/\. Run (chmod .+)$/.exec(String(warnings[1]))?.[1] ?? assert.fail(String(warnings)));
    assert.equal(statSync(file).mode & 0o777, 0o600);
  });

  it("causes an error only while it is empty or contains no token (row 42)", async () => {
    const source = tokenFile(file, "T");
    for (const [text, message] of [
      ["", "T: contains no token"],
      [" \r\n", "T: contains no token"],
      ["\uFEFF\n", "T: contains no token"],
      ["two words", "T: a token must not contain spaces, line breaks or non-ASCII characters"],
    ] as const) {
      write(text);
      await assert.rejects(source.current(), { name: "ConfigurationError", message });
    }
    write("token-1");
    assert.equal(await current(source), "token-1");
  });
});
