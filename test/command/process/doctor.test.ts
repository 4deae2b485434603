import assert from "node:assert/strict";
import { execSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import { call } from "../../support/command";
import { besideServer, Consultation, type Document, problems } from "./doctor";

describe("pulumi-platform doctor", function () {
  this.timeout(120_000);

  const at = new Consultation();

  it("ends with 0 if everything is right, and shows the origin of each setting without any secret", async () => {
    const { code, stdout } = await call(["doctor"], { environment: at.emulator.environment, cwd: at.folder });
    assert.equal(code, 0);
    assert.match(stdout, /^baseUrl +http:\/\/127\.0\.0\.1:\d+ +PLATFORM_BASE_URL$/m);
    assert.match(stdout, /^token +\(secret\) +PLATFORM_TOKEN$/m);
    assert.match(stdout, /^Everything is right\.$/m);
    for (const secret of [at.emulator.token, at.emulator.registryToken]) assert.ok(!stdout.includes(secret));
  });

  it("ends with 2 for settings that are missing, cannot be used or are refused, and names each with what to do", async () => {
    const claims = Buffer.from(JSON.stringify({ sub: "a", exp: 1_700_000_000 })).toString("base64url");
    const ended = `eyJhbGciOiJub25lIn0.${claims}.c2ln`;
    const { emulator } = at;
    for (const [environment, told] of [
      [{}, /^baseUrl: .*set PLATFORM_BASE_URL in the environment.*\ntoken: platform:baseUrl is not set.*$/],
      [
        { ...emulator.environment, PLATFORM_REGISTRY_URL: "ftp://example.com", PLATFORM_OPERATION_TIMEOUT: "0" },
        /^registryUrl: .*\noperationTimeout: .*$/,
      ],
      [
        { PLATFORM_BASE_URL: emulator.url, PLATFORM_TOKEN: ended },
        /^token: expired at .*\naccess: \[UNAUTHENTICATED\].*$/,
      ],
    ] as const) {
      const { code, document, stdout } = await at.askAlone(environment);
      assert.equal(code, 2, stdout);
      assert.match(
        problems(document)
          .map(({ name, text, remedy }) => `${name}: ${text} ${remedy}`)
          .join("\n"),
        told,
      );
      assert.ok(!stdout.includes(ended) && !stdout.includes(claims));
    }
  });

  it("names an address where another server responds, or none, with the setting to correct", async () => {
    await besideServer(
      (_, answer) => answer.writeHead(404).end("<html>nothing here</html>"),
      async (url) => {
        const elsewhere = { PLATFORM_BASE_URL: url, PLATFORM_REGISTRY_URL: "http://127.0.0.1:9" };
        const { code, document } = await at.ask({ ...at.emulator.environment, ...elsewhere });
        assert.equal(code, 2);
        assert.deepEqual(
          problems(document).map(({ name, remedy }) => [name, remedy]),
          [
            ["baseUrl", "Check the base URL (platform:baseUrl or PLATFORM_BASE_URL)"],
            ["registryUrl", "Check the registry's address (platform:registryUrl or PLATFORM_REGISTRY_URL)"],
          ],
        );
      },
    );
  });

  it("reports a wrong clock, and accepts the right one", async () => {
    let skewMs = 300_000;
    const listener: RequestListener = (_, answer) => {
      answer.setHeader("date", new Date(Date.now() + skewMs).toUTCString());
      answer.writeHead(200, { "content-type": "application/json" }).end('{"response":"pong"}');
    };
    await besideServer(listener, async (url) => {
      const environment = { PLATFORM_BASE_URL: url, PLATFORM_TOKEN: "some-token" };
      const clock = async () => (await at.ask(environment)).document.checks.find(({ name }) => name === "clock");
      const wrong = await clock();
      assert.equal(wrong?.status, "problem");
      assert.match(wrong?.text ?? "", /^this machine's clock is (4m 5\ds|5m|5m \ds) behind that of baseUrl$/);
      skewMs = 0;
      assert.equal(await clock(), undefined);
    });
  });

  it("reports a token file that every user can read, and accepts it after the command that it names", async () => {
    const file = join(at.folder, "the token");
    writeFileSync(file, at.emulator.token);
    chmodSync(file, 0o644);
    const { PLATFORM_TOKEN: _, ...rest } = at.emulator.environment;
    const environment = { ...rest, PLATFORM_TOKEN_FILE: file };
    const open = await at.ask(environment);
    const [found] = problems(open.document);
    assert.deepEqual([open.code, found?.name], [2, "files"]);
    const [, line = "false"] = /\. Run (chmod .+)$/.exec(found?.text ?? "") ?? [];
    execSync(line);
    const closed = await at.ask(environment);
    assert.deepEqual([closed.code, problems(closed.document)], [0, []]);
    assert.equal(closed.document.settings.find(({ name }) => name === "tokenFile")?.value, file);
  });

  it("shows origin and path of an address, and no password, query or fragment, in any form and place (row 167)", async () => {
    const secret = /hunter2-Passw0rd|reg(%40|@)Secret99|apikey-1234567|aud-Pass1|idPass-77|frag-8888|px-Pass-5/;
    const environment = {
      ...at.emulator.environment,
      PLATFORM_BASE_URL: at.emulator.url.replace("http://", "http://svc:hunter2-Passw0rd@"),
      PLATFORM_REGISTRY_URL: "https://u:reg%40Secret99@registry.example.com/v2",
      PLATFORM_ISSUER_URL: "https://issuer.example.com/?key=apikey-1234567#frag-8888",
      PLATFORM_AUDIENCE: "https://a:aud-Pass1@x.example.com",
      PLATFORM_ID_TOKEN_AUDIENCE: "https://a:idPass-77@y.example.com/path",
      PLATFORM_PROXY: "px-Pass-5@proxy",
    };
    const all = await Promise.all(
      ["table", "json", "markdown", "csv"].map((form) => call(["doctor", "-o", form], { environment, cwd: at.folder })),
    );
    for (const { stdout, stderr } of all) assert.doesNotMatch(`${stdout}${stderr}`, secret);
    const { settings } = JSON.parse(all[1]?.stdout ?? "") as Document;
    const shown = Object.fromEntries(settings.map(({ name, value }) => [name, value]));
    const addresses = {
      baseUrl: at.emulator.url,
      registryUrl: "https://registry.example.com/v2",
      issuerUrl: "https://issuer.example.com",
      audience: "https://x.example.com",
      idTokenAudience: "https://y.example.com/path",
      proxy: null,
    };
    assert.deepEqual({ ...shown, ...addresses }, shown);
  });
});
