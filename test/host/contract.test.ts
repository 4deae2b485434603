import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runtime } from "@pulumi/pulumi";
import { type Emulator, startEmulator } from "../../src/emulator";
import * as platform from "../../src/index";
import { resources } from "../../src/resources";
import { nameOf } from "../../src/spec/resource";
import { type Host, HostError, providerText, startHost } from "../support/host";
import { fewestInputs, handWrittenInputs, types, unchanged } from "../support/host-samples";
import { populate } from "../support/platform";

/** What a program's classes tell the engine to record, by type. */
async function registeredProviders(): Promise<Map<string, string>> {
  const seen = new Map<string, string>();
  await runtime.setMocks({
    newResource: ({ type, name, inputs }) => {
      seen.set(type.replace("pulumi-nodejs:dynamic/platform/", ""), String(inputs.__provider));
      return { id: `${name}-id`, state: inputs };
    },
    call: () => ({}),
  });
  const names = Object.values(resources).map(nameOf);
  for (const [name, value] of Object.entries(platform)) {
    // What the arguments are does not matter to what is recorded beside them.
    if (names.includes(name)) new (value as unknown as typeof platform.Group)(name, { parentUid: "org" });
  }
  await runtime.disconnect();
  // The process goes on to other tests, whose lookups must not be answered by these mocks.
  runtime.setMockOptions(undefined);
  assert.equal(runtime.hasMonitor(), false);
  return seen;
}

describe("the provider text in the state", () => {
  it("is a constant of at most 120 bytes and contains nothing of the environment (row 70)", async () => {
    process.env.PLATFORM_TOKEN = "canary-in-the-environment";
    try {
      const providers = await registeredProviders();
      assert.ok(providers.size >= 5);
      for (const [type, text] of providers) {
        assert.equal(text, providerText(type));
        assert.ok(Buffer.byteLength(text) <= 120, text);
      }
    } finally {
      delete process.env.PLATFORM_TOKEN;
    }
  });

  it("works in the host for every type, from the installed package", async () => {
    const host = await startHost();
    try {
      for (const type of types) {
        const { inputs, failures } = await host.check({}, { __provider: providerText(type) });
        assert.deepEqual(inputs, { __provider: providerText(type) });
        assert.ok(
          failures.some(({ reason }) => / is required$/.test(reason)),
          type,
        );
      }
    } finally {
      await host.close();
    }
    assert.equal(host.stderr(), "");
  });

  it("gives advice when a newer version wrote it", async () => {
    const host = await startHost();
    try {
      await assert.rejects(host.create({ __provider: providerText("iam:Later") }), {
        message:
          "pulumi-platform has no resource of type iam:Later: the state was written by a newer version; install that one",
        status: 2,
        incomplete: undefined,
      });
    } finally {
      await host.close();
    }
  });
});

describe("a host process", () => {
  let emulator: Emulator;
  beforeEach(async () => {
    emulator = await startEmulator({ port: 0 });
  });
  afterEach(() => emulator.close());

  const started = async (options: Parameters<typeof startHost>[0], test: (host: Host) => Promise<void>) => {
    const host = await startHost(options);
    try {
      await test(host);
    } finally {
      await host.close();
    }
    assert.equal(host.stderr(), "");
  };

  it("answers verbs of several types that are its first calls and come at once", async () => {
    const root = emulator.organization.uid;
    const put = (name: string) => String(emulator.put("iam:Group", root, { name }).uid);
    const world = populate(emulator);
    const [read, deleted] = [["one", "two", "three"].map(put), ["four", "five", "six"].map(put)];
    const group = { __provider: providerText("iam:Group"), parentUid: root };
    await started({ config: { "platform:baseUrl": emulator.url, "platform:token": emulator.token } }, async (host) => {
      const reads = read.map((uid, i) => host.read(uid, { ...group, name: "abc".charAt(i) }));
      const deletes = deleted.map((uid) => host.delete(uid, group));
      const kept = types.filter((type) => resources[type]?.lifecycle === undefined);
      const creates = kept.map((type) => host.create(fewestInputs(world, type)));
      const diff = host.diff("x", { ...group, name: "a" }, { ...group, name: "a" });
      assert.deepEqual(
        (await Promise.all(reads)).map(({ id }) => id),
        read,
      );
      await Promise.all(deletes);
      assert.deepEqual(
        deleted.map((uid) => emulator.get(uid)),
        [undefined, undefined, undefined],
      );
      for (const { id } of await Promise.all(creates)) assert.ok(emulator.get(id));
      assert.deepEqual(await diff, unchanged);
    });
  });

  const inputs = { __provider: providerText("iam:Group"), parentUid: "org", name: "team" };
  const verbs: [name: string, call: (host: Host) => Promise<unknown>][] = [
    ["create", (host) => host.create(inputs)],
    ["read", (host) => host.read("org/a", inputs)],
    ["update", (host) => host.update("org/a", inputs, { ...inputs, description: "new" })],
    ["delete", (host) => host.delete("org/a", inputs)],
  ];

  const refusedByAll = (host: Host, message: string) =>
    Promise.all(
      [...verbs, ...verbs].map(([name, call]) =>
        assert.rejects(call(host), { message, status: 2, incomplete: undefined }, name),
      ),
    );

  it("names a missing setting in one line, for every verb that needs it, each time", async () => {
    await started({}, async (host) => {
      await refusedByAll(
        host,
        'platform:baseUrl is not set: run "pulumi config set platform:baseUrl <value>", or set PLATFORM_BASE_URL in the environment',
      );
      assert.deepEqual((await host.check({}, inputs)).failures, []);
      assert.deepEqual(await host.diff("org/a", inputs, inputs), unchanged);
    });
  });

  it("names the ways to give a token when there is none, and sends nothing", async () => {
    await started({ environment: { PLATFORM_BASE_URL: emulator.url } }, async (host) => {
      await refusedByAll(
        host,
        'no token: set PLATFORM_TOKEN (or PLATFORM_TOKEN_FILE, PLATFORM_TOKEN_COMMAND, or PLATFORM_IDENTITY in a CI job that has an ID token) in the environment, or run "pulumi config set --secret platform:token <token>"',
      );
    });
    assert.deepEqual(emulator.requests, []);
  });

  it("tries again at the next call when a token file was missing at the first", async () => {
    const directory = mkdtempSync(join(tmpdir(), "platform-token-"));
    const file = join(directory, "token");
    const environment = { PLATFORM_BASE_URL: emulator.url, PLATFORM_TOKEN_FILE: file };
    try {
      await started({ environment }, async (host) => {
        const news = handWrittenInputs(emulator, "iam:Group");
        await assert.rejects(host.create(news), {
          message: `PLATFORM_TOKEN_FILE: cannot read the token file ${file} (ENOENT)`,
        });
        writeFileSync(file, `${emulator.token}\n`, { mode: 0o600 });
        const { id } = await host.create(news);
        assert.equal(emulator.get(id)?.name, "team");
      });
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  it("prefers the token of the environment to the recorded one", async () => {
    const config = { "platform:baseUrl": emulator.url, "platform:token": "an-old-token-in-the-config" };
    await started({ config, environment: { PLATFORM_TOKEN: emulator.token } }, async (host) => {
      assert.match((await host.create(handWrittenInputs(emulator, "iam:Group"))).id, /\//);
    });
    await started({ config }, async (host) => {
      const refused = await host.create(handWrittenInputs(emulator, "iam:Group")).catch((error: unknown) => error);
      assert.ok(refused instanceof HostError);
      assert.match(
        refused.message,
        /^\[UNAUTHENTICATED\] GET \/iam\/v2\/groups: .*\. Check the token: PLATFORM_TOKEN /,
      );
      assert.doesNotMatch(refused.message, /\n|an-old-token/);
    });
  });
});
