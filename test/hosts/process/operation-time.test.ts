import assert from "node:assert/strict";
import { type Emulator, startEmulator } from "../../../src/emulator";
import { HostError } from "../../support/host";
import { handWrittenInputs } from "../../support/host-samples";
import { type AnyHost, describeHosts } from "../../support/hosts";

describeHosts("the time limit of an operation in a host", (start) => {
  let emulator: Emulator;
  beforeEach(async () => {
    emulator = await startEmulator();
  });
  afterEach(() => emulator.close());

  const errorOf = async (seconds: string, call: (host: AnyHost) => Promise<unknown>): Promise<HostError> => {
    const host = await start({ environment: { ...emulator.environment, PLATFORM_OPERATION_TIMEOUT: seconds } });
    try {
      const error = await call(host).then(
        () => assert.fail("the call succeeded"),
        (cause: unknown) => cause,
      );
      assert.ok(error instanceof HostError, String(error));
      return error;
    } finally {
      await host.close();
    }
  };

  it("ends a create without a response, and the error says what may exist and what to do", async () => {
    const parent = emulator.organization.uid;
    emulator.fault({ method: "POST", path: `/iam/v2/groups/${parent}`, when: "after", action: { kind: "hang" } });
    const { message } = await errorOf("2", (host) => host.create(handWrittenInputs(emulator, "iam:Group")));
    assert.match(
      message,
      /^POST \S+: no response within [01]\.\d+ s\. The response to the create was lost, so a Group with this name /,
    );
    assert.ok(
      message.includes(`may exist under ${parent} (no time was left to look for it).\n- Run the same command again.`),
    );
    assert.equal(emulator.list("iam:Group").filter(({ name }) => name === "team").length, 1);
  });

  it("is refused in one line unless it is a whole number of seconds up to ten minutes, before any request", async () => {
    const { message } = await errorOf("601", (host) => host.create(handWrittenInputs(emulator, "iam:Group")));
    assert.equal(message, "PLATFORM_OPERATION_TIMEOUT: must be a whole number of seconds from 1 to 600");
    assert.deepEqual(emulator.requests, []);
  });
});
