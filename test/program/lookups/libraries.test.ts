import assert from "node:assert/strict";
import { countArtifacts } from "../../../src/description/operations/artifacts";
import { ask } from "../../../src/program/lookups/ask";
import { scriptedClient } from "../../support/scripted";
import { lookupStories } from "./lookup-stories";

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
  const counting = async (totalCount: unknown) => {
    const { client } = scriptedClient([{ json: { counts: [{ ecosystem: "ECOSYSTEM_JAVA", totalCount }] } }]);
    return (await ask(countArtifacts)(client, { ecosystems: ["ECOSYSTEM_JAVA"] }))[0]?.totalCount;
  };

  it("are exact within the safe range of a number, and 0 when they are missing", async () => {
    for (const told of ["9007199254740991", 70, undefined, null, "0"])
      assert.equal(await counting(told), Number(told ?? 0));
  });

  it("are an error when they are too large, were rounded, or are no integers", async () => {
    for (const told of ["9007199254740993", "9223372036854775807"])
      await assert.rejects(counting(told), {
        name: "ProtocolError",
        message: `a 64-bit integer is too large for an exact JavaScript number: ${told}`,
      });
    for (const told of ["abc", "1.5", " 7", "0x10", "9".repeat(400), 2 ** 53, 1.5])
      await assert.rejects(counting(told), { name: "ProtocolError", message: /\b64-bit integer\b/ }, String(told));
  });
});
