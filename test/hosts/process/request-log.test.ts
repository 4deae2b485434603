import assert from "node:assert/strict";
import { type Emulator, startEmulator } from "../../../src/emulator";
import { type AnyHost, describeHosts, TYPE } from "../../support/hosts";

describeHosts("a host that logs its requests", (start) => {
  let emulator: Emulator;
  beforeEach(async () => {
    emulator = await startEmulator({ port: 0 });
  });
  afterEach(() => emulator.close());

  /** Makes, reads and deletes an identity provider that has a secret; answers what was printed. */
  async function printed(setting: Record<string, string>): Promise<string> {
    const parentUid = emulator.organization.uid;
    const role = emulator.put("iam:Role", parentUid, {
      name: `r${emulator.requests.length}`,
      capabilities: ["CAP_REPO_LIST"],
    });
    const host: AnyHost = await start({ environment: { ...emulator.environment, ...setting } });
    try {
      emulator.fault({
        method: "GET",
        path: "/iam/v2/identityProviders",
        action: { kind: "status", code: "UNAVAILABLE" },
      });
      const { id, properties } = await host.create({
        [TYPE]: "iam:IdentityProvider",
        parentUid,
        name: "sso",
        description: "canary-of-a-body",
        defaultRole: role.uid,
        oidc: { issuer: "https://login.example.com", clientId: "c", clientSecret: "canary-client-secret" },
      });
      await host.read(id, properties);
      await host.deleteLater(id, properties);
    } finally {
      await host.close();
    }
    return host.shown();
  }

  it("prints a line for each: method, path, status and time, without headers, queries and bodies (row 71)", async () => {
    const text = await printed({ PLATFORM_LOG: "debug" });
    const sent = emulator.requests.map(({ method, path, status }) => `platform: ${method} ${path}: HTTP ${status}`);
    assert.ok(sent.length >= 5 && text.includes("HTTP 503"), text);
    const lines = text.trimEnd().split("\n");
    for (const line of lines)
      assert.match(line, /^platform: [A-Z]+ \/[\w/.-]+: HTTP \d{3}(, request \S+)? \(\d+ ms\)$/);
    assert.deepEqual(
      lines.map((line) => line.replace(/(, request \S+)? \(\d+ ms\)$/, "")),
      sent,
    );
    for (const secret of ["canary", emulator.token, "Bearer", "?", "authorization"]) assert.ok(!text.includes(secret));
  });

  it("prints nothing unless configured (row 71)", async () => {
    assert.equal(await printed({}), "");
  });
});
