import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Emulator } from "../../src/emulator";
import { administrator } from "../../src/emulator/seed/seed";
import { call, type Ended, startProject, startWorld } from "../support/command";
import { quickCall } from "../support/quick-call";

/** What the tests read of the document. */
interface Document {
  readonly settings: readonly {
    readonly name: string;
    readonly value: string | null;
    readonly origin: string;
    readonly shadowed: string | null;
  }[];
  readonly token: { readonly subject: string; readonly audiences: string[]; readonly expiresAt: string } | null;
  readonly access: {
    readonly roles: { readonly group: string; readonly role: string; readonly capabilities: string[] }[] | null;
  };
  readonly checks: readonly {
    readonly name: string;
    readonly status: string;
    readonly text: string;
    readonly remedy: string | null;
  }[];
}

/** Runs the command a shell line says. */
const shell = (line: string): void => {
  execFileSync("sh", ["-c", line]);
};

describe("pulumi-platform doctor", function () {
  this.timeout(120_000);

  let emulator: Emulator;
  let folder: string;
  before(async () => {
    emulator = await startWorld();
    folder = mkdtempSync(join(tmpdir(), "doctor-"));
  });
  after(async () => {
    await emulator.close();
    rmSync(folder, { recursive: true });
  });
  const askBy =
    (run: typeof call) =>
    async (environment: Readonly<Record<string, string>>, ...words: string[]) => {
      const ended = await run(["doctor", ...words, "-o", "json"], { environment, cwd: folder });
      return { ...ended, document: documentOf(ended) };
    };
  const ask = askBy(quickCall);
  /** In a process of its own, which knows no secrets of former calls. */
  const askAlone = askBy(call);
  const documentOf = ({ stdout, stderr }: Ended): Document => {
    assert.equal(stderr, "");
    return JSON.parse(stdout) as Document;
  };
  const problems = ({ checks }: Document) => checks.filter(({ status }) => status === "problem");

  it("ends with 0 if everything is right, and shows the origin of each setting without any secret", async () => {
    const { code, stdout } = await call(["doctor"], { environment: emulator.environment, cwd: folder });
    assert.equal(code, 0);
    assert.match(stdout, /^baseUrl +http:\/\/127\.0\.0\.1:\d+ +PLATFORM_BASE_URL$/m);
    assert.match(stdout, /^token +\(secret\) +PLATFORM_TOKEN$/m);
    assert.match(stdout, /^Everything is right\.$/m);
    for (const secret of [emulator.token, emulator.registryToken]) assert.ok(!stdout.includes(secret));
  });

  it("ends with 2 without settings, and names each that is missing with both ways to set it", async () => {
    const { code, document } = await ask({});
    assert.equal(code, 2);
    assert.deepEqual(
      problems(document).map(({ name }) => name),
      ["baseUrl", "token"],
    );
    assert.match(problems(document)[0]?.text ?? "", /set PLATFORM_BASE_URL in the environment/);
  });

  it("shows subject, audience and expiration of a token, and what the roles of its identity allow", async () => {
    const root = emulator.organization.uid;
    const claimMatch = { issuer: "https://ci.example.com", subject: "job" };
    const { uid: identity } = emulator.put("iam:Identity", root, { name: "web-ci", claimMatch });
    const roleUid = emulator.list("iam:Role").find(({ name }) => name === "viewer")?.uid;
    emulator.put("iam:RoleBinding", root, { identityUid: identity, roleUid });
    const idToken = await emulator.idToken({ ...claimMatch, audience: new URL(emulator.url).host });
    const environment = {
      PLATFORM_BASE_URL: emulator.url,
      PLATFORM_IDENTITY: String(identity),
      PLATFORM_ID_TOKEN: idToken,
    };
    const { code, document, stdout } = await askAlone(environment);
    assert.equal(code, 0, stdout);
    assert.equal(document.token?.subject, identity);
    assert.deepEqual(document.token?.audiences, [emulator.url]);
    assert.ok(Date.parse(document.token?.expiresAt ?? "") > Date.now());
    assert.deepEqual(
      document.access.roles?.map(({ group, role }) => [group, role]),
      [[emulator.organization.name, "viewer"]],
    );
    assert.ok(document.access.roles?.[0]?.capabilities.includes("CAP_IAM_GROUPS_LIST"));
    assert.ok(!stdout.includes(idToken));
  });

  it("ends with 2 for an expired token and a refused token, with what to check", async () => {
    const claims = Buffer.from(JSON.stringify({ sub: "a", exp: 1_700_000_000 })).toString("base64url");
    const ended = `eyJhbGciOiJub25lIn0.${claims}.c2ln`;
    const { code, document, stdout } = await askAlone({ PLATFORM_BASE_URL: emulator.url, PLATFORM_TOKEN: ended });
    assert.equal(code, 2);
    const [first, second] = problems(document);
    assert.match(first?.text ?? "", /^expired at 2023-11-14 22:13:20Z, \d+d( \d+h)? ago$/);
    assert.match(first?.remedy ?? "", /^Check the token: PLATFORM_TOKEN/);
    assert.match(second?.text ?? "", /^\[UNAUTHENTICATED\]/);
    assert.ok(!stdout.includes(ended) && !stdout.includes(claims));
  });

  describe("with a token of the registry (row 268)", () => {
    const withToken = (token: string, more: Readonly<Record<string, string>> = {}) => ({
      ...emulator.environment,
      PLATFORM_REGISTRY_TOKEN: token,
      ...more,
    });
    const checksOf = ({ checks }: Document) =>
      checks.filter(({ name }) => name === "registryToken").map(({ status, text }) => `${status}: ${text}`);

    it("says that the registry accepts it", async () => {
      const { code, document } = await ask(emulator.environment);
      assert.deepEqual([code, checksOf(document)], [0, ["ok: the registry accepts it"]]);
    });

    it("ends with 2 if the registry refuses it: an invalid one, one of the platform, and an expired one", async () => {
      const claims = Buffer.from(JSON.stringify({ sub: "a", exp: 1_700_000_000 })).toString("base64url");
      const ended = `eyJhbGciOiJub25lIn0.${claims}.c2ln`;
      const garbage = await askAlone(withToken("garbage-token-1234"));
      assert.equal(garbage.code, 2, garbage.stdout);
      assert.match(
        checksOf(garbage.document).join(),
        /^problem: \[UNAUTHORIZED\] GET \/token: .*PLATFORM_REGISTRY_TOKEN/,
      );
      const elsewhere = await askAlone(withToken(emulator.token));
      assert.equal(elsewhere.code, 2, elsewhere.stdout);
      assert.match(checksOf(elsewhere.document).at(-1) ?? "", /^problem: \[DENIED\]/);
      const over = await askAlone(withToken(ended));
      assert.equal(over.code, 2, over.stdout);
      const [first = "", second = ""] = checksOf(over.document);
      assert.match(first, /^problem: expired at 2023-11-14 22:13:20Z, /);
      assert.match(second, /^problem: \[UNAUTHORIZED\]/);
      for (const { stdout } of [garbage, elsewhere, over])
        for (const secret of ["garbage-token-1234", claims, emulator.token]) assert.ok(!stdout.includes(secret));
    });

    it("ends with 1 and says what was not checked if nothing proves it", async () => {
      const { PLATFORM_REGISTRY_URL: _, ...rest } = emulator.environment;
      const { code, stdout } = await quickCall(["doctor"], { environment: rest, cwd: folder });
      assert.equal(code, 1, stdout);
      assert.match(stdout, /^registryToken: was not checked: .*PLATFORM_REGISTRY_URL/m);
      assert.ok(!stdout.includes("Everything is right"));
      // A registry that issues no token without a scope.
      const other = createServer((_, answer) =>
        answer.writeHead(400, { "content-type": "application/json" }).end('{"errors":[{"code":"UNSUPPORTED"}]}'),
      ).listen(0, "127.0.0.1");
      try {
        await new Promise((resolve) => other.once("listening", resolve));
        const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
        const asked = await ask(withToken("some-token", { PLATFORM_REGISTRY_URL: url }));
        assert.equal(asked.code, 1, asked.stdout);
        assert.match(checksOf(asked.document).join(), /^unknown: was not checked: \[UNSUPPORTED\] GET \/token/);
      } finally {
        other.close();
      }
    });
  });

  it("names an address where another server responds, or none, with the setting to correct", async () => {
    const other = createServer((_, answer) => answer.writeHead(404).end("<html>nothing here</html>")).listen(
      0,
      "127.0.0.1",
    );
    try {
      await new Promise((resolve) => other.once("listening", resolve));
      const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
      const { code, document } = await ask({
        ...emulator.environment,
        PLATFORM_BASE_URL: url,
        PLATFORM_REGISTRY_URL: "http://127.0.0.1:9",
      });
      assert.equal(code, 2);
      assert.deepEqual(
        problems(document).map(({ name, remedy }) => [name, remedy]),
        [
          ["baseUrl", "Check the base URL (platform:baseUrl or PLATFORM_BASE_URL)"],
          ["registryUrl", "Check the registry's address (platform:registryUrl or PLATFORM_REGISTRY_URL)"],
        ],
      );
    } finally {
      other.close();
    }
  });

  it("reports a wrong clock, and accepts the right one", async () => {
    let skewMs = 300_000;
    const server = createServer((_, answer) => {
      answer.setHeader("date", new Date(Date.now() + skewMs).toUTCString());
      answer.writeHead(200, { "content-type": "application/json" }).end('{"response":"pong"}');
    }).listen(0, "127.0.0.1");
    try {
      await new Promise((resolve) => server.once("listening", resolve));
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const environment = { PLATFORM_BASE_URL: url, PLATFORM_TOKEN: "some-token" };
      const clock = async () => (await ask(environment)).document.checks.find(({ name }) => name === "clock");
      const wrong = await clock();
      assert.equal(wrong?.status, "problem");
      assert.match(wrong?.text ?? "", /^this machine's clock is (4m 5\ds|5m|5m \ds) behind that of baseUrl$/);
      assert.match(wrong?.remedy ?? "", /^correct the clock \(NTP\)/);
      skewMs = 0;
      assert.equal(await clock(), undefined);
    } finally {
      server.close();
    }
  });

  it("reports a token file that every user can read, and accepts it after the command that it names", async () => {
    const file = join(folder, "the token");
    writeFileSync(file, emulator.token);
    chmodSync(file, 0o644);
    const { PLATFORM_TOKEN: _, ...rest } = emulator.environment;
    const environment = { ...rest, PLATFORM_TOKEN_FILE: file };
    const open = await ask(environment);
    const [found] = problems(open.document);
    assert.deepEqual([open.code, found?.name], [2, "files"]);
    const [, line = "false"] = /\. Run (chmod .+)$/.exec(found?.text ?? "") ?? [];
    shell(line);
    const closed = await ask(environment);
    assert.deepEqual([closed.code, problems(closed.document)], [0, []]);
    assert.equal(closed.document.settings.find(({ name }) => name === "tokenFile")?.value, file);
  });

  it("reads the config of a stack, hides its secrets, and shows what it overrides", async () => {
    const project = await startProject([], { isInstalled: true, hasPassphrase: true });
    try {
      await project.pulumi(["config", "set", "platform:baseUrl", emulator.url]);
      await project.pulumi(["config", "set", "--secret", "platform:publicOrg", "hidden-org"]);
      await project.pulumi(["config", "set", "--secret", "platform:token", emulator.token]);
      await project.pulumi(["config", "set", "platform:identity", administrator]);
      const environment = { ...project.environment, PLATFORM_BASE_URL: "https://elsewhere.example.com" };
      const { code, document, stdout } = await askAlone(environment, "--stack", "dev", "--cwd", project.directory);
      assert.equal(code, 0, stdout);
      assert.deepEqual(document.settings, [
        { name: "baseUrl", value: emulator.url, origin: "platform:baseUrl", shadowed: "PLATFORM_BASE_URL" },
        { name: "token", value: null, origin: "platform:token", shadowed: null },
        { name: "identity", value: administrator, origin: "platform:identity", shadowed: null },
        { name: "publicOrg", value: null, origin: "platform:publicOrg", shadowed: null },
      ]);
      assert.ok(!stdout.includes(emulator.token) && !stdout.includes("hidden-org"));
      const stranger = { ...environment, PULUMI_CONFIG_PASSPHRASE: "wrong" };
      const unread = await ask(stranger, "--cwd", project.directory);
      assert.equal(unread.code, 1, unread.stdout);
      assert.deepEqual(
        unread.document.checks.filter(({ status }) => status === "unknown").map(({ name }) => name),
        ["config", "token"],
      );
      const missing = await ask(environment, "--stack", "prod", "--cwd", project.directory);
      assert.equal(missing.code, 1);
      assert.ok(
        missing.document.checks.some(({ status, text }) => status === "unknown" && /no stack named/.test(text)),
      );
    } finally {
      project.remove();
    }
  });

  it("names a misspelled key of the config, and how to remove it", async () => {
    const project = await startProject([], { isInstalled: true });
    try {
      await project.pulumi(["config", "set", "platform:adoptExistng", "identical"]);
      const diagnose = () => ask({ ...project.environment, ...emulator.environment }, "--cwd", project.directory);
      const { code, document, stdout } = await diagnose();
      assert.equal(code, 2, stdout);
      const [found] = document.checks.filter(({ status }) => status === "problem");
      assert.equal(
        found?.text,
        "platform:adoptExistng is not a setting, so it has no effect. Did you mean platform:adoptExisting?",
      );
      const [, words = ""] = /^run pulumi (.+)$/.exec(found?.remedy ?? "") ?? [];
      await project.pulumi(words.split(" "));
      assert.equal((await diagnose()).code, 0);
    } finally {
      project.remove();
    }
  });

  it("shows origin and path of an address, and no password, query or fragment, in any form and place (row 167)", async () => {
    const secrets = [
      "hunter2-Passw0rd",
      "reg%40Secret99",
      "reg@Secret99",
      "apikey-1234567",
      "aud-Pass1",
      "idPass-77",
      "frag-8888",
      "px-Pass-5",
    ];
    const environment = {
      ...emulator.environment,
      PLATFORM_BASE_URL: emulator.url.replace("http://", "http://svc:hunter2-Passw0rd@"),
      PLATFORM_REGISTRY_URL: "https://u:reg%40Secret99@registry.example.com/v2",
      PLATFORM_ISSUER_URL: "https://issuer.example.com/?key=apikey-1234567#frag-8888",
      PLATFORM_AUDIENCE: "https://a:aud-Pass1@x.example.com",
      PLATFORM_ID_TOKEN_AUDIENCE: "https://a:idPass-77@y.example.com/path",
      PLATFORM_PROXY: "px-Pass-5@proxy",
    };
    const all = await Promise.all(
      ["table", "json", "markdown", "csv"].map((form) => call(["doctor", "-o", form], { environment, cwd: folder })),
    );
    for (const { stdout, stderr } of all)
      for (const secret of secrets) assert.ok(!`${stdout}${stderr}`.includes(secret), `${secret}: ${stdout}`);
    const { settings } = JSON.parse(all[1]?.stdout ?? "") as Document;
    const shown = new Map(settings.map(({ name, value }) => [name, value]));
    assert.deepEqual(
      ["baseUrl", "registryUrl", "issuerUrl", "audience", "idTokenAudience", "proxy"].map((name) => shown.get(name)),
      [
        emulator.url,
        "https://registry.example.com/v2",
        "https://issuer.example.com",
        "https://x.example.com",
        "https://y.example.com/path",
        null,
      ],
    );
  });

  it("reports settings that cannot be used, with the reason", async () => {
    const environment = {
      ...emulator.environment,
      PLATFORM_REGISTRY_URL: "ftp://example.com",
      PLATFORM_OPERATION_TIMEOUT: "0",
    };
    const { code, document } = await ask(environment);
    assert.equal(code, 2);
    assert.deepEqual(
      problems(document).map(({ name }) => name),
      ["registryUrl", "operationTimeout"],
    );
  });
});
