import assert from "node:assert/strict";
import { resources } from "../../../src/description/resources";
import { type Emulator, startEmulator } from "../../../src/emulator";
import { minutesAgo } from "../../support/clock";
import { HostError } from "../../support/host";
import { fewestInputs, handWrittenInputs } from "../../support/host-samples";
import { type AnyHost, describeHosts, TYPE, unchanged } from "../../support/hosts";
import { populate } from "../../support/platform";

describeHosts("a resource in the host", (start) => {
  let emulator: Emulator;
  let host: AnyHost;
  before(async () => {
    emulator = await startEmulator({ now: minutesAgo });
    host = await start({ environment: emulator.environment });
  });
  afterEach(() => {
    for (const { type, lifecycle } of Object.values(resources)) {
      if (lifecycle !== undefined) continue;
      const below = emulator.list(type).filter(({ uid }) => String(uid).startsWith(`${emulator.organization.uid}/`));
      for (const { uid } of below) emulator.remove(String(uid));
    }
  });
  after(async () => {
    await host.close();
    await emulator.close();
    assert.match(host.shown(), /^(The terms of .* stay accepted .*\n|Group .* is adopted, and keeps .*\n)+$/);
  });

  it("shows no difference after a create and after a read, and no longer exists after a delete, for every type", async () => {
    const world = populate(emulator);
    for (const spec of Object.values(resources)) {
      const { type, lifecycle, peculiar } = spec;
      const news = fewestInputs(world, type);
      const { id, properties } = await host.create(news);
      assert.deepEqual(await host.diff(id, properties, news), unchanged, type);
      const found = await host.read(id, properties);
      assert.deepEqual(found, { id, properties, inputs: news }, type);
      assert.deepEqual(await host.diff(id, found.properties, news), unchanged, type);
      await host.deleteLater(id, properties);
      if (peculiar?.rootOf !== undefined) {
        // A root that cannot be seen may be hidden: nothing is concluded.
        await assert.rejects(host.read(id, properties), /may be the wrong platform or the wrong token/);
        continue;
      }
      await host.deleteLater(id, properties);
      const after = await host.readLater(id, properties);
      if (peculiar?.mayLapse) assert.deepEqual(after.properties, { ...properties, gone: true }, type);
      else assert.equal(after.id, lifecycle === "acceptance" ? id : "", type);
    }
  });

  it("no longer exists when another user deleted it, but still exists when another server answers", async () => {
    const news = handWrittenInputs(emulator, "iam:Group");
    const { id, properties } = await host.create(news);
    const elsewhere = await start({
      environment: { ...emulator.environment, PLATFORM_BASE_URL: `${emulator.url}/wrong` },
    });
    try {
      for (const call of [elsewhere.read(id, properties), elsewhere.delete(id, properties)]) {
        await assert.rejects(
          call,
          (error) => error instanceof HostError && /\[NOT_FOUND\] GET \/iam\/v2\/groups/.test(error.message),
        );
      }
    } finally {
      await elsewhere.close();
    }
    assert.equal(elsewhere.shown(), "");
    emulator.remove(id);
    assert.equal((await host.read(id, properties)).id, "");
  });

  it("is read without being managed, and fails when it is missing", async () => {
    const { id } = await host.create(handWrittenInputs(emulator, "registry:Repo"));
    const found = await host.read(id, { [TYPE]: "registry:Repo" });
    assert.equal(found.id, id);
    assert.equal(found.properties.readme, "# app\n");
    assert.equal(found.properties.updateTime, undefined);
    assert.deepEqual(await host.read(id, found.properties), found);
    await assert.rejects(
      host.read(`${id}x`, { [TYPE]: "registry:Repo" }),
      new RegExp(`^HostError: \\[NOT_FOUND\\] GET /registry/v2/repos/${id}x: `),
    );
  });

  describe("that is incomplete", () => {
    const failReadme = (times = 1) =>
      emulator.fault({
        method: "PATCH",
        path: /\/readme$/,
        times,
        action: { kind: "status", code: "INTERNAL", message: "out of ink" },
      });

    const incompleteOf = async (
      call: Promise<unknown>,
    ): Promise<HostError & { incomplete: NonNullable<HostError["incomplete"]> }> => {
      const error = await call.then(
        () => assert.fail("the call succeeded"),
        (cause: unknown) => cause,
      );
      assert.ok(error instanceof HostError && error.incomplete !== undefined, String(error));
      return error as HostError & { incomplete: NonNullable<HostError["incomplete"]> };
    };

    it("is recorded with its uid and all finished fields, and one request completes it (row 16)", async () => {
      failReadme();
      const news = handWrittenInputs(emulator, "registry:Repo");
      const { message, incomplete, status } = await incompleteOf(host.create(news));
      const [made] = emulator.list("registry:Repo").filter(({ name }) => name === "app");
      const uid = String(made?.uid);
      assert.equal(status, 2);
      assert.equal(
        message,
        `Repo ${uid} was created, but is not complete: [INTERNAL] PATCH /registry/v2/repos/${uid}/readme: "out of ink". The next update completes it`,
      );
      const { parentUid, name } = news;
      assert.deepEqual(incomplete, {
        id: uid,
        properties: {
          [TYPE]: "registry:Repo",
          parentUid,
          name,
          createTime: made?.createTime,
          updateTime: made?.updateTime,
        },
        reasons: [message],
      });
      const refreshed = await host.read(uid, incomplete.properties);
      assert.deepEqual(refreshed.properties, incomplete.properties);
      assert.equal((await host.diff(uid, incomplete.properties, news)).changed, true);
      emulator.clearRequests();
      const completed = await host.update(uid, incomplete.properties, news);
      const requests = emulator.requests.map(({ method, path, body }) => ({ method, path, body }));
      assert.deepEqual(requests, [
        { method: "PATCH", path: `/registry/v2/repos/${uid}/readme`, body: { content: "# app\n" } },
      ]);
      assert.deepEqual(await host.diff(uid, completed, news), unchanged);
    });

    it("is recorded with its uid in little space, however large the missing part is (row 18)", async () => {
      // The server takes 3 MB and then fails; 5 MB are more than it would take at all.
      for (const size of [3_000_000, 5_000_000]) {
        const fault = failReadme();
        const news = { ...handWrittenInputs(emulator, "registry:Repo"), name: `app-${size}`, readme: "x".repeat(size) };
        const { incomplete, message } = await incompleteOf(host.create(news));
        fault.remove();
        assert.equal(incomplete.id, emulator.list("registry:Repo").find(({ name }) => name === news.name)?.uid);
        assert.ok(JSON.stringify(incomplete).length + message.length < 2_000);
      }
    });
  });

  it("takes over an object by its uid on request, and otherwise names that uid (rows 11, 13)", async () => {
    const parentUid = String(emulator.put("iam:Group", emulator.organization.uid, { name: "parent" }).uid);
    const news = { ...handWrittenInputs(emulator, "iam:Group"), parentUid };
    const uid = String(emulator.put("iam:Group", parentUid, { name: "team", description: "old" }).uid);
    await assert.rejects(
      host.create(news),
      (error) => error instanceof HostError && error.message.includes(`adoptUid: "${uid}"`),
    );
    const { id, properties } = await host.create({ ...news, adoptUid: uid });
    assert.equal(id, uid);
    assert.equal(emulator.get(uid)?.description, "old");
    assert.deepEqual(await host.diff(id, properties, { ...news, adoptUid: uid }), unchanged);
    assert.deepEqual(await host.diff(id, properties, news), unchanged);
  });
});
