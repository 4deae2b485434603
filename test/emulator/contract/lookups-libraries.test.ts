import assert from "node:assert/strict";
import * as artifactsOperations from "../../../src/description/operations/artifacts";
import { ask } from "../../../src/program/lookups/ask";
import { inBothModes } from "../../support/lookups";
import { scriptedClient } from "../../support/scripted";

const getArtifactCount = ask(artifactsOperations.countArtifacts);
const getArtifacts = ask(artifactsOperations.listArtifacts);
const getArtifactVersions = ask(artifactsOperations.listArtifactVersions);

inBothModes("lookups of libraries", (scene) => {
  it("list all artifacts of ecosystems, by a text and in an order", async () => {
    const { client } = scene();
    const all = await getArtifacts(client, { ecosystems: ["ECOSYSTEM_JAVA", "ECOSYSTEM_PYTHON"] });
    assert.equal(all.length, 130);
    const [first] = await getArtifacts(client, { ecosystems: ["ECOSYSTEM_JAVA"], orderBy: "name", limit: 1 });
    assert.deepEqual(first, {
      uid: "com.example:jlib-000",
      name: "com.example:jlib-000",
      description: "Seeded library",
      ecosystem: "ECOSYSTEM_JAVA",
      latestVersion: "1.119.0",
      versionCount: 120,
      createTime: "2026-01-05T08:30:34.750Z",
      updateTime: "2026-01-05T08:30:34.750Z",
    });
    const found = await getArtifacts(client, { ecosystems: ["ECOSYSTEM_PYTHON"], query: "lib-01" });
    assert.equal(found.length, 10);
  });

  it("list the versions of an artifact whose identifier contains a colon, with exact sizes", async () => {
    const { client } = scene();
    const versions = await getArtifactVersions(client, { artifactId: "com.example:jlib-000" });
    assert.equal(versions.length, 120);
    assert.deepEqual(versions[0], {
      uid: "com.example:jlib-000@1.119.0",
      name: "com.example:jlib-000",
      version: "1.119.0",
      description: "Seeded version",
      sizeBytes: 4_294_967_415,
      createTime: "2026-01-10T07:30:34.750Z",
      updateTime: "2026-01-10T07:30:34.750Z",
    });
    await assert.rejects(getArtifactVersions(client, { artifactId: "a/../b" }), { code: "NOT_FOUND" });
  });

  it("count artifacts", async () => {
    const asked = ["ECOSYSTEM_JAVA", "ECOSYSTEM_PYTHON"] as const;
    assert.deepEqual(await getArtifactCount(scene().client, { ecosystems: [...asked] }), [
      { ecosystem: "ECOSYSTEM_JAVA", totalCount: 70 },
      { ecosystem: "ECOSYSTEM_PYTHON", totalCount: 60 },
    ]);
  });
});

describe("sizes and counts of libraries (row 54)", () => {
  it("are exact within the safe range of a number, and an error beyond it", async () => {
    const sized = (sizeBytes: string) => ({
      json: { artifactVersions: [{ uid: "a@1", name: "a", version: "1", sizeBytes }, { uid: "a@2" }] },
    });
    const { client } = scriptedClient([
      sized("9007199254740991"),
      sized("9007199254740993"),
      { json: { counts: [{ ecosystem: "ECOSYSTEM_JAVA", totalCount: "9223372036854775807" }] } },
    ]);
    const versions = await getArtifactVersions(client, { artifactId: "a" });
    assert.deepEqual(
      versions.map(({ sizeBytes }) => sizeBytes),
      [Number.MAX_SAFE_INTEGER, 0],
    );
    await assert.rejects(getArtifactVersions(client, { artifactId: "a" }), {
      name: "ProtocolError",
      message: "a 64-bit integer is too large for an exact JavaScript number: 9007199254740993",
    });
    await assert.rejects(
      getArtifactCount(client, { ecosystems: ["ECOSYSTEM_JAVA"] }),
      /too large for an exact JavaScript number: 9223372036854775807$/,
    );
  });

  const counting = (totalCount: unknown) => {
    const { client } = scriptedClient([{ json: { counts: [{ ecosystem: "ECOSYSTEM_JAVA", totalCount }] } }]);
    return getArtifactCount(client, { ecosystems: ["ECOSYSTEM_JAVA"] });
  };

  it("are accepted as JSON numbers, and are 0 when they are missing", async () => {
    for (const [told, expected] of [
      [70, 70],
      [undefined, 0],
      [null, 0],
      ["0", 0],
    ] as const) {
      assert.equal((await counting(told))[0]?.totalCount, expected);
    }
  });

  it("are an error when they are not integers, or were rounded", async () => {
    for (const told of ["abc", "1.5", " 7", "0x10", "9".repeat(400), 2 ** 53, 1.5]) {
      await assert.rejects(counting(told), { name: "ProtocolError", message: /\b64-bit integer\b/ }, String(told));
    }
  });
});
