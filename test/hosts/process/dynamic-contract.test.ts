import assert from "node:assert/strict";
import { PREVIEW, URN } from "../../../src/description/names/hidden-inputs";
import { resources } from "../../../src/description/resources";
import { type Emulator, startEmulator } from "../../../src/emulator";
import { dynamic } from "../../../src/hosts/dynamic/provider";
import { type Host, HostError, type Props, providerText, startHost } from "../../support/host";

const errorOf = async (call: Promise<unknown>): Promise<HostError> => {
  const error: unknown = await call.catch((cause: unknown) => cause);
  assert.ok(error instanceof HostError, String(error));
  return error;
};

describe("the provider text in the state", () => {
  it("works in the host for every type, from the installed package, and gives advice when a newer version wrote it", async () => {
    const host = await startHost();
    try {
      for (const type of Object.keys(resources)) {
        const { inputs, failures } = await host.check({}, { __provider: providerText(type), [PREVIEW]: true });
        assert.deepEqual(inputs, { __provider: providerText(type) });
        assert.ok(failures.length > 0 && failures.some(({ reason }) => / is required$/.test(reason)), type);
      }
      const { message, status } = await errorOf(host.create({ __provider: providerText("iam:Later") }));
      assert.match(
        message,
        /^unknown type iam:Later\n- If a newer version of pulumi-platform wrote the state, install /,
      );
      assert.equal(status, 2);
    } finally {
      await host.close();
    }
    assert.equal(host.stderr(), "");
  });
});

describe("a state without a provider", () => {
  it("is replaced under another parent, not updated", async () => {
    const { replaces } = await dynamic("iam:Group").diff(
      "org/a",
      { parentUid: "org", name: "a" },
      { __provider: "x", parentUid: "org/b", name: "a" },
    );
    assert.deepEqual(replaces, ["parentUid"]);
  });

  it("plans an update, which repairs the state and sends nothing", async () => {
    const emulator = await startEmulator();
    const host = await startHost({ environment: emulator.environment });
    try {
      const news = { __provider: providerText("iam:Group"), parentUid: emulator.organization.uid, name: "team" };
      const { id, properties } = await host.create(news);
      const { __provider, ...recorded } = properties;
      assert.equal(__provider, news.__provider);
      const healing = { changes: "DIFF_SOME", replaces: [], deleteBeforeReplace: false };
      assert.deepEqual(await host.diff(id, recorded, news), healing);
      emulator.clearRequests();
      assert.deepEqual(await host.update(id, recorded, news), properties);
      assert.deepEqual(emulator.requests, []);
    } finally {
      await host.close();
      await emulator.close();
    }
  });
});

describe("what a program of the dynamic host adds to the inputs", () => {
  let emulator: Emulator;
  let host: Host;
  before(async () => {
    emulator = await startEmulator();
    host = await startHost({ environment: emulator.environment });
  });
  after(async () => {
    await host.close();
    await emulator.close();
    assert.equal(host.stderr(), "");
  });
  const group = () => ({
    __provider: providerText("iam:Group"),
    parentUid: emulator.organization.uid,
    name: "legacy",
    adoptUid: String(emulator.put("iam:Group", emulator.organization.uid, { name: "legacy" }).uid),
  });

  it("is the mark of a preview, which is left out and has no effect on a resource in the state, or if it is invalid", async () => {
    const news = group();
    const checked = async (olds: Props, note: unknown) => {
      emulator.clearRequests();
      assert.deepEqual(await host.check(olds, { ...news, [PREVIEW]: note }), { inputs: news, failures: [] });
      return emulator.requests.length;
    };
    for (const note of ["text", 1, [], null]) assert.equal(await checked({}, note), 0);
    assert.equal(await checked({}, news), 1);
    assert.equal(await checked(news, news), 0);
  });

  it("is a URN, without which another version of this package declares the resource (report: two copies of the package are in one program)", async () => {
    const news = { __provider: providerText("iam:Group"), parentUid: "org", name: "team" };
    const { failures } = await host.check({}, { ...news, [URN]: null });
    assert.match(
      failures[0]?.reason ?? "",
      /another version of pulumi-platform than that of the provider\.\n- If a transform .*\n- Otherwise install one version/,
    );
    assert.deepEqual((await host.check({}, { ...news, [URN]: "a" })).failures, []);
  });
});
