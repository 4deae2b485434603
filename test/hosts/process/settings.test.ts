import assert from "node:assert/strict";
import { type Emulator, startEmulator } from "../../../src/emulator";
import { type AnyHost, type AnyHostOptions, describeHosts, TYPE, unchanged } from "./hosts";

describeHosts("a host process", (start) => {
  let emulator: Emulator;
  beforeEach(async () => {
    emulator = await startEmulator({ port: 0 });
  });
  afterEach(() => emulator.close());

  /** Runs a test with a host. Returns what the host showed. */
  const started = async (options: AnyHostOptions, test: (host: AnyHost) => Promise<void>) => {
    const host = await start(options);
    try {
      await test(host);
    } finally {
      await host.close();
    }
    return host.shown();
  };
  const inputs = { [TYPE]: "iam:Group", parentUid: "org", name: "team" };
  /** Calls each verb twice at the same time. All must fail with the message. */
  const refusedByAll = (host: AnyHost, message: string) => {
    const verbs = [
      () => host.create(inputs),
      () => host.read("org/a", inputs),
      () => host.update("org/a", inputs, { ...inputs, description: "new" }),
      () => host.delete("org/a", inputs),
    ];
    const expected = { message, status: 2, incomplete: undefined };
    return Promise.all([...verbs, ...verbs].map((call) => assert.rejects(call(), expected)));
  };

  const oldConfig =
    '. After "pulumi config set", also run pulumi up, or add --run-program, because pulumi refresh and pulumi destroy use the config of the last pulumi up';
  const refused: readonly (readonly [what: string, environment: Record<string, string>, message: string])[] = [
    [
      "a missing address",
      {},
      'platform:baseUrl is not set. Run "pulumi config set platform:baseUrl <value>", or set PLATFORM_BASE_URL in the environment',
    ],
    [
      "a missing token",
      { PLATFORM_BASE_URL: "https://api.example.com" },
      'No token is set. Set PLATFORM_TOKEN (or PLATFORM_TOKEN_FILE, PLATFORM_TOKEN_COMMAND, or PLATFORM_IDENTITY in a CI job that has an ID token) in the environment, or run "pulumi config set --secret platform:token <token>"',
    ],
  ];
  for (const [what, environment, message] of refused)
    it(`names ${what} in one line, for every verb that needs it, each time, and an old config in a run without the program`, async () => {
      const shown = await started({ environment }, async (host) => {
        await refusedByAll(host, message.includes("pulumi config set") ? message + oldConfig : message);
        assert.deepEqual((await host.check({}, inputs)).failures, []);
        await refusedByAll(host, message);
        assert.deepEqual(await host.diff("org/a", inputs, inputs), unchanged);
      });
      assert.equal(shown, "");
    });

  it("prints a line for each request if it is told to, without queries and bodies, and otherwise nothing (row 71)", async () => {
    const group = { [TYPE]: "iam:Group", parentUid: emulator.organization.uid, description: "canary" };
    const printed = (PLATFORM_LOG: string) =>
      started({ environment: { ...emulator.environment, PLATFORM_LOG } }, async (host) => {
        await host.create({ ...group, name: `team${PLATFORM_LOG}` });
      });
    assert.equal(await printed(""), "");
    emulator.clearRequests();
    const lines = (await printed("debug")).trimEnd().split("\n");
    const sent = emulator.requests.map(({ method, path, status }) => `platform: ${method} ${path}: HTTP ${status}`);
    assert.ok(sent.length >= 2);
    assert.deepEqual(
      lines.map((line) => line.replace(/(, request \S+)? \(\d+ ms\)$/, "")),
      sent,
    );
  });

  it("ends an operation after the time of its setting, and the error says what may exist", async () => {
    const parentUid = emulator.organization.uid;
    emulator.fault({ method: "POST", path: `/iam/v2/groups/${parentUid}`, when: "after", action: { kind: "hang" } });
    const environment = { ...emulator.environment, PLATFORM_OPERATION_TIMEOUT: "2" };
    await started({ environment }, (host) =>
      assert.rejects(
        host.create({ [TYPE]: "iam:Group", parentUid, name: "team" }),
        /no response within [01]\.\d+ s\. The response to the create was lost, so a Group with this name may exist /,
      ),
    );
  });
});
