import assert from "node:assert/strict";
import { type Emulator, startEmulator } from "../../../src/emulator";
import type { Props } from "../../support/host";
import { hostileSinks, hostileUids } from "../../support/hostile";
import { type AnyHost, type AnyHostOptions, describeHosts, TYPE } from "../../support/hosts";
import { type RawServer, startRawServer } from "../../support/raw-server";

const HINT = "must be a uid, like 1a2b/3c4d: ids of letters, digits, - and _ joined by slashes";

const provided = (type: string, values: Props): Props => ({ [TYPE]: type, ...values });

const verbs = (host: AnyHost, id: string, inputs: Props): Record<string, () => Promise<unknown>> => ({
  read: () => host.read(id, inputs),
  update: () => host.update(id, inputs, { ...inputs, description: "new" }),
  delete: () => host.delete(id, inputs),
});

describeHosts("a hostile value", (start) => {
  let emulator: Emulator;
  beforeEach(async () => {
    emulator = await startEmulator({ port: 0 });
  });
  afterEach(async () => {
    await emulator.close();
    assert.deepEqual(emulator.requests, [], "nothing was to be asked");
  });

  const hosted = async (options: AnyHostOptions, test: (host: AnyHost) => Promise<void>) => {
    const host = await start(options);
    try {
      await test(host);
    } finally {
      await host.close();
    }
    assert.equal(host.shown(), "");
  };

  it("as a parent, a uid to adopt, a name or a sink fails the check in one line, and nothing is sent (rows 72, 73, 78)", () =>
    hosted({ environment: emulator.environment }, async (host) => {
      const complaints: [inputs: Props, start: string][] = [
        ...Object.values(hostileUids).flatMap((uid): [Props, string][] => [
          [provided("iam:Group", { parentUid: uid, name: "team" }), `parentUid ${HINT}`],
          [provided("iam:Group", { parentUid: "o", name: "team", adoptUid: uid }), `adoptUid ${HINT}`],
        ]),
        ...["a\nb", "\u202eabc", "🙂", "A".repeat(10_240)].map((name): [Props, string] => [
          provided("iam:Identity", { parentUid: "o", name, servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" }),
          "name must be lower-case letters, ",
        ]),
        ...Object.values(hostileSinks).map((sink): [Props, string] => [
          provided("events:Subscription", { parentUid: "o", sink }),
          "sink must ",
        ]),
      ];
      for (const [inputs, start] of complaints) {
        const { failures } = await host.check({}, inputs);
        assert.equal(failures.length, 1, JSON.stringify(failures));
        const { reason = "" } = failures[0] ?? {};
        assert.ok(reason.startsWith(start), reason);
        assert.doesNotMatch(reason, /\n|canary/);
      }
    }));

  const withTls = { NODE_TLS_REJECT_UNAUTHORIZED: "0" };
  const places: Readonly<Record<string, (port: string) => [options: AnyHostOptions, message: string]>> = {
    "a base URL with a password in it": (port) => [
      { config: { "platform:baseUrl": `http://user:canary@127.0.0.1:${port}` } },
      "platform:baseUrl: must not contain a user name or password",
    ],
    "a base URL that only begins like this machine's": (port) => [
      { environment: { PLATFORM_BASE_URL: `http://127.0.0.1.evil.test:${port}` } },
      "PLATFORM_BASE_URL: must be an https URL (http is for loopback addresses only)",
    ],
    "a base URL with a query": (port) => [
      { config: { "platform:baseUrl": `http://127.0.0.1:${port}/?x=` } },
      "platform:baseUrl: must not contain a query or fragment",
    ],
    "an invalid base URL": () => [
      { environment: { PLATFORM_BASE_URL: "127.0.0.1" } },
      "PLATFORM_BASE_URL: must be a URL, like https://api.example.com",
    ],
    "an environment without the check of certificates": () => [
      { environment: { ...withTls, PLATFORM_BASE_URL: "https://api.example.com" } },
      "NODE_TLS_REJECT_UNAUTHORIZED=0 switches off the check of certificates in this process.\n- Unset it, and name the file of your own authority with platform:caFile or PLATFORM_CA_FILE.",
    ],
    "a log of another kind": (port) => [
      { config: { "platform:baseUrl": `http://127.0.0.1:${port}` }, environment: { PLATFORM_LOG: "all" } },
      "PLATFORM_LOG: must be debug, or not set",
    ],
  };
  for (const [place, make] of Object.entries(places)) {
    it(`as ${place} is refused by every verb in one line that names the setting, and nothing is sent (rows 75, 79)`, () => {
      const [options, message] = make(new URL(emulator.url).port);
      const environment = { PLATFORM_TOKEN: emulator.token, ...options.environment };
      return hosted({ ...options, environment }, async (host) => {
        const inputs = provided("iam:Group", { parentUid: "o", name: "a" });
        for (const call of [() => host.create(inputs), ...Object.values(verbs(host, "o/a", inputs))]) {
          await assert.rejects(call(), { message, status: 2, incomplete: undefined });
        }
      });
    });
  }
});

describeHosts("a proxy that only the environment contains", (start) => {
  let emulator: Emulator;
  let proxy: RawServer;
  beforeEach(async () => {
    emulator = await startEmulator({ port: 0 });
    proxy = await startRawServer((socket) => socket.end("HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n"));
  });
  afterEach(async () => {
    await proxy.close();
    await emulator.close();
  });

  it("is not used, so the token goes only to the platform (row 79)", async () => {
    const names = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"].flatMap((name) => [name, name.toLowerCase()]);
    const environment = {
      ...emulator.environment,
      ...Object.fromEntries(names.map((name) => [name, proxy.url])),
      // Nothing is excepted, and Node is asked to mind the variables.
      ...{ NO_PROXY: "", no_proxy: "", NODE_USE_ENV_PROXY: "1" },
    };
    const inputs = provided("iam:Group", { parentUid: emulator.organization.uid, name: "team" });
    const [plain, secure] = await Promise.all([
      start({ environment }),
      start({ environment: { ...environment, PLATFORM_BASE_URL: emulator.url.replace("http:", "https:") } }),
    ]);
    try {
      const { id, properties } = await plain.create(inputs);
      assert.equal((await plain.read(id, properties)).id, id);
      await plain.deleteLater(id, properties);
      // The emulator speaks no TLS, which can only be known by asking it.
      await assert.rejects(secure.create(inputs), /the connection is not trusted \(ERR_SSL_/);
    } finally {
      await Promise.all([plain.close(), secure.close()]);
    }
    assert.ok(emulator.requests.length >= 4);
    assert.deepEqual(proxy.requests, []);
  });
});
