import assert from "node:assert/strict";
import type { Duplex } from "node:stream";
import { path } from "../../../../src/description/wire/path";
import { clientOf, errorOf, viaProxy, withProxy, withTlsPlatform } from "./tls-platform";

const target = path`/iam/v2/groups/${"org/team"}`;
const PASSWORD = "canary-of-the-proxy";

describe("a proxy that refuses or fails (row 112)", () => {
  const answering = (text: string) => (socket: Duplex) => void socket.end(text);
  const refusals: readonly (readonly [
    what: string,
    instead: (socket: Duplex) => void,
    tries: number,
    message: string,
  ])[] = [
    [
      "that requires a password",
      answering(
        "HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic\r\ncontent-length: 3\r\n\r\nwho",
      ),
      1,
      "the proxy of PLATFORM_PROXY did not connect to HOST (HTTP 407). Check the user and password in PLATFORM_PROXY",
    ],
    [
      "that cannot find the host",
      answering("HTTP/1.1 502 Bad Gateway\r\n\r\n"),
      5,
      "the proxy of PLATFORM_PROXY did not connect to HOST (HTTP 502)",
    ],
    [
      "that does not speak HTTP",
      answering("SSH-2.0-OpenSSH_9.6\r\n\r\n"),
      5,
      "the proxy of PLATFORM_PROXY cannot be reached (Response does not match the HTTP/1.1 protocol (Expected HTTP/, RTSP/ or ICE/))",
    ],
    [
      "that sends data before the host",
      answering("HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\n\r\n"),
      1,
      "the connection is not trusted (ERR_SSL_WRONG_VERSION_NUMBER)",
    ],
  ];
  for (const [what, instead, tries, message] of refusals)
    it(`${what} causes an error that names its setting and hides its password, and nothing is sent`, async () => {
      await withTlsPlatform((base, requests) =>
        withProxy({ instead }, async (proxy) => {
          const client = clientOf(base, viaProxy(`http://me:${PASSWORD}@localhost:${proxy.port}`));
          for (const [i, call] of [client.get(target), client.create(target, {})].entries()) {
            const error = await errorOf(call);
            const after = tries > 1 ? ` (after ${tries} attempts)` : "";
            const expected = `${message.replace("HOST", base.host)}${after}`;
            assert.equal(error.message, `${i === 0 ? "GET" : "POST"} /iam/v2/groups/org/team: ${expected}`);
            assert.equal(error.ambiguous, false);
            const shown = [error.stack, JSON.stringify(error), String(error.cause)].join();
            assert.ok(!shown.includes(PASSWORD) && !shown.includes(Buffer.from(`me:${PASSWORD}`).toString("base64")));
          }
          assert.deepEqual([proxy.asked.length, requests], [2 * tries, []]);
        }),
      );
    });
});
