import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { rootCertificates } from "node:tls";
import { authoritiesWith } from "../../src/client/api/connection/connection";
import { scrub } from "../../src/client/api/secret";
import { connect } from "../../src/client/connect";
import { Settings } from "../../src/client/settings";
import { path } from "../../src/description/wire/path";
import { newAuthority } from "./certificates";
import { startConnectProxy } from "./connect-proxy";

const settings = (environment: Record<string, string>) => new Settings(() => undefined, environment);

describe("the settings of a connection", () => {
  const authority = newAuthority("our own authority");
  let directory: string;
  const file = (name: string, text: string) => {
    writeFileSync(join(directory, name), text);
    return join(directory, name);
  };
  before(() => {
    directory = mkdtempSync(join(tmpdir(), "platform-connection-"));
  });
  after(() => rmSync(directory, { recursive: true }));

  it("are empty when nothing is set, even if the environment names proxies (row 112)", () => {
    const names = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "https_proxy"];
    assert.deepEqual(settings(Object.fromEntries(names.map((name) => [name, "http://p:1"]))).connection(), {});
  });

  it("add an authority to all that Node says it trusts (row 111) (report: an own authority replaces those that Node trusts, or must be an absolute path)", () => {
    const third = newAuthority("third").ca;
    const PLATFORM_CA_FILE = file("ca.pem", `our own\n${authority.ca}and\n${third}`);
    const { authorities = [] } = settings({ PLATFORM_CA_FILE: relative(process.cwd(), PLATFORM_CA_FILE) }).connection();
    assert.deepEqual(authorities.slice(-2), [authority.ca, third]);
    const trusted = new Set(authorities);
    assert.ok(rootCertificates.length > 0 && rootCertificates.every((root) => trusted.has(root)));
    // A newer Node also says what it takes from the system and from NODE_EXTRA_CA_CERTS.
    const getCACertificates = (type: string) => [type, "of the system"];
    assert.deepEqual(
      authoritiesWith({ value: PLATFORM_CA_FILE, origin: "X" }, "none.pem", { rootCertificates, getCACertificates }),
      ["default", "of the system", authority.ca, third],
    );
  });

  it("add the authorities of NODE_EXTRA_CA_CERTS for a Node that cannot say what it trusts (row 111) (report: NODE_EXTRA_CA_CERTS is ignored)", () => {
    const extra = newAuthority("extra").ca.trim();
    const ours = { value: file("ca.pem", authority.ca), origin: "X" };
    for (const [name, added] of [
      [file("extra.pem", extra), [extra]],
      [join(directory, "none.pem"), []],
      [undefined, []],
    ] as const)
      assert.deepEqual(authoritiesWith(ours, name, { rootCertificates: ["root"] }), ["root", ...added, authority.ca]);
  });

  it("are an error with the setting's name when a file is unreadable or invalid (row 111)", () => {
    const key = file("key.pem", authority.issue("localhost", 1).key);
    const text = file("text.pem", "no certificate at all");
    const broken = file("broken.pem", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
    const none = join(directory, "none.pem");
    const rows: readonly (readonly [environment: Record<string, string>, message: string])[] = [
      [{ PLATFORM_CA_FILE: none }, `PLATFORM_CA_FILE: cannot read the file ${none} (ENOENT)`],
      [{ PLATFORM_CA_FILE: directory }, `PLATFORM_CA_FILE: cannot read the file ${directory} (EISDIR)`],
      [{ PLATFORM_CA_FILE: text }, `PLATFORM_CA_FILE: ${text} contains no certificate in PEM`],
      [{ PLATFORM_CA_FILE: key }, `PLATFORM_CA_FILE: ${key} contains no certificate in PEM`],
      [{ PLATFORM_CA_FILE: broken }, `PLATFORM_CA_FILE: ${broken} contains a certificate that cannot be read`],
    ];
    for (const [environment, message] of rows) {
      assert.throws(() => settings(environment).connection(), { name: "ConfigurationError", message });
      const whole = { PLATFORM_BASE_URL: "https://api.example.com", PLATFORM_TOKEN: "token-1", ...environment };
      assert.throws(() => connect(settings(whole)), { message });
    }
  });

  it("reject an invalid proxy in one line that names the setting and shows nothing of the value (row 112)", () => {
    for (const [value, reason] of [
      ["proxy.example.com:3128", "must be an http or https URL"],
      ["canary", "must be a URL, like http://proxy.example.com:3128"],
      ["socks5://u:canary@proxy:1080", "must be an http or https URL"],
      ["http://u:canary@proxy/path", "must not contain a path, query or fragment"],
      ["http://u:canary@proxy?q", "must not contain a path, query or fragment"],
      ["http://u:canary%@proxy", "its user or password contains a % without a valid escape. Write %25 instead"],
    ] as const) {
      const message = `PLATFORM_PROXY: ${reason}`;
      assert.throws(() => settings({ PLATFORM_PROXY: value }).connection(), { name: "ConfigurationError", message });
    }
  });

  it("hide a proxy's password, as written, decoded and as sent (row 112)", () => {
    const { proxy } = settings({ PLATFORM_PROXY: "http://me:p%40ssw%6Frd-7@proxy.example.com:3128" }).connection();
    const sent = Buffer.from("me:p@ssword-7").toString("base64");
    assert.equal(proxy?.authorization, `Basic ${sent}`);
    assert.equal(proxy?.url.href, "http://proxy.example.com:3128/");
    for (const text of ["p@ssword-7", "p%40ssw%6Frd-7", sent]) assert.equal(scrub(`<${text}>`), "<[redacted]>");
  });

  it("connect to a server with a private authority through a proxy (rows 111, 112)", async () => {
    const server = createServer(authority.issue("localhost", 1), (_request, response) =>
      response.end('{"uid":"org/team"}'),
    ).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const proxy = await startConnectProxy();
    try {
      const environment = {
        PLATFORM_BASE_URL: `https://localhost:${port}`,
        PLATFORM_TOKEN: "canary-token",
        PLATFORM_CA_FILE: file("all.pem", authority.ca),
        PLATFORM_PROXY: `http://127.0.0.1:${proxy.port}`,
      };
      assert.deepEqual(await connect(settings(environment)).get(path`/x/${"a"}`), { uid: "org/team" });
      assert.equal(proxy.asked.length, 1);
      assert.match(String(proxy.asked[0]), new RegExp(`^CONNECT localhost:${port}\n`));
      assert.ok(!proxy.seen().includes("canary"));
      for (const exception of [{ NO_PROXY: "localhost" }, { no_proxy: ".localhost", NO_PROXY: "" }]) {
        assert.deepEqual(await connect(settings({ ...environment, ...exception })).get(path`/x/${"a"}`), {
          uid: "org/team",
        });
        assert.equal(proxy.asked.length, 1);
      }
    } finally {
      server.close();
      server.closeAllConnections();
      await proxy.close();
    }
  });
});
