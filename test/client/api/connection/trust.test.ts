import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:https";
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { Client } from "../../../../src/client/api/client";
import { fixedToken } from "../../../../src/client/api/credentials/token";
import { TransportError } from "../../../../src/client/api/errors";
import { createTransport } from "../../../../src/client/api/transport";
import { authorityHint } from "../../../../src/client/hints";
import { path } from "../../../../src/description/wire/path";
import { type Certified, newAuthority } from "../../certificates";

const target = path`/iam/v2/groups/${"org/team"}`;

/** Listens for as long as a test runs, and counts the connections. */
async function listening(server: Server, test: (port: number, connections: () => number) => Promise<void>) {
  let connections = 0;
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("error", () => undefined);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    await test((server.address() as AddressInfo).port, () => connections);
  } finally {
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, "close");
  }
}

/** A client over TLS that does not wait between its attempts. */
const clientOf = (origin: string, ca?: string): Client =>
  new Client({
    transport: createTransport(new URL(origin), { ...(ca === undefined ? {} : { authorities: [ca] }), authorityHint }),
    tokens: fixedToken("a-token-to-keep", "T"),
    userAgent: "test",
    sleep: async () => undefined,
  });

const calls = [(client: Client) => client.get(target), (client: Client) => client.create(target, { name: "x" })];

const errorOf = async (call: Promise<unknown>): Promise<TransportError> => {
  const error = await call.then(
    () => assert.fail("the call succeeded"),
    (cause: unknown) => cause,
  );
  assert.ok(error instanceof TransportError, String(error));
  return error;
};

describe("a server over TLS (row 37)", () => {
  const authority = newAuthority("test authority");
  const stranger = newAuthority("another authority");

  const serving = async (certified: Certified, test: Parameters<typeof listening>[1]) => {
    let requests = 0;
    const server = createServer(certified, (_request, response) => {
      requests += 1;
      response.end('{"uid":"org/team"}');
    });
    // A client that refuses the certificate leaves in the middle of the handshake.
    server.on("tlsClientError", () => undefined);
    await listening(server, test);
    return requests;
  };

  it("gets requests when its certificate is valid", async () => {
    const requests = await serving(authority.issue("127.0.0.1", 1), async (port) => {
      const client = clientOf(`https://127.0.0.1:${port}`, authority.ca);
      for (const call of calls) assert.deepEqual(await call(client), { uid: "org/team" });
    });
    assert.equal(requests, 2);
  });

  const rows: readonly (readonly [what: string, certified: Certified, ca: string | undefined, reason: string])[] = [
    [
      "has expired",
      authority.issue("127.0.0.1", -1),
      authority.ca,
      "the connection is not trusted (CERT_HAS_EXPIRED): the certificate has expired",
    ],
    [
      "belongs to another host",
      authority.issue("platform.example.com", 1),
      authority.ca,
      "the connection is not trusted (ERR_TLS_CERT_ALTNAME_INVALID): the certificate belongs to another host",
    ],
    ...[undefined, stranger.ca].map(
      (ca) =>
        [
          `is signed by nobody that ${ca === undefined ? "Node knows" : "is trusted"}`,
          authority.issue("127.0.0.1", 1),
          ca,
          "the connection is not trusted (UNABLE_TO_VERIFY_LEAF_SIGNATURE): the certificate is not signed by a known authority. If it is your own authority, name its file with platform:caFile or PLATFORM_CA_FILE",
        ] as const,
    ),
  ];
  for (const [what, certified, ca, reason] of rows) {
    it(`gets no request and no second attempt when its certificate ${what}, and the error says why`, async () => {
      const requests = await serving(certified, async (port, connections) => {
        for (const [i, call] of calls.entries()) {
          const { message, ambiguous } = await errorOf(call(clientOf(`https://127.0.0.1:${port}`, ca)));
          assert.match(message, /^(GET|POST) \/iam\/v2\/groups\/org\/team: /);
          assert.equal(message.slice(message.indexOf(": ") + 2), reason);
          assert.deepEqual([ambiguous, connections()], [false, i + 1]);
        }
      });
      assert.equal(requests, 0);
    });
  }

  it("gets no second attempt when it does not speak TLS", async () => {
    const plain = createTcpServer((socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}"));
    await listening(plain, async (port, connections) => {
      const { message } = await errorOf(clientOf(`https://127.0.0.1:${port}`).get(target));
      assert.match(message, /: the connection is not trusted \(E\w+\)$/);
      assert.equal(connections(), 1);
    });
  });

  it("gets another attempt after an aborted handshake, also for a create, because nothing was sent", async () => {
    const rude = createTcpServer((socket) => socket.once("data", () => socket.resetAndDestroy()));
    await listening(rude, async (port, connections) => {
      for (const [i, call] of calls.entries()) {
        const { message, ambiguous } = await errorOf(call(clientOf(`https://127.0.0.1:${port}`)));
        assert.match(message, /: cannot connect to https:\/\/127\.0\.0\.1:\d+ \(ECONNRESET\) \(after 5 attempts\)$/);
        assert.deepEqual([ambiguous, connections()], [false, 5 * (i + 1)]);
      }
    });
  });

  it("is looked up again when its name is unknown, and the error says that", async () => {
    // A label of 64 characters is too long for any name server, so that none is asked.
    const client = clientOf(`https://${"x".repeat(64)}.example.com`);
    for (const call of calls) {
      const { message, ambiguous } = await errorOf(call(client));
      assert.match(
        message,
        /: cannot connect to https:\/\/x{64}\.example\.com \((ENOTFOUND|EAI_AGAIN)\) \(after 5 attempts\)$/,
      );
      assert.equal(ambiguous, false);
    }
  });
});
