import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import type { Client } from "../../../../src/client/api/client";
import { path } from "../../../../src/description/wire/path";
import { type Certified, newAuthority } from "../../certificates";
import { authorities, authority, clientOf, errorOf, withTlsPlatform } from "./tls-platform";

const target = path`/iam/v2/groups/${"org/team"}`;

/** Runs a test against a server without TLS. */
async function withTcpServer(onSocket: (socket: Socket) => void, test: (origin: URL) => Promise<void>) {
  const server: Server = createServer((socket) => onSocket(socket.on("error", () => undefined))).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    await test(new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}`));
  } finally {
    server.close();
  }
}

const calls = [(client: Client) => client.get(target), (client: Client) => client.create(target, { name: "x" })];

describe("a server over TLS (row 37)", () => {
  const valid = authority.issue("127.0.0.1", 1);

  it("gets requests when its certificate is valid", () =>
    withTlsPlatform(
      async (base, requests) => {
        for (const call of calls) assert.deepEqual(await call(clientOf(base, { authorities })), { uid: "org/team" });
        assert.equal(requests.length, 2);
      },
      { host: "127.0.0.1" },
    ));

  const rows: readonly (readonly [
    what: string,
    certified: Certified,
    trusted: typeof authorities | undefined,
    reason: string,
  ])[] = [
    [
      "has expired",
      authority.issue("127.0.0.1", -1),
      authorities,
      "the connection is not trusted (CERT_HAS_EXPIRED): the certificate has expired",
    ],
    [
      "belongs to another host",
      authority.issue("platform.example.com", 1),
      authorities,
      "the connection is not trusted (ERR_TLS_CERT_ALTNAME_INVALID): the certificate belongs to another host",
    ],
    ...[undefined, [newAuthority("another authority").ca]].map(
      (trusted) =>
        [
          `is signed by nobody that ${trusted === undefined ? "Node knows" : "is trusted"}`,
          valid,
          trusted,
          "the connection is not trusted (UNABLE_TO_VERIFY_LEAF_SIGNATURE): the certificate is not signed by a known authority. If it is your own authority, name its file with platform:caFile or PLATFORM_CA_FILE",
        ] as const,
    ),
  ];
  for (const [what, certified, trusted, reason] of rows) {
    it(`gets no request and no second attempt when its certificate ${what}, and the error says why`, () =>
      withTlsPlatform(
        async (base, requests) => {
          for (const call of calls) {
            const { message, ambiguous } = await errorOf(call(clientOf(base, trusted && { authorities: trusted })));
            assert.match(message, /^(GET|POST) \/iam\/v2\/groups\/org\/team: /);
            assert.equal(message.slice(message.indexOf(": ") + 2), reason);
            assert.deepEqual([ambiguous, requests], [false, []]);
          }
        },
        { host: "127.0.0.1", ...certified },
      ));
  }

  it("gets another attempt after an aborted handshake, also for a create, because nothing was sent", async () => {
    const abort = (socket: Socket) => socket.once("data", () => socket.resetAndDestroy());
    await withTcpServer(abort, async (origin) => {
      for (const call of calls) {
        const { message, ambiguous } = await errorOf(call(clientOf(origin)));
        assert.match(
          message,
          /: cannot connect to https:\/\/127\.0\.0\.1:\d+ \(ECONNRESET\) \(after 5 attempts\)\. Check the base URL /,
        );
        assert.equal(ambiguous, false);
      }
    });
  });

  it("is looked up again when its name is unknown, and the error says that", async () => {
    // A label of 64 characters is too long for any name server, so that none is asked.
    const client = clientOf(new URL(`https://${"x".repeat(64)}.example.com`));
    for (const call of calls) {
      const { message, ambiguous } = await errorOf(call(client));
      assert.match(
        message,
        /: cannot connect to https:\/\/x{64}\.example\.com \((ENOTFOUND|EAI_AGAIN)\) \(after 5 attempts\)\. Check the base URL /,
      );
      assert.equal(ambiguous, false);
    }
  });
});
