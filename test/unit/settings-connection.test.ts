import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rootCertificates } from "node:tls";
import { path } from "../../src/api/path";
import { scrub } from "../../src/api/secret";
import { connect } from "../../src/connect";
import { Settings } from "../../src/settings";
import { newAuthority } from "../support/certificates";
import { startConnectProxy } from "../support/connect-proxy";

const settings = (environment: Record<string, string>) => new Settings(() => undefined, environment);

describe("the settings of a connection", () => {
  const authority = newAuthority("our own authority");
  const mine = authority.issue("client.example.com", 1);
  const other = authority.issue("other.example.com", 1);
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

  it("add an authority to those of Node and of NODE_EXTRA_CA_CERTS (row 111)", () => {
    const [extra, third] = [newAuthority("extra").ca, newAuthority("third").ca];
    const PLATFORM_CA_FILE = file("ca.pem", `our own\n${authority.ca}and\n${third}`);
    const { authorities = [] } = settings({ PLATFORM_CA_FILE }).connection();
    assert.deepEqual(authorities.slice(0, rootCertificates.length), [...rootCertificates]);
    assert.deepEqual(authorities.slice(rootCertificates.length), [authority.ca, third]);
    for (const [name, added] of [
      [file("extra.pem", extra), 1],
      [join(directory, "none.pem"), 0],
    ] as const) {
      const all = settings({ PLATFORM_CA_FILE, NODE_EXTRA_CA_CERTS: name }).connection().authorities ?? [];
      assert.equal(all.length, rootCertificates.length + 2 + added);
    }
  });

  it("are an error with the setting's name when a file is unreadable or invalid (row 111)", () => {
    const cert = file("cert.pem", mine.cert);
    const key = file("key.pem", mine.key);
    const text = file("text.pem", "no certificate at all");
    const broken = file("broken.pem", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
    const otherKey = file("other.pem", other.key);
    const none = join(directory, "none.pem");
    const pair = (PLATFORM_CLIENT_CERT_FILE: string, PLATFORM_CLIENT_KEY_FILE: string) => ({
      PLATFORM_CLIENT_CERT_FILE,
      PLATFORM_CLIENT_KEY_FILE,
    });
    const rows: readonly (readonly [environment: Record<string, string>, message: string])[] = [
      [{ PLATFORM_CA_FILE: none }, `PLATFORM_CA_FILE: cannot read the file ${none} (ENOENT)`],
      [{ PLATFORM_CA_FILE: directory }, `PLATFORM_CA_FILE: cannot read the file ${directory} (EISDIR)`],
      [{ PLATFORM_CA_FILE: text }, `PLATFORM_CA_FILE: ${text} contains no certificate in PEM`],
      [{ PLATFORM_CA_FILE: key }, `PLATFORM_CA_FILE: ${key} contains no certificate in PEM`],
      [{ PLATFORM_CA_FILE: broken }, `PLATFORM_CA_FILE: ${broken} contains a certificate that cannot be read`],
      [pair(none, key), `PLATFORM_CLIENT_CERT_FILE: cannot read the file ${none} (ENOENT)`],
      [pair(cert, none), `PLATFORM_CLIENT_KEY_FILE: cannot read the file ${none} (ENOENT)`],
      [pair(cert, cert), `PLATFORM_CLIENT_KEY_FILE: ${cert} must contain a private key in PEM without a passphrase`],
      [
        pair(cert, otherKey),
        "PLATFORM_CLIENT_KEY_FILE: the key does not belong to the certificate of PLATFORM_CLIENT_CERT_FILE",
      ],
      [
        { PLATFORM_CLIENT_CERT_FILE: cert },
        "PLATFORM_CLIENT_CERT_FILE is set, but platform:clientKeyFile (PLATFORM_CLIENT_KEY_FILE) is not. Set both, because a client certificate needs its key",
      ],
      [
        { PLATFORM_CLIENT_KEY_FILE: key },
        "PLATFORM_CLIENT_KEY_FILE is set, but platform:clientCertFile (PLATFORM_CLIENT_CERT_FILE) is not. Set both, because a client certificate needs its key",
      ],
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

  it("connect to a server with a private authority that requires a certificate, through a proxy (rows 111, 112)", async () => {
    const server = createServer(
      { ...authority.issue("localhost", 1), requestCert: true, ca: authority.ca },
      (_request, response) => response.end('{"uid":"org/team"}'),
    ).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const proxy = await startConnectProxy();
    try {
      const environment = {
        PLATFORM_BASE_URL: `https://localhost:${port}`,
        PLATFORM_TOKEN: "canary-token",
        PLATFORM_CA_FILE: file("all.pem", authority.ca),
        PLATFORM_CLIENT_CERT_FILE: file("cert.pem", mine.cert),
        PLATFORM_CLIENT_KEY_FILE: file("key.pem", mine.key),
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
