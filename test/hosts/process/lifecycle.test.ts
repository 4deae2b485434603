import assert from "node:assert/strict";
import { resources } from "../../../src/description/resources";
import { type Emulator, startEmulator } from "../../../src/emulator";
import { minutesAgo } from "../../support/clock";
import { HostError, type Props } from "../../support/host";
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

  it("is read without being managed", async () => {
    const { id } = await host.create({ ...handWrittenInputs(emulator, "registry:Repo"), name: "read" });
    const found = await host.read(id, { [TYPE]: "registry:Repo" });
    assert.deepEqual([found.id, found.properties.readme], [id, "# app\n"]);
    assert.equal(found.properties.updateTime, undefined, "the engine would report each change of it");
  });

  it("is recorded with its uid in little space while a part is missing, and one request completes it (row 18)", async () => {
    const action = { kind: "status", code: "INTERNAL", message: "out of ink" } as const;
    // The server takes 3 MB and then fails; 5 MB are more than it would take at all.
    for (const [name, readme] of [
      ["small", "# app\n"],
      ["large", "x".repeat(3_000_000)],
      ["larger", "x".repeat(5_000_000)],
    ] as const) {
      const fault = emulator.fault({ method: "PATCH", path: /\/readme$/, action });
      const news: Props = { ...handWrittenInputs(emulator, "registry:Repo"), name, readme };
      const error: unknown = await host.create(news).catch((cause: unknown) => cause);
      fault.remove();
      const made = emulator.list("registry:Repo").find((repo) => repo.name === name);
      assert.ok(error instanceof HostError && error.incomplete !== undefined, String(error));
      const { message, incomplete, status } = error;
      assert.ok(JSON.stringify(incomplete).length + message.length < 2_000);
      const { createTime, updateTime } = made ?? {};
      const properties = { [TYPE]: "registry:Repo", parentUid: news.parentUid, name, createTime, updateTime };
      assert.deepEqual([incomplete, status], [{ id: made?.uid, properties, reasons: [message] }, 2]);
      if (name !== "small") continue;
      assert.match(
        message,
        /^Repo \S+ was created, but is not complete: \[INTERNAL\] .*\. The next update completes it$/,
      );
      assert.equal((await host.diff(incomplete.id, properties, news)).changed, true);
      emulator.clearRequests();
      const completed = await host.update(incomplete.id, properties, news);
      const requests = emulator.requests.map(({ method, path }) => `${method} ${path}`);
      assert.deepEqual(requests, [`PATCH /registry/v2/repos/${incomplete.id}/readme`]);
      assert.deepEqual(await host.diff(incomplete.id, completed, news), unchanged);
    }
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
    for (const adoptUid of [{ adoptUid: uid }, {}])
      assert.deepEqual(await host.diff(id, properties, { ...news, ...adoptUid }), unchanged);
  });
});
