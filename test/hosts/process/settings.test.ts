import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { resources } from "../../../src/description/resources";
import { type Emulator, startEmulator } from "../../../src/emulator";
import { HostError } from "../../support/host";
import { fewestInputs, handWrittenInputs, types } from "../../support/host-samples";
import { type AnyHost, type AnyHostOptions, describeHosts, TYPE, unchanged } from "../../support/hosts";
import { populate } from "../../support/platform";

describeHosts("a host process", (start) => {
  let emulator: Emulator;
  beforeEach(async () => {
    emulator = await startEmulator({ port: 0 });
  });
  afterEach(() => emulator.close());

  const started = async (options: AnyHostOptions, test: (host: AnyHost) => Promise<void>) => {
    const host = await start(options);
    try {
      await test(host);
    } finally {
      await host.close();
    }
    assert.equal(host.shown(), "");
  };

  it("lets many requests wait for their turn, without a warning of Node", async () => {
    const put = (_: unknown, i: number) => emulator.put("iam:Group", emulator.organization.uid, { name: `group-${i}` });
    const uids = Array.from({ length: 60 }, put).map(({ uid }) => String(uid));
    emulator.fault({ method: "DELETE", path: "/iam/v2/groups", times: Infinity, action: { kind: "delay", ms: 100 } });
    await started({ environment: emulator.environment }, async (host) => {
      const group = { [TYPE]: "iam:Group", parentUid: emulator.organization.uid };
      await Promise.all(uids.map((uid) => host.delete(uid, group)));
      assert.deepEqual(
        uids.filter((uid) => emulator.get(uid) !== undefined),
        [],
      );
    });
  });

  it("serves the first calls of several types at the same time", async () => {
    const root = emulator.organization.uid;
    const put = (name: string) => String(emulator.put("iam:Group", root, { name }).uid);
    const world = populate(emulator);
    const [read, deleted] = [["one", "two", "three"].map(put), ["four", "five", "six"].map(put)];
    const group = { [TYPE]: "iam:Group", parentUid: root };
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

  const inputs = { [TYPE]: "iam:Group", parentUid: "org", name: "team" };
  const verbs: [name: string, call: (host: AnyHost) => Promise<unknown>][] = [
    ["create", (host) => host.create(inputs)],
    ["read", (host) => host.read("org/a", inputs)],
    ["update", (host) => host.update("org/a", inputs, { ...inputs, description: "new" })],
    ["delete", (host) => host.delete("org/a", inputs)],
  ];

  const refusedByAll = (host: AnyHost, message: string) =>
    Promise.all(
      [...verbs, ...verbs].map(([name, call]) =>
        assert.rejects(call(host), { message, status: 2, incomplete: undefined }, name),
      ),
    );

  const oldConfig =
    '. After "pulumi config set", also run pulumi up, or add --run-program, because pulumi refresh and pulumi destroy use the config of the last pulumi up';

  it("names a missing setting in one line, for every verb that needs it, each time, and an old config in a run without the program", async () => {
    const missing =
      'platform:baseUrl is not set. Run "pulumi config set platform:baseUrl <value>", or set PLATFORM_BASE_URL in the environment';
    await started({}, async (host) => {
      await refusedByAll(host, missing + oldConfig);
      assert.deepEqual((await host.check({}, inputs)).failures, []);
      await refusedByAll(host, missing);
      assert.deepEqual(await host.diff("org/a", inputs, inputs), unchanged);
    });
  });

  it("names the ways to set a token if there is none, and sends nothing", async () => {
    await started({ environment: { PLATFORM_BASE_URL: emulator.url } }, async (host) => {
      const missing =
        'No token is set. Set PLATFORM_TOKEN (or PLATFORM_TOKEN_FILE, PLATFORM_TOKEN_COMMAND, or PLATFORM_IDENTITY in a CI job that has an ID token) in the environment, or run "pulumi config set --secret platform:token <token>"';
      await refusedByAll(host, missing + oldConfig);
      assert.deepEqual((await host.check({}, inputs)).failures, []);
      await refusedByAll(host, missing);
    });
    assert.deepEqual(emulator.requests, []);
  });

  it("tries again at the next call if a token file was missing at the first", async () => {
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
