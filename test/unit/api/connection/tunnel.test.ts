import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type ServerOptions } from "node:https";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import type { Client } from "../../../../src/api/client";
import { type Connection, parseProxy } from "../../../../src/api/connection/connection";
import { idTokenOf } from "../../../../src/api/credentials/oidc";
import { fixedToken } from "../../../../src/api/credentials/token";
import { TransportError } from "../../../../src/api/errors";
import { path } from "../../../../src/api/path";
import { RegistryClient } from "../../../../src/api/registry/client";
import { createTransport } from "../../../../src/api/transport";
import { trustHints } from "../../../../src/hints";
import { newAuthority } from "../../../support/certificates";
import { type ConnectProxy, type ConnectProxyOptions, startConnectProxy } from "../../../support/connect-proxy";
import { answerOf, clientAt, startRawServer } from "../../../support/raw-server";

const TOKEN = "canary-of-the-platform";
const PASSWORD = "canary-of-the-proxy";
const target = path`/iam/v2/groups/${"org/team"}`;
const authority = newAuthority("test authority");
const authorities = [authority.ca];

/** A platform over TLS for as long as a test runs, and what it was asked with which token. */
async function platform(test: (base: URL, requests: string[]) => Promise<void>, options: ServerOptions = {}) {
  const requests: string[] = [];
  const server = createServer({ ...authority.issue("127.0.0.1", 1), ...options }, (request, response) => {
    requests.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    const isToken = request.url?.startsWith("/token") || request.url?.startsWith("/id");
    response.end(isToken ? '{"token":"t-of-registry","value":"id-token"}' : '{"uid":"org/team"}');
  });
  server.on("tlsClientError", () => undefined).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    await test(new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}`), requests);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

async function proxied(options: ConnectProxyOptions, test: (proxy: ConnectProxy) => Promise<void>) {
  const proxy = await startConnectProxy(options);
  try {
    await test(proxy);
  } finally {
    await proxy.close();
  }
}

const through = (address: string, exceptions = ""): Connection => ({
  authorities,
  proxy: parseProxy({ value: address, origin: "PLATFORM_PROXY" }, exceptions),
});
const clientOf = (base: URL, connection: Connection): Client =>
  clientAt(base.origin, {
    transport: createTransport(base, { ...connection, hints: trustHints }),
    tokens: fixedToken(TOKEN, "T"),
  });
const errorOf = async (call: Promise<unknown>): Promise<TransportError> => {
  const error = await call.catch((cause: unknown) => cause);
  assert.ok(error instanceof TransportError, String(error));
  return error;
};

describe("a proxy that a setting names (row 112)", () => {
  for (const scheme of ["http", "https"] as const) {
    it(`over ${scheme} is told host and port and its own password, and sees nothing of what is said`, async () => {
      const certified = scheme === "https" ? { certified: authority.issue("127.0.0.1", 1) } : {};
      await platform((base, requests) =>
        proxied(certified, async (proxy) => {
          const connection = through(`${scheme}://me:${encodeURIComponent(`${PASSWORD}%`)}@127.0.0.1:${proxy.port}`);
          const client = clientOf(base, connection);
          assert.deepEqual(await client.get(target), { uid: "org/team" });
          assert.deepEqual(await client.create(target, { name: "x" }), { uid: "org/team" });
          assert.deepEqual(
            requests.map((line) => line.split(" ")[0]),
            ["GET", "POST"],
          );
          const credentials = Buffer.from(`me:${PASSWORD}%`).toString("base64");
          assert.ok(proxy.asked.length > 0);
          for (const text of proxy.asked) {
            const [line, ...headers] = text.split("\n");
            assert.equal(line, `CONNECT ${base.host}`);
            assert.deepEqual(
              headers
                .map((header) => header.toLowerCase())
                .filter((_, i) => i % 2 === 0)
                .sort(),
              ["connection", "host", "proxy-authorization"],
            );
            assert.ok(text.includes(`Basic ${credentials}`));
          }
          // In a tunnel there is TLS, in which nothing can be read: neither the token nor the path.
          for (const secret of [TOKEN, "Bearer", "/iam/v2"]) assert.ok(!proxy.seen().includes(secret), secret);
          assert.ok(proxy.seen().length > 1_000);
          assert.ok(requests.every((line) => line.endsWith(`Bearer ${TOKEN}`)));
        }),
      );
    });
  }

  it("is used for the registry and for the job's ID token as well", async () => {
    await platform((base, requests) =>
      proxied({}, async (proxy) => {
        const connection = through(`http://127.0.0.1:${proxy.port}`);
        const registry = new RegistryClient({
          transport: createTransport(base, connection),
          historySegment: "_service",
          userAgent: "test",
        });
        await registry.history({ org: "o", image: "i", tag: "t" });
        const url = new URL("/id", base);
        const ambient = { kind: "request", url, requestToken: TOKEN, origin: "X" } as const;
        const idToken = idTokenOf(ambient, "audience", (to) => createTransport(to, connection));
        assert.equal((await idToken.current()).reveal(), "id-token");
        assert.deepEqual(
          requests.map((line) => line.split(/[ ?]/)[1]),
          ["/token", "/v2/o/i/_service/history/t", "/id"],
        );
        assert.deepEqual(new Set(proxy.asked.map((text) => text.split("\n")[0])), new Set([`CONNECT ${base.host}`]));
        assert.ok(!proxy.seen().includes(TOKEN));
      }),
    );
  });

  it("cannot read along with a certificate of its own making", async () => {
    const forger = newAuthority("the proxy's own authority");
    await platform(
      (base, requests) =>
        proxied({}, async (proxy) => {
          const client = clientOf(base, through(`http://127.0.0.1:${proxy.port}`));
          const { message, ambiguous } = await errorOf(client.create(target, {}));
          assert.match(message, /: the connection is not trusted \(UNABLE_TO_VERIFY_LEAF_SIGNATURE\)/);
          assert.deepEqual([ambiguous, requests], [false, []]);
        }),
      forger.issue("127.0.0.1", 1),
    );
  });

  it("is not used for what NO_PROXY excepts, nor for what is plain on this machine", async () => {
    await platform(async (base) => {
      // Nothing listens there.
      const nowhere = "http://127.0.0.1:1";
      for (const exceptions of ["*", "127.0.0.1", `127.0.0.1:${base.port}`, "example.com, 127.0.0.0/8"]) {
        assert.deepEqual(await clientOf(base, through(nowhere, exceptions)).get(target), { uid: "org/team" });
      }
      await errorOf(clientOf(base, through(nowhere, "127.0.0.1:1, example.com")).get(target));
    });
    const plain = await startRawServer((socket) => socket.write(answerOf('{"uid":"org/team"}')));
    try {
      assert.deepEqual(await clientOf(new URL(plain.url), through("http://127.0.0.1:1")).get(target), {
        uid: "org/team",
      });
    } finally {
      await plain.close();
    }
  });

  const answering = (text: string) => (socket: Duplex) => {
    socket.end(text);
    return undefined;
  };
  const refusals: readonly (readonly [
    what: string,
    instead: (socket: Duplex) => undefined,
    tries: number,
    message: string,
  ])[] = [
    [
      "that wants a password",
      answering(
        "HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic\r\ncontent-length: 3\r\n\r\nwho",
      ),
      1,
      "did not connect to HOST (HTTP 407): check the user and password in PLATFORM_PROXY",
    ],
    [
      "that forbids it",
      answering("HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n"),
      1,
      "did not connect to HOST (HTTP 403)",
    ],
    ["that finds no host", answering("HTTP/1.1 502 Bad Gateway\r\n\r\n"), 5, "did not connect to HOST (HTTP 502)"],
    [
      "that redirects",
      answering("HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:1/\r\n\r\n"),
      1,
      "did not connect to HOST (HTTP 302)",
    ],
    ["that speaks no HTTP", answering("SSH-2.0-OpenSSH_9.6\r\n\r\n"), 5, "cannot be reached (HPE_INVALID_CONSTANT)"],
    ["that hangs up", answering(""), 5, "cannot be reached (ECONNRESET)"],
    [
      "that speaks for the host",
      answering("HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\n\r\n"),
      1,
      "sent something before HOST did",
    ],
  ];
  for (const [what, instead, tries, message] of refusals) {
    it(`${what} is named by its setting, nothing was sent, and its password is not shown`, async () => {
      await platform((base, requests) =>
        proxied({ instead }, async (proxy) => {
          const client = clientOf(base, through(`http://me:${PASSWORD}@127.0.0.1:${proxy.port}`));
          for (const [i, call] of [client.get(target), client.create(target, {})].entries()) {
            const error = await errorOf(call);
            const after = tries > 1 ? ` (after ${tries} attempts)` : "";
            const expected = `the proxy of PLATFORM_PROXY ${message.replace("HOST", base.host)}${after}`;
            assert.equal(error.message, `${i === 0 ? "GET" : "POST"} /iam/v2/groups/org/team: ${expected}`);
            assert.equal(error.ambiguous, false);
            const shown = [error.stack, JSON.stringify(error), String(error.cause)].join();
            assert.ok(!shown.includes(PASSWORD) && !shown.includes(Buffer.from(`me:${PASSWORD}`).toString("base64")));
          }
          assert.deepEqual([proxy.asked.length, requests], [2 * tries, []]);
        }),
      );
    });
  }

  it("that is not there or not trusted is named by its setting, and nothing was sent", async () => {
    await platform(async (base, requests) => {
      const { message, ambiguous } = await errorOf(clientOf(base, through("http://127.0.0.1:1")).create(target, {}));
      assert.match(message, /: the proxy of PLATFORM_PROXY cannot be reached \(ECONNREFUSED\) \(after 5 attempts\)$/);
      assert.equal(ambiguous, false);
      const stranger = newAuthority("a stranger").issue("127.0.0.1", 1);
      await proxied({ certified: stranger }, async (proxy) => {
        const error = await errorOf(clientOf(base, through(`https://127.0.0.1:${proxy.port}`)).create(target, {}));
        assert.match(
          error.message,
          /: the proxy of PLATFORM_PROXY is not trusted \(UNABLE_TO_VERIFY_LEAF_SIGNATURE\)$/,
        );
        assert.deepEqual([error.ambiguous, proxy.asked, requests], [false, [], []]);
      });
    });
  });

  it("that fails once costs a retry, and a create arrives once", async () => {
    const instead = (socket: Duplex, nth: number) => {
      if (nth > 1) return "open";
      socket.end("HTTP/1.1 503 Busy\r\n\r\n");
      return undefined;
    };
    await platform((base, requests) =>
      proxied({ instead }, async (proxy) => {
        const client = clientOf(base, through(`http://127.0.0.1:${proxy.port}`));
        assert.deepEqual(await client.create(target, {}), { uid: "org/team" });
        assert.deepEqual([requests.length, proxy.asked.length], [1, 2]);
      }),
    );
  });
});

describe("a server that wants to know its client (row 111)", () => {
  const mine = authority.issue("client.example.com", 1);
  const wanting = { requestCert: true, rejectUnauthorized: true, ca: authorities };

  it("is shown the client certificate, directly and through a proxy, which is not shown it", async () => {
    const certified = {
      ...authority.issue("127.0.0.1", 1),
      requestCert: true,
      rejectUnauthorized: false,
      ca: authorities,
    };
    await platform(
      (base, requests) =>
        proxied({ certified }, async (proxy) => {
          for (const connection of [{ authorities }, through(`https://127.0.0.1:${proxy.port}`)]) {
            assert.deepEqual(await clientOf(base, { ...connection, clientCertificate: mine }).get(target), {
              uid: "org/team",
            });
          }
          assert.equal(requests.length, 2);
          assert.deepEqual(proxy.clientsKnown(), [false]);
        }),
      wanting,
    );
  });

  it("and ends the handshake with one that shows none is named with the settings for one, and nothing was sent", async () => {
    // An alert of TLS: fatal, and handshake_failure, bad_certificate or certificate_required.
    for (const [alert, code] of [
      [40, "HANDSHAKE_FAILURE"],
      [42, "BAD_CERTIFICATE"],
      [116, "CERTIFICATE_REQUIRED"],
    ] as const) {
      const server = await startRawServer((socket) => socket.end(Buffer.from([0x15, 3, 3, 0, 2, 2, alert])));
      try {
        const base = new URL(server.url.replace("http:", "https:"));
        const { message, ambiguous } = await errorOf(clientOf(base, { authorities }).create(target, {}));
        assert.match(message, new RegExp(`: the connection is not trusted \\(ERR_SSL_\\w+_ALERT_${code}\\): `));
        assert.ok(
          message.endsWith(
            "the server may want another client certificate than it got, if any: platform:clientCertFile and platform:clientKeyFile (PLATFORM_CLIENT_CERT_FILE and PLATFORM_CLIENT_KEY_FILE)",
          ),
        );
        assert.deepEqual([ambiguous, server.requests.length], [false, 1]);
      } finally {
        await server.close();
      }
    }
  });
});

describe("the check of certificates (row 110)", () => {
  it("stays on when another library switches it off for the process", async () => {
    const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    const forger = newAuthority("nobody knows it").issue("127.0.0.1", 1);
    await platform(
      (base, requests) =>
        proxied({}, async (proxy) => {
          const secureProxy = await startConnectProxy({ certified: forger });
          process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
          try {
            const viaProxy = parseProxy({ value: `http://127.0.0.1:${proxy.port}`, origin: "PLATFORM_PROXY" }, "");
            const viaSecure = parseProxy(
              { value: `https://127.0.0.1:${secureProxy.port}`, origin: "PLATFORM_PROXY" },
              "",
            );
            for (const connection of [{}, { authorities }, { proxy: viaProxy }, { proxy: viaSecure }]) {
              const { message } = await errorOf(clientOf(base, connection).get(target));
              assert.match(message, /not trusted \(UNABLE_TO_VERIFY_LEAF_SIGNATURE\)/);
            }
            const ambient = { kind: "request", url: base, requestToken: TOKEN, origin: "X" } as const;
            await errorOf(idTokenOf(ambient, "a", (url) => createTransport(url)).current());
            assert.deepEqual([requests, secureProxy.asked], [[], []]);
          } finally {
            if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
            else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before;
            await secureProxy.close();
          }
        }),
      forger,
    );
  });
});
