import assert from "node:assert/strict";
import { parseProxy } from "../../../../src/client/api/connection/connection";
import { idTokenOf } from "../../../../src/client/api/credentials/oidc";
import { createTransport } from "../../../../src/client/api/transport";
import { path } from "../../../../src/description/wire/path";
import { newAuthority } from "../../certificates";
import { startConnectProxy } from "../../connect-proxy";
import { authorities, clientOf, errorOf, TOKEN, withProxy, withTlsPlatform } from "./tls-platform";

const target = path`/iam/v2/groups/${"org/team"}`;

describe("the check of certificates (row 110)", () => {
  it("stays on when another library disables it for the process", async () => {
    const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    const forger = newAuthority("nobody knows it");
    await withTlsPlatform(
      (base, requests) =>
        withProxy({}, async (proxy) => {
          const secureProxy = await startConnectProxy({ certified: forger.issue("localhost", 1) });
          process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
          try {
            const viaProxy = parseProxy({ value: `http://localhost:${proxy.port}`, origin: "PLATFORM_PROXY" }, "");
            const viaSecure = parseProxy(
              { value: `https://localhost:${secureProxy.port}`, origin: "PLATFORM_PROXY" },
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
      { host: "127.0.0.1", ...forger.issue("127.0.0.1", 1) },
    );
  });
});
