import assert from "node:assert/strict";
import { type Emulator, startEmulator } from "../../../src/emulator";
import { HostError, type Props } from "../../support/host";
import { type AnyHost, describeHosts, type StartHost, TYPE } from "./hosts";

const CI = { issuer: "https://ci.example.com", subject: "repo:acme/app" } as const;
const EXCHANGE = "/sts/exchange";

/** Runs a test with a host that has nothing but the ID token of a job, which the emulator exchanges. */
async function withJob(start: StartHost, test: (host: AnyHost, emulator: Emulator) => Promise<void>): Promise<void> {
  const emulator = await startEmulator();
  const root = emulator.organization.uid;
  const identity = String(emulator.put("iam:Identity", root, { name: "bot", claimMatch: CI }).uid);
  const owner = emulator.list("iam:Role").find(({ name }) => name === "owner");
  emulator.put("iam:RoleBinding", root, { identityUid: identity, roleUid: owner?.uid });
  const environment = {
    PLATFORM_BASE_URL: emulator.url,
    PLATFORM_IDENTITY: identity,
    PLATFORM_ID_TOKEN: await emulator.idToken({ ...CI, audience: new URL(emulator.url).host }),
  };
  const host = await start({ environment, ownProcess: true });
  try {
    await test(host, emulator);
  } finally {
    await host.close();
    await emulator.close();
  }
  assert.equal(host.shown(), "");
}

/** Three reads and three deletes of different groups, all at once. */
function readsAndDeletes(host: AnyHost, emulator: Emulator): Promise<unknown>[] {
  const parentUid = emulator.organization.uid;
  const group = (name: string): [uid: string, props: Props] => [
    String(emulator.put("iam:Group", parentUid, { name }).uid),
    { [TYPE]: "iam:Group", parentUid, name },
  ];
  return [
    ...["one", "two", "three"].map((name) => host.read(...group(name)).then(({ properties }) => properties.name)),
    ...["four", "five", "six"].map((name) => host.delete(...group(name))),
  ];
}

describeHosts("the first calls of a run", (start) => {
  it("wait while a slow token source runs once (row 44)", () =>
    withJob(start, async (host, emulator) => {
      const held = emulator.fault({ path: EXCHANGE, action: { kind: "hold" } });
      let ended = 0;
      const calls = readsAndDeletes(host, emulator).map((call) => call.finally(() => ended++));
      await held.reached;
      // The host answers its calls in turn: what it is asked last it has at least begun when this one is answered.
      const group = { [TYPE]: "iam:Group", parentUid: "org", name: "x" };
      await host.diff("org/x", group, group);
      assert.equal(ended, 0);
      held.release();
      assert.deepEqual(await Promise.all(calls), ["one", "two", "three", undefined, undefined, undefined]);
      assert.equal(emulator.requests.filter(({ path }) => path === EXCHANGE).length, 1);
    }));

  it("fail with the same clear error without a token, and a later call tries again (row 44)", () =>
    withJob(start, async (host, emulator) => {
      const action = { kind: "status", code: "PERMISSION_DENIED", message: "not today" } as const;
      const failing = emulator.fault({ path: EXCHANGE, times: 1_000, action });
      for (const end of await Promise.allSettled(readsAndDeletes(host, emulator))) {
        assert.ok(end.status === "rejected" && end.reason instanceof HostError);
        const begin = `[PERMISSION_DENIED] POST ${EXCHANGE}: "not today". The identity is `;
        assert.ok(end.reason.message.startsWith(begin), end.reason.message);
      }
      assert.ok(emulator.requests.every(({ path }) => path === EXCHANGE));
      failing.remove();
      const created = await host.create({ [TYPE]: "iam:Group", parentUid: emulator.organization.uid, name: "later" });
      assert.equal(emulator.get(created.id)?.name, "later");
    }));
});
