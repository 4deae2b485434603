import assert from "node:assert/strict";
import { brief, type Call, namesIn, test, violationOf } from "./local";

const JAVA = "ecosystems=ECOSYSTEM_JAVA";
const PYTHON = "ecosystems=ECOSYSTEM_PYTHON";

describe("libraries in the emulator", () => {
  const counts: readonly (readonly [query: string, total: string | undefined])[] = [
    [JAVA, "70"],
    ["ecosystems=2", "60"],
    [`${JAVA}&${PYTHON}`, "130"],
    [`${JAVA}&ecosystems=ECOSYSTEM_UNSPECIFIED`, "70"],
    [`${JAVA}&query=JLIB-00`, "10"],
    [`${JAVA}&query=pylib`, undefined],
    [`${JAVA}&remediated=true&cudaVersion=12`, "70"],
  ];
  for (const [query, total] of counts) {
    test(`number ${total ?? "none"} for ${query}`, async ({ call }) => {
      assert.equal((await call(`GET /libraries/v2/artifacts?${query}`)).body.totalCount, total);
    });
  }

  const refused = ["", "ecosystems=ECOSYSTEM_UNSPECIFIED"];
  for (const query of refused) {
    test(`are neither listed nor counted for "${query}"`, async ({ call }) => {
      const required = { field: "ecosystems", description: "ecosystems is required" };
      for (const path of ["artifacts", "artifacts/count"]) {
        assert.deepEqual(violationOf(await call(`GET /libraries/v2/${path}?${query}`)), required);
      }
    });
  }

  test("are found only for known ecosystems, in a well-formed query", async ({ call }) => {
    const unknown = await call("GET /libraries/v2/artifacts?ecosystems=JAVA");
    assert.deepEqual(brief(unknown), [400, 3, 'parsing field "ecosystems": "JAVA" is not a valid value']);
    assert.equal((await call(`GET /libraries/v2/artifacts?${JAVA}&remediated=maybe`)).status, 400);
    assert.equal((await call(`GET /libraries/v2/artifacts?${JAVA}`, undefined, null)).status, 401);
  });

  const walk = async (call: Call, path: string, key: string): Promise<unknown[]> => {
    const names: unknown[] = [];
    let token = "";
    do {
      const reply = await call(`GET ${path}page_size=50&page_token=${encodeURIComponent(token)}`);
      names.push(...namesIn(reply, key));
      token = String(reply.body.nextPageToken ?? "");
    } while (token !== "");
    return names;
  };

  test("come in pages, and so do their versions", async ({ call }) => {
    const artifacts = await walk(call, `/libraries/v2/artifacts?${PYTHON}&order_by=name%20desc&`, "artifacts");
    assert.deepEqual([artifacts.length, artifacts[0], artifacts[59]], [60, "pylib-059", "pylib-000"]);
    const versions = await walk(call, "/libraries/v2/artifacts/pylib-003/versions?", "artifactVersions");
    assert.deepEqual([versions.length, new Set(versions)], [120, new Set(["pylib-003"])]);
  });

  test("list their versions in the requested order", async ({ call }) => {
    const path = "GET /libraries/v2/artifacts/com.example%3Ajlib-001/versions?page_size=1";
    const first = (await call(`${path}&order_by=created_at`)).body.artifactVersions;
    assert.deepEqual(first, [
      {
        uid: "com.example:jlib-001@1.0.0",
        name: "com.example:jlib-001",
        version: "1.0.0",
        description: "Seeded version",
        createTime: "2026-01-05T08:30:36Z",
        updateTime: "2026-01-05T08:30:36Z",
        sizeBytes: "4294967296",
      },
    ]);
    const unordered = await call(`${path}&order_by=sizeBytes`);
    const description =
      'cannot order by "sizeBytes"; sortable fields: uid, version, created_at, create_time, updated_at, update_time';
    assert.deepEqual(violationOf(unordered), { field: "order_by", description });
    const missing = await call("GET /libraries/v2/artifacts/none/versions");
    assert.deepEqual(brief(missing), [404, 5, 'Not found: libraries.platform.example/Artifact "none"']);
  });

  test("are counted once for each requested ecosystem", async ({ call }) => {
    const { body } = await call(`GET /libraries/v2/artifacts/count?${PYTHON}&${JAVA}&${PYTHON}`);
    assert.deepEqual(body, {
      counts: [
        { ecosystem: "ECOSYSTEM_PYTHON", totalCount: "60" },
        { ecosystem: "ECOSYSTEM_JAVA", totalCount: "70" },
      ],
    });
  });
});
