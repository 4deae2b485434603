import assert from "node:assert/strict";
import { type Emulator, startEmulator } from "../../src/emulator";
import type { FaultAction } from "../../src/emulator/faults/fault";
import { HostError } from "../support/host";
import { type AnyHost, describeHosts, TYPE } from "../support/hosts";

const CLIENT_SECRET = "canary-client-secret";

/** What a platform may answer, with all secrets that a create sends. */
const answersWith = (token: string): readonly FaultAction[] => {
  const said = `cannot take ${CLIENT_SECRET} from Bearer ${token}`;
  const headers = { "content-type": "application/json", "x-echo": token };
  const body = JSON.stringify({ code: 13, message: said, details: [{ "@type": "type.example.com/x", said }] });
  return [
    { kind: "body", status: 500, headers, body },
    { kind: "body", status: 400, headers, body: body.replace("13", "3") },
    { kind: "body", status: 502, headers: { "content-type": "text/html" }, body: `<html>${said}</html>` },
    { kind: "body", status: 302, headers: { location: `/login?token=${token}` }, body: said },
    { kind: "reset" },
  ];
};

describeHosts("secrets in the host", (start) => {
  let emulator: Emulator;
  before(async () => {
    emulator = await startEmulator();
  });
  after(() => emulator.close());

  /** Creates an object that has a secret and one that gets one; returns their errors. */
  async function refused(host: AnyHost): Promise<HostError[]> {
    const parentUid = emulator.organization.uid;
    const roleUid = String(emulator.list("iam:Role").find(({ name }) => name === "viewer")?.uid);
    const oidc = { issuer: "https://login.example.com", clientId: "c", clientSecret: CLIENT_SECRET };
    const provider = { parentUid, name: "sso", defaultRole: roleUid, oidc };
    const ended = await Promise.allSettled([
      host.create({ [TYPE]: "iam:IdentityProvider", ...provider }),
      host.create({ [TYPE]: "iam:GroupInvite", parentUid, roleUid, ttl: "86400s" }),
    ]);
    return ended.map((one) => {
      assert.ok(one.status === "rejected" && one.reason instanceof HostError, JSON.stringify(one));
      assert.match(one.reason.message, /POST \/iam\/v2\//);
      return one.reason;
    });
  }

  // Each answer meets a new host, so that no secret is known from an earlier call. Operations are short, because some
  // answers are retried until an operation ends.
  it("are never in an error, whatever the platform answers (row 66)", async () => {
    const told: string[] = [];
    for (const action of answersWith(emulator.token)) {
      const environment = { ...emulator.environment, PLATFORM_OPERATION_TIMEOUT: "1", PLATFORM_LOG: "debug" };
      const host = await start({ environment });
      const fault = emulator.fault({ method: "POST", times: Number.POSITIVE_INFINITY, action });
      const errors = await refused(host);
      fault.remove();
      await host.close();
      told.push(...errors.map(({ message, incomplete }) => JSON.stringify([message, incomplete])), host.shown());
    }
    const everything = told.join("\n");
    for (const secret of [CLIENT_SECRET, emulator.token, emulator.registryToken])
      assert.equal(everything.indexOf(secret), -1, everything);
    assert.match(
      everything,
      /cannot take \S+ from Bearer/,
      "the platform's words are shown, but for the secrets in them",
    );
  });
});
