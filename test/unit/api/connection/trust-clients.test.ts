import assert from "node:assert/strict";
import { path } from "../../../../src/api/path";
import { startRawServer } from "../../../support/raw-server";
import {
  authorities,
  authority,
  clientOf,
  errorOf,
  viaProxy,
  withProxy,
  withTlsPlatform,
} from "../../../support/tls-platform";

const target = path`/iam/v2/groups/${"org/team"}`;

describe("a server that requires a client certificate (row 111)", () => {
  const mine = authority.issue("client.example.com", 1);
  const wanting = { requestCert: true, rejectUnauthorized: true, ca: authorities };

  it("receives it directly and through a proxy, which does not receive it", async () => {
    const certified = {
      ...authority.issue("127.0.0.1", 1),
      requestCert: true,
      rejectUnauthorized: false,
      ca: authorities,
    };
    await withTlsPlatform(
      (base, requests) =>
        withProxy({ certified }, async (proxy) => {
          for (const connection of [{ authorities }, viaProxy(`https://127.0.0.1:${proxy.port}`)]) {
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

  it("causes an error that names the settings when there is none, and nothing is sent", async () => {
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
            "the server may need another client certificate. Set platform:clientCertFile and platform:clientKeyFile (PLATFORM_CLIENT_CERT_FILE and PLATFORM_CLIENT_KEY_FILE)",
          ),
        );
        assert.deepEqual([ambiguous, server.requests.length], [false, 1]);
      } finally {
        await server.close();
      }
    }
  });
});
