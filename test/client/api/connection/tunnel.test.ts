import assert from "node:assert/strict";
import { path } from "../../../../src/description/wire/path";
import { answerOf, withRawServer } from "../../../support/raw-server";
import { newAuthority } from "../../certificates";
import { authority, clientOf, errorOf, TOKEN, viaProxy, withProxy, withTlsPlatform } from "./tls-platform";

const PASSWORD = "canary-of-the-proxy";
const target = path`/iam/v2/groups/${"org/team"}`;

describe("a configured proxy (row 112)", () => {
  for (const [scheme, host] of [
    ["http", "localhost"],
    ["https", "localhost"],
    ["https", "127.0.0.1"],
  ] as const)
    it(`at ${scheme}://${host} receives host, port and its own password, and cannot read the traffic (report: a proxy of the settings is not used)`, async () => {
      const warnings: Error[] = [];
      const warned = (warning: Error) => warnings.push(warning);
      process.on("warning", warned);
      const certified = scheme === "https" ? { certified: authority.issue(host, 1) } : {};
      await withTlsPlatform((base, requests) =>
        withProxy(certified, async (proxy) => {
          const connection = viaProxy(`${scheme}://me:${encodeURIComponent(`${PASSWORD}%`)}@${host}:${proxy.port}`);
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
              ["connection", "host", "proxy-authorization", "proxy-connection"],
            );
            assert.ok(text.includes(`Basic ${credentials}`));
          }
          // In a tunnel there is TLS, in which nothing can be read: neither the token nor the path.
          for (const secret of [TOKEN, "Bearer", "/iam/v2"]) assert.ok(!proxy.seen().includes(secret), secret);
          assert.ok(proxy.seen().length > 1_000);
          assert.ok(requests.every((line) => line.endsWith(`Bearer ${TOKEN}`)));
        }),
      );
      process.off("warning", warned);
      assert.deepEqual(warnings, []);
    });

  it("over TLS must have a certificate for its own name, not for the platform's (report: an https proxy is checked against the name of the server)", async () => {
    await withTlsPlatform((base, requests) =>
      withProxy({ certified: authority.issue(base.hostname, 1) }, async (proxy) => {
        for (const host of ["localhost", "127.0.0.1"]) {
          const error = await errorOf(clientOf(base, viaProxy(`https://${host}:${proxy.port}`)).create(target, {}));
          assert.equal(
            error.message,
            "POST /iam/v2/groups/org/team: the proxy of PLATFORM_PROXY is not trusted (ERR_TLS_CERT_ALTNAME_INVALID): the certificate belongs to another host",
          );
          assert.deepEqual([error.ambiguous, proxy.asked, requests], [false, [], []]);
        }
      }),
    );
  });

  it("is not used for the exceptions of NO_PROXY: names with their subdomains, addresses, ports, or all (report: NO_PROXY is not heeded in each of its forms)", async () => {
    // Nothing listens there.
    const nowhere = "http://127.0.0.1:1";
    for (const [host, exceptions] of [
      ["localhost", ["*", "localhost", ".localhost", "*.LocalHost", "example.com, localhost:PORT", "a.test localhost"]],
      ["127.0.0.1", ["127.0.0.1", "127.0.0.1:PORT\texample.com"]],
    ] as const) {
      const direct = async (base: URL) => {
        const at = (text: string) => clientOf(base, viaProxy(nowhere, text.replace("PORT", base.port))).get(target);
        for (const text of exceptions) assert.deepEqual(await at(text), { uid: "org/team" }, text);
        for (const text of ["", `${host}:1`, "example.com", `not${host}`, `${host}.test`]) await errorOf(at(text));
      };
      await withTlsPlatform(direct, { host });
    }
    await withTlsPlatform((base) =>
      withProxy({}, async ({ port, asked }) => {
        // A subdomain is excepted, so its name is looked up here, where nobody knows it.
        const { message } = await errorOf(clientOf(base, viaProxy(`http://localhost:${port}`, "test")).get(target));
        assert.match(message, /: cannot connect to https:\/\/api\.test:\d+ \((ENOTFOUND|EAI_AGAIN)\)/);
        assert.deepEqual(asked, []);
      }),
    );
  });

  it("is not used for plain HTTP on this machine", async () => {
    await withRawServer(
      (socket) => socket.write(answerOf('{"uid":"org/team"}')),
      async ({ url }) => {
        const client = clientOf(new URL(url), viaProxy("http://127.0.0.1:1"));
        assert.deepEqual(await client.get(target), { uid: "org/team" });
      },
    );
  });

  it("causes an error with its setting when it is missing or not trusted, and nothing is sent", async () => {
    await withTlsPlatform(async (base, requests) => {
      const { message, ambiguous } = await errorOf(clientOf(base, viaProxy("http://127.0.0.1:1")).create(target, {}));
      assert.match(message, /: the proxy of PLATFORM_PROXY cannot be reached \(ECONNREFUSED\) \(after 5 attempts\)$/);
      assert.equal(ambiguous, false);
      const stranger = newAuthority("a stranger").issue("localhost", 1);
      await withProxy({ certified: stranger }, async (proxy) => {
        const error = await errorOf(clientOf(base, viaProxy(`https://localhost:${proxy.port}`)).create(target, {}));
        assert.match(
          error.message,
          /: the proxy of PLATFORM_PROXY is not trusted \(UNABLE_TO_VERIFY_LEAF_SIGNATURE\): the certificate is not signed by a known authority\. If it is your own authority, name its file with platform:caFile or PLATFORM_CA_FILE$/,
        );
        assert.deepEqual([error.ambiguous, proxy.asked, requests], [false, [], []]);
      });
    });
  });
});
