import assert from "node:assert/strict";
import { completed } from "../../../../src/command/commands/import/complete";
import { readAll } from "../../../../src/command/commands/import/live";
import { readObject, specOf } from "../../../../src/command/organization/read";
import { type Emulator, startEmulator } from "../../../../src/emulator";
import { clientOf } from "../../../support/platform";

describe("the details of an object that an import reads", () => {
  let emulator: Emulator;
  let uid: string;
  beforeEach(async () => {
    emulator = await startEmulator();
    uid = String(emulator.put("registry:Repo", emulator.organization.uid, { name: "web" }).uid);
    emulator.edit(uid, { readme: "# Web" });
  });
  afterEach(() => emulator.close());

  const spec = specOf("registry:Repo");
  const details = async (repo = uid) => {
    const client = clientOf(emulator);
    const { objects, directory } = await readAll(client, emulator.organization.uid, [spec]);
    return completed(
      client,
      objects.filter((object) => object.uid === repo),
      directory,
    );
  };
  const answer = (path: string, body: object) =>
    emulator.fault({
      method: "GET",
      path,
      times: 9,
      action: { kind: "body", status: 200, body: JSON.stringify(body) },
    });

  it("lack what a mirror has from its source, and keep what differs from it", async () => {
    const root = emulator.organization.uid;
    emulator.edit(uid, { description: "Of the source", bundles: ["base"] });
    const of = async (description: string) => {
      const body = { name: `mirror-${description.length}`, description, sync_config: { source: uid } };
      const mirror = emulator.put("registry:Repo", root, body);
      emulator.edit(String(mirror.uid), { bundles: ["base"] });
      const [{ values } = assert.fail()] = await details(String(mirror.uid));
      return [values.description, values.bundles];
    };
    assert.deepEqual(await of("Of the source"), [undefined, undefined]);
    assert.deepEqual(await of("Its own"), ["Its own", undefined]);
    const [{ values } = assert.fail()] = await details(uid);
    assert.deepEqual([values.description, values.bundles, values.readme], ["Of the source", ["base"], "# Web"]);
  });

  it("are refused if a response is about another object", async () => {
    answer(`/registry/v2/repos/${uid}/readme`, { uid: "other/repo", content: "# Other" });
    await assert.rejects(details(), {
      name: "ProtocolError",
      message: `/registry/v2/repos/${uid}/readme: the response is about other/repo`,
    });
    answer(`/registry/v2/repos/${uid}`, { uid: "other/repo", name: "other" });
    await assert.rejects(() => readObject(clientOf(emulator), spec, uid), /the response is about Repo other\/repo/);
  });
});
