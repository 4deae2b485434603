import assert from "node:assert/strict";
import { type Emulator, startEmulator } from "../../../src/emulator";
import { HostError } from "../../support/host";
import { handWrittenInputs } from "../../support/host-samples";
import { type AnyHost, describeHosts, TYPE } from "../../support/hosts";

const errorOf = async (call: Promise<unknown>): Promise<HostError> => {
  const error = await call.then(
    () => assert.fail("the call succeeded"),
    (cause: unknown) => cause,
  );
  assert.ok(error instanceof HostError, String(error));
  return error;
};

describeHosts("an error of a verb", (start) => {
  let emulator: Emulator;
  let host: AnyHost;
  let secrets: string[];
  before(async () => {
    emulator = await startEmulator({ port: 0 });
    secrets = [emulator.token, emulator.registryToken];
    host = await start({ environment: emulator.environment });
  });
  after(async () => {
    await host.close();
    await emulator.close();
    // All errors of this suite: none was printed, so none was shown twice and no secret reached a log.
    assert.equal(host.shown(), "");
  });

  const group = async () => {
    const news = { ...handWrittenInputs(emulator, "iam:Group"), name: `team-${emulator.list("iam:Group").length}` };
    const { id, properties } = await host.create(news);
    return { id, properties, news, target: `/iam/v2/groups/${id}` };
  };

  it("is one line with code, method and path for every verb, and UNKNOWN to gRPC for every code of the platform (row 81)", async () => {
    const { id, properties, news, target } = await group();
    for (const code of ["INVALID_ARGUMENT", "PERMISSION_DENIED", "OUT_OF_RANGE", "UNIMPLEMENTED"] as const) {
      const verbs: [method: string, path: string, call: () => Promise<unknown>][] = [
        ["GET", "/iam/v2/groups", () => host.create({ ...news, name: "other" })],
        ["GET", target, () => host.read(id, properties)],
        ["PATCH", target, () => host.update(id, properties, { ...news, description: "new" })],
        ["DELETE", target, () => host.deleteLater(id, properties)],
      ];
      for (const [method, path, call] of verbs) {
        // Where a list is refused that serves many looks and reads, each asks for itself.
        const fault = emulator.fault({
          method,
          path: "/iam/v2/groups",
          times: 9,
          action: { kind: "status", code, message: "because" },
        });
        const { message, status, incomplete } = await errorOf(call());
        fault.remove();
        // A refused write also says who can grant the right, on a line of its own.
        const [first = "", ...remedies] = message.split("\n- ");
        assert.deepEqual(
          { first, status, incomplete },
          { first: `[${code}] ${method} ${path}: "because"`, status: 2, incomplete: undefined },
        );
        assert.deepEqual(
          remedies.filter(
            (remedy) =>
              !/^If the token's identity lacks the capability CAP_\S+ or CAP_\S+ in this group, ask an owner/.test(
                remedy,
              ),
          ),
          [],
        );
      }
    }
  });

  it("contains no secret that a server repeats, in the message or in its details (row 67)", async () => {
    const { id, properties } = await group();
    const [token = ""] = secrets;
    const violations = [{ type: "ECHO", subject: token, description: `sent Bearer ${token}` }];
    for (const action of [
      { kind: "status", code: "INVALID_ARGUMENT", message: `bad header "Bearer ${token}", or ${token}` },
      {
        kind: "status",
        code: "FAILED_PRECONDITION",
        message: token,
        details: [{ kind: "PreconditionFailure", violations }],
      },
      { kind: "body", status: 403, body: `<html>${token}</html>` },
      { kind: "body", status: 200, body: `{"uid":"${token}"}` },
      { kind: "body", status: 302, headers: { location: `https://login.example.com/?t=${token}` }, body: "" },
    ] as const) {
      for (const [method, call] of [
        ["GET", () => host.read(id, properties)],
        ["DELETE", () => host.deleteLater(id, properties)],
      ] as const) {
        if (method === "DELETE" && action.kind === "body" && action.status === 200) continue; // A success.
        // A delete that is blocked is tried once more at the end.
        const fault = emulator.fault({ method, path: `/iam/v2/groups/${id}`, times: 9, action });
        const error = await errorOf(call());
        fault.remove();
        for (const secret of secrets)
          assert.ok(!JSON.stringify([error.message, error.incomplete]).includes(secret), error.message);
      }
    }
  });

  it("contains no secret input that a server echoes, new or recorded (row 67)", async () => {
    const [NEW, OLD] = ["canary-client-secret-new", "canary-client-secret-old"];
    const parentUid = emulator.organization.uid;
    const defaultRole = String(emulator.put("iam:Role", parentUid, { name: "r", capabilities: ["CAP_REPO_LIST"] }).uid);
    const inputs = (clientSecret: string) => ({
      [TYPE]: "iam:IdentityProvider",
      parentUid,
      name: "sso",
      defaultRole,
      oidc: { issuer: "https://login.example.com", clientId: "c", clientSecret },
    });
    const echo = (method: string) =>
      emulator.fault({
        method,
        path: /^\/iam\/v2\/identityProviders\/.+/,
        action: { kind: "status", code: "INVALID_ARGUMENT", message: `body had ${NEW} and ${OLD}` },
      });
    // A host of its own for each: what another call has seen is not to help.
    for (const [method, said, call] of [
      ["POST", `[redacted] and ${OLD}`, (host: AnyHost) => host.create(inputs(NEW))],
      [
        "PATCH",
        "[redacted] and [redacted]",
        (host: AnyHost) => host.update(`${parentUid}/i`, inputs(OLD), inputs(NEW)),
      ],
      ["DELETE", `${NEW} and [redacted]`, (host: AnyHost) => host.delete(`${parentUid}/i`, inputs(OLD))],
    ] as const) {
      const other = await start({ environment: emulator.environment });
      const fault = echo(method);
      const { message } = await errorOf(call(other));
      fault.remove();
      await other.close();
      assert.ok(message.startsWith("[INVALID_ARGUMENT] ") && message.endsWith(`: "body had ${said}"`), message);
      assert.equal(other.shown(), "");
    }
  });

  it("shows text of other tenants on one line, so that it cannot forge log lines (row 118)", async () => {
    const { id, properties } = await group();
    const [, child] = ["a\n::error::b", "\u202eevil\u200b\u2028##[error]x"].map((name) =>
      String(emulator.edit(String(emulator.put("iam:Group", id, { name: "theirs" }).uid), { name }).uid),
    );
    const { message } = await errorOf(host.deleteLater(id, properties));
    const [, ...lines] = message.split("\n");
    assert.ok(
      lines.some((line) => line.startsWith('  - Group "a ::error::b" (')),
      message,
    );
    assert.ok(lines.includes(`  - Group " evil # #[error]x" (${child})`), message);
    assert.equal(lines.length, 5);
  });

  it("shows at most the origin of a sink, even when another party repeats it (row 116)", async () => {
    const sink = "https://hooks.example.com/services/canary-T0/canary-B0?key=canary";
    const parentUid = emulator.organization.uid;
    const inputs = { [TYPE]: "events:Subscription", parentUid, sink };
    const other = await start({ environment: emulator.environment });
    const message = `cannot reach ${sink}: ${encodeURIComponent(sink)}, POST /services/canary-T0/canary-B0?key=canary`;
    emulator.fault({
      method: "POST",
      path: /^\/events\//,
      action: { kind: "status", code: "INVALID_ARGUMENT", message },
    });
    const refused = await errorOf(other.create(inputs));
    const { id } = await other.create(inputs);
    const taken = await errorOf(other.create(inputs));
    const { failures } = await other.check({}, { ...inputs, sink: sink.replace("https", "ftp") });
    await other.close();
    assert.ok(refused.message.endsWith(': "cannot reach [redacted]: [redacted], POST [redacted]"'), refused.message);
    assert.ok(taken.message.startsWith(`A Subscription with this sink exists already under ${parentUid}: ${id}.`));
    assert.deepEqual(
      failures.map(({ reason }) => reason),
      ["sink must be an https URL"],
    );
    assert.doesNotMatch(JSON.stringify([refused.message, taken.message, failures]), /canary/);
    assert.equal(other.shown(), "");
  });
});
