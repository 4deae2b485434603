import assert from "node:assert/strict";
import * as artifactsOperations from "../../../src/description/operations/artifacts";
import { ask } from "../../../src/program/lookups/ask";
import { scriptedClient } from "../../support/scripted";
import { lookupStories } from "./lookup-stories";

const getArtifactCount = ask(artifactsOperations.countArtifacts);
const getArtifactVersions = ask(artifactsOperations.listArtifactVersions);

describe("lookups of libraries", () => {
  const java = '"createTime":"2026-01-05T08:30:34.750Z","updateTime":"2026-01-05T08:30:34.750Z"';
  lookupStories(`
    # list artifacts of ecosystems by a text and in an order, and count them
    getArtifacts {"ecosystems":["ECOSYSTEM_JAVA"],"orderBy":"name","limit":1}
    -> [{"uid":"com.example:jlib-000","name":"com.example:jlib-000","description":"Seeded library","ecosystem":"ECOSYSTEM_JAVA","latestVersion":"1.119.0","versionCount":120,${java}}]
    getArtifacts {"ecosystems":["ECOSYSTEM_PYTHON"],"query":"lib-01","orderBy":"name","skip":8} -> [pylib-018 pylib-019]
    getArtifactCount {"ecosystems":["ECOSYSTEM_JAVA","ECOSYSTEM_PYTHON"]}
    -> [{"ecosystem":"ECOSYSTEM_JAVA","totalCount":70},{"ecosystem":"ECOSYSTEM_PYTHON","totalCount":60}]

    # list the versions of an artifact whose identifier contains a colon, with exact sizes
    getArtifactVersions {"artifactId":"com.example:jlib-000","limit":1}
    -> [{"uid":"com.example:jlib-000@1.119.0","name":"com.example:jlib-000","version":"1.119.0","description":"Seeded version","sizeBytes":4294967415,"createTime":"2026-01-10T07:30:34.750Z","updateTime":"2026-01-10T07:30:34.750Z"}]
    getArtifactVersions {"artifactId":"com.example:jlib-000","skip":118}
    -> [com.example:jlib-000 com.example:jlib-000]
    getArtifactVersions {"artifactId":"a/../b"} -> throws NotFoundError: …
  `);
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
    const found = versions.map(({ sizeBytes }) => sizeBytes);
    assert.deepEqual(found, [Number.MAX_SAFE_INTEGER, 0]);
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
