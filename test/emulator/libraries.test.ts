import assert from "node:assert/strict";
import { brief, type Call, namesIn, send, violationOf, withEmulator } from "./local";

const JAVA = "ecosystems=ECOSYSTEM_JAVA";
const PYTHON = "ecosystems=ECOSYSTEM_PYTHON";

describe("emulator: libraries", () => {
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
    it(
      `are ${total ?? "none"} for ${query}`,
      withEmulator({}, async (_, call) => {
        assert.equal((await call(`GET /libraries/v2/artifacts?${query}`)).body.totalCount, total);
      }),
    );
  }

  const refused = ["", "ecosystems=ECOSYSTEM_UNSPECIFIED"];
  for (const query of refused) {
    it(
      `are not listed or counted for "${query}"`,
      withEmulator({}, async (_, call) => {
        const required = { field: "ecosystems", description: "ecosystems is required" };
        for (const path of ["artifacts", "artifacts/count"]) {
          assert.deepEqual(violationOf(await call(`GET /libraries/v2/${path}?${query}`)), required);
        }
      }),
    );
  }

  it(
    "are of known ecosystems, and asked for in a query that can be read",
    withEmulator({}, async (_, call) => {
      const unknown = await call("GET /libraries/v2/artifacts?ecosystems=JAVA");
      assert.deepEqual(brief(unknown), [400, 3, 'parsing field "ecosystems": "JAVA" is not a valid value']);
      assert.equal((await call(`GET /libraries/v2/artifacts?${JAVA}&remediated=maybe`)).status, 400);
      assert.equal((await call(`GET /libraries/v2/artifacts?${JAVA}`, undefined, null)).status, 401);
    }),
  );

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

  it(
    "come in pages, and so do their versions",
    withEmulator({}, async (_, call) => {
      const artifacts = await walk(call, `/libraries/v2/artifacts?${PYTHON}&order_by=name%20desc&`, "artifacts");
      assert.deepEqual([artifacts.length, artifacts[0], artifacts[59]], [60, "pylib-059", "pylib-000"]);
      const versions = await walk(call, "/libraries/v2/artifacts/pylib-003/versions?", "artifactVersions");
      assert.deepEqual([versions.length, new Set(versions)], [120, new Set(["pylib-003"])]);
    }),
  );

  it(
    "have versions in the order that is asked for",
    withEmulator({}, async (_, call) => {
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
    }),
  );

  it(
    "are counted for each ecosystem that is asked for, once",
    withEmulator({}, async (_, call) => {
      const { body } = await call(`GET /libraries/v2/artifacts/count?${PYTHON}&${JAVA}&${PYTHON}`);
      assert.deepEqual(body, {
        counts: [
          { ecosystem: "ECOSYSTEM_PYTHON", totalCount: "60" },
          { ecosystem: "ECOSYSTEM_JAVA", totalCount: "70" },
        ],
      });
    }),
  );
});

describe("emulator: the advisory feed", () => {
  interface Document {
    readonly id: string;
    readonly advisories: readonly { readonly aliases: readonly string[]; readonly events: readonly object[] }[];
  }
  const documentsFor = async (call: Call, query: string): Promise<Document[]> =>
    ((await call(`GET /advisory/v2/documents?${query}`)).body.documents ?? []) as Document[];

  type Counted = readonly (readonly [id: string, advisories: number])[];
  const cases: readonly (readonly [query: string, documents: Counted])[] = [
    ["", ["busybox", "curl", "go", "nginx", "openssl", "python"].map((id) => [id, 20] as const)],
    ["id=nginx", [["nginx", 20]]],
    [
      "cves=CVE-2026-1000&cves=CVE-2026-1006&cves=CVE-2026-1001",
      [
        ["curl", 2],
        ["nginx", 1],
      ],
    ],
    ["id=curl&cves=CVE-2026-1001", []],
    ["id=none", []],
    ["cves=CVE-2026-1000,CVE-2026-1001", []],
  ];
  for (const [query, expected] of cases) {
    it(
      `has ${expected.length} documents for "${query}"`,
      withEmulator({}, async (_, call) => {
        const found = await documentsFor(call, query);
        assert.deepEqual(
          found.map(({ id, advisories }) => [id, advisories.length]),
          expected,
        );
      }),
    );
  }

  for (const emitUnpopulated of [true, false])
    it(
      `has events of one kind each (empty fields ${emitUnpopulated ? "written" : "left out"})`,
      withEmulator({ emitUnpopulated }, async (_, call) => {
        const events = (await documentsFor(call, "")).flatMap(({ advisories }) => advisories.flatMap((a) => a.events));
        const kinds = new Set(
          events.map((event) =>
            Object.keys(event)
              .filter((key) => key !== "timestamp")
              .join(),
          ),
        );
        assert.deepEqual([...kinds].sort(), [
          "analysisNotPlanned",
          "detection",
          "falsePositiveDetermination",
          "fixNotPlanned",
          "fixed",
          "pendingUpstreamFix",
          "truePositiveDetermination",
        ]);
      }),
    );

  it(
    "says what is known about vulnerabilities, in pages",
    withEmulator({}, async (_, call) => {
      const ids = async (query: string): Promise<unknown[]> => {
        const { vulnerabilityMetadata = [] } = (await call(`GET /advisory/v2/metadata?${query}`)).body;
        return (vulnerabilityMetadata as { id: string }[]).map(({ id }) => id);
      };
      assert.deepEqual(await ids("page_size=2&order_by=id%20desc"), ["CVE-2026-1119", "CVE-2026-1118"]);
      assert.deepEqual(await ids("id=CVE-2026-1003"), ["CVE-2026-1003"]);
      assert.deepEqual(await ids("ids=CVE-2026-1003&ids=CVE-2026-1002&ids=none"), ["CVE-2026-1002", "CVE-2026-1003"]);
      assert.equal((await call("GET /advisory/v2/metadata")).body.totalCount, "120");
    }),
  );

  it(
    "needs no token",
    withEmulator({}, async ({ url }) => {
      for (const path of ["documents?id=none", "metadata?id=none"]) {
        assert.equal((await send(url, `GET /advisory/v2/${path}`)).status, 200);
      }
      const resolved = await send(url, "GET /advisory/v2/images/resolvedVulns");
      assert.deepEqual(brief(resolved), [400, 3, 'invalid path: "imageRefs" is not a message']);
    }),
  );
});
