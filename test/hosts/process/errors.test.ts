import assert from "node:assert/strict";
import { HostError } from "../../support/host";
import { hostPlace } from "./host-place";
import { handWrittenInputs } from "./host-samples";
import { type AnyHost, describeHosts, TYPE } from "./hosts";

const errorOf = async (call: Promise<unknown>): Promise<HostError> => {
  const error: unknown = await call.catch((cause: unknown) => cause);
  assert.ok(error instanceof HostError, String(error));
  return error;
};

/** How a client removes secrets from a response, test/client proves. */
describeHosts("an error of a verb", (start) => {
  const at = hostPlace(start);
  after(() => {
    // All errors of this suite: none was printed, so none was shown twice and no secret reached a log.
    assert.equal(at.host.shown(), "");
  });

  const group = async () => {
    const news = {
      ...handWrittenInputs(at.emulator, "iam:Group"),
      name: `team-${at.emulator.list("iam:Group").length}`,
    };
    const { id, properties } = await at.host.create(news);
    return { id, properties, news, target: `/iam/v2/groups/${id}` };
  };

  it("is one line with code, method and path for every verb, UNKNOWN to gRPC, and without a secret that the server repeats (rows 67, 81)", async () => {
    const { id, properties, news, target } = await group();
    const verbs: [method: string, path: string, call: () => Promise<unknown>][] = [
      ["GET", "/iam/v2/groups", () => at.host.create({ ...news, name: "other" })],
      ["GET", target, () => at.host.read(id, properties)],
      ["PATCH", target, () => at.host.update(id, properties, { ...news, description: "new" })],
      ["DELETE", target, () => at.host.deleteLater(id, properties)],
    ];
    for (const code of ["INVALID_ARGUMENT", "PERMISSION_DENIED", "OUT_OF_RANGE", "UNIMPLEMENTED"] as const) {
      const action = { kind: "status", code, message: `because of Bearer ${at.emulator.token}` } as const;
      for (const [method, path, call] of verbs) {
        // Where a list is refused that serves many looks and reads, each asks for itself.
        const fault = at.emulator.fault({ method, path: "/iam/v2/groups", times: 9, action });
        const { message, status, incomplete } = await errorOf(call());
        fault.remove();
        // A refused write also says who can grant the right, on a line of its own.
        const [first = "", ...remedies] = message.split("\n- ");
        const expected = [`[${code}] ${method} ${path}: "because of Bearer [redacted]"`, 2, undefined];
        assert.deepEqual([first, status, incomplete], expected);
        for (const remedy of remedies) assert.match(remedy, /^If the token's identity lacks the capability CAP_/);
      }
    }
  });

  it("contains no secret input that a server echoes, new or recorded (row 67)", async () => {
    const [NEW, OLD] = ["canary-client-secret-new", "canary-client-secret-old"];
    const parentUid = at.emulator.organization.uid;
    const defaultRole = String(
      at.emulator.put("iam:Role", parentUid, { name: "r", capabilities: ["CAP_REPO_LIST"] }).uid,
    );
    const inputs = (clientSecret: string) => ({
      [TYPE]: "iam:IdentityProvider",
      parentUid,
      name: "sso",
      defaultRole,
      oidc: { issuer: "https://login.example.com", clientId: "c", clientSecret },
    });
    const [path, id] = [/^\/iam\/v2\/identityProviders\/.+/, `${parentUid}/i`];
    const action = { kind: "status", code: "INVALID_ARGUMENT", message: `body had ${NEW} and ${OLD}` } as const;
    // A host of its own for each: what another call has seen is not to help.
    for (const [method, said, call] of [
      ["POST", `[redacted] and ${OLD}`, (own: AnyHost) => own.create(inputs(NEW))],
      ["PATCH", "[redacted] and [redacted]", (own: AnyHost) => own.update(id, inputs(OLD), inputs(NEW))],
      ["DELETE", `${NEW} and [redacted]`, (own: AnyHost) => own.delete(id, inputs(OLD))],
    ] as const) {
      const own = await start({ environment: at.emulator.environment });
      const fault = at.emulator.fault({ method, path, action });
      const { message } = await errorOf(call(own));
      fault.remove();
      await own.close();
      assert.ok(message.startsWith("[INVALID_ARGUMENT] ") && message.endsWith(`: "body had ${said}"`), message);
      assert.equal(own.shown(), "");
    }
  });

  it("shows text of other tenants on one line, so that it cannot forge log lines (row 118)", async () => {
    const { id, properties } = await group();
    for (const name of ["a\n::error::b", "\u202eevil\u200b\u2028##[error]x"])
      at.emulator.edit(String(at.emulator.put("iam:Group", id, { name: "theirs" }).uid), { name });
    const { message } = await errorOf(at.host.deleteLater(id, properties));
    for (const text of ['\n  - Group "a ::error::b" (', '\n  - Group " evil # #[error]x" ('])
      assert.ok(message.includes(text), message);
    assert.equal(message.split("\n").length, 7);
  });

  it("shows at most the origin of a sink, even when another party repeats it (row 116)", async () => {
    const sink = "https://hooks.example.com/services/canary-T0/canary-B0?key=canary";
    const inputs = { [TYPE]: "events:Subscription", parentUid: at.emulator.organization.uid, sink };
    const message = `cannot reach ${sink}: ${encodeURIComponent(sink)}, POST /services/canary-T0/canary-B0?key=canary`;
    at.emulator.fault({
      method: "POST",
      path: /^\/events\//,
      action: { kind: "status", code: "INVALID_ARGUMENT", message },
    });
    const refused = await errorOf(at.host.create(inputs));
    await at.host.create(inputs);
    const taken = await errorOf(at.host.create(inputs));
    const { failures } = await at.host.check({}, { ...inputs, sink: sink.replace("https", "ftp") });
    assert.match(refused.message, /: "cannot reach \[redacted\]: \[redacted\], POST \[redacted\]"$/);
    assert.match(taken.message, /^A Subscription with this sink exists already under /);
    assert.equal(failures.length, 1);
    assert.doesNotMatch(JSON.stringify([refused.message, taken.message, failures]), /canary/);
  });
});
