import assert from "node:assert/strict";
import { brief, type Call, send, test, testWith } from "./local";

describe("the emulator's advisory feed", () => {
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
    test(`has ${expected.length} documents for "${query}"`, async ({ call }) => {
      const found = await documentsFor(call, query);
      assert.deepEqual(
        found.map(({ id, advisories }) => [id, advisories.length]),
        expected,
      );
    });
  }

  for (const emitUnpopulated of [true, false])
    testWith({ emitUnpopulated })(
      `has events of one kind each (empty fields ${emitUnpopulated ? "written" : "left out"})`,
      async ({ call }) => {
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
      },
    );

  test("returns what is known about vulnerabilities, in pages", async ({ call }) => {
    const ids = async (query: string): Promise<unknown[]> => {
      const { vulnerabilityMetadata = [] } = (await call(`GET /advisory/v2/metadata?${query}`)).body;
      return (vulnerabilityMetadata as { id: string }[]).map(({ id }) => id);
    };
    assert.deepEqual(await ids("page_size=2&order_by=id%20desc"), ["CVE-2026-1119", "CVE-2026-1118"]);
    assert.deepEqual(await ids("id=CVE-2026-1003"), ["CVE-2026-1003"]);
    assert.deepEqual(await ids("ids=CVE-2026-1003&ids=CVE-2026-1002&ids=none"), ["CVE-2026-1002", "CVE-2026-1003"]);
    assert.equal((await call("GET /advisory/v2/metadata")).body.totalCount, "120");
  });

  test("needs no token", async ({ url, token }) => {
    for (const path of ["documents?id=none", "metadata?id=none"]) {
      assert.equal((await send(url, `GET /advisory/v2/${path}`)).status, 200);
    }
    const resolved = await send(url, "GET /advisory/v2/images/resolvedVulns", undefined, token);
    assert.equal((await send(url, "GET /advisory/v2/images/resolvedVulns")).status, 401);
    assert.deepEqual(brief(resolved), [400, 3, 'invalid path: "imageRefs" is not a message']);
  });
});
