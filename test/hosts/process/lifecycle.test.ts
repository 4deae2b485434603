import assert from "node:assert/strict";
import { resources } from "../../../src/description/resources";
import { minutesAgo } from "../../support/clock";
import { HostError, type Props } from "../../support/host";
import { populate } from "../../support/platform";
import { hostPlace } from "./host-place";
import { fewestInputs, handWrittenInputs } from "./host-samples";
import { describeHosts, TYPE, unchanged } from "./hosts";

describeHosts("a resource in the host", (start) => {
  const at = hostPlace(start, { now: minutesAgo });
  after(() => {
    assert.match(at.host.shown(), /^(The terms of .* stay accepted .*\n|Group .* is adopted, and keeps .*\n)+$/);
  });

  it("shows no difference after a create and after a read, and no longer exists after a delete, for every type", async () => {
    const world = populate(at.emulator);
    for (const spec of Object.values(resources)) {
      const { type, lifecycle, peculiar } = spec;
      const news = fewestInputs(world, type);
      const { id, properties } = await at.host.create(news);
      assert.deepEqual(await at.host.diff(id, properties, news), unchanged, type);
      const found = await at.host.read(id, properties);
      assert.deepEqual(found, { id, properties, inputs: news }, type);
      assert.deepEqual(await at.host.diff(id, found.properties, news), unchanged, type);
      await at.host.deleteLater(id, properties);
      if (peculiar?.rootOf !== undefined) {
        // A root that cannot be seen may be hidden: nothing is concluded.
        await assert.rejects(at.host.read(id, properties), /may be the wrong platform or the wrong token/);
        continue;
      }
      await at.host.deleteLater(id, properties);
      const after = await at.host.readLater(id, properties);
      if (peculiar?.mayLapse) assert.deepEqual(after.properties, { ...properties, gone: true }, type);
      else assert.equal(after.id, lifecycle === "acceptance" ? id : "", type);
    }
  });

  it("is recorded with its uid in little space while a part is missing, and one request completes it (row 18)", async () => {
    const action = { kind: "status", code: "INTERNAL", message: "out of ink" } as const;
    // The server takes 3 MB and then fails; 5 MB are more than it would take at all.
    for (const [name, readme] of [
      ["small", "# app\n"],
      ["large", "x".repeat(3_000_000)],
      ["larger", "x".repeat(5_000_000)],
    ] as const) {
      const fault = at.emulator.fault({ method: "PATCH", path: /\/readme$/, action });
      const news: Props = { ...handWrittenInputs(at.emulator, "registry:Repo"), name, readme };
      const error: unknown = await at.host.create(news).catch((cause: unknown) => cause);
      fault.remove();
      const made = at.emulator.list("registry:Repo").find((repo) => repo.name === name);
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
      assert.equal((await at.host.diff(incomplete.id, properties, news)).changed, true);
      at.emulator.clearRequests();
      const completed = await at.host.update(incomplete.id, properties, news);
      const requests = at.emulator.requests.map(({ method, path }) => `${method} ${path}`);
      assert.deepEqual(requests, [`PATCH /registry/v2/repos/${incomplete.id}/readme`]);
      assert.deepEqual(await at.host.diff(incomplete.id, completed, news), unchanged);
    }
  });

  it("takes over an object by its uid on request, and otherwise names that uid (rows 11, 13)", async () => {
    const parentUid = String(at.emulator.put("iam:Group", at.emulator.organization.uid, { name: "parent" }).uid);
    const news = { ...handWrittenInputs(at.emulator, "iam:Group"), parentUid };
    const uid = String(at.emulator.put("iam:Group", parentUid, { name: "team", description: "old" }).uid);
    await assert.rejects(
      at.host.create(news),
      (error) => error instanceof HostError && error.message.includes(`adoptUid: "${uid}"`),
    );
    const { id, properties } = await at.host.create({ ...news, adoptUid: uid });
    assert.equal(id, uid);
    assert.equal(at.emulator.get(uid)?.description, "old");
    for (const adoptUid of [{ adoptUid: uid }, {}])
      assert.deepEqual(await at.host.diff(id, properties, { ...news, ...adoptUid }), unchanged);
  });
});
