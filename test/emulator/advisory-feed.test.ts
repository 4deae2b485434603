import assert from "node:assert/strict";
import { testWith } from "./local";
import { stories } from "./story";

interface Document {
  readonly advisories: readonly { readonly events: readonly object[] }[];
}

describe("the emulator's advisory feed", () => {
  stories(`
    # needs no token, and finds documents by name and vulnerability
    as nobody
    GET /advisory/v2/documents -> [busybox curl go nginx openssl python]
    GET /advisory/v2/documents?id=nginx -> [nginx]
    GET /advisory/v2/documents?cves=CVE-2026-1000&cves=CVE-2026-1006&cves=CVE-2026-1001 -> [curl nginx]
    GET /advisory/v2/documents?id=curl&cves=CVE-2026-1001 -> []
    GET /advisory/v2/documents?id=none -> []
    GET /advisory/v2/documents?cves=CVE-2026-1000,CVE-2026-1001 -> []
    GET /advisory/v2/metadata?page_size=2&order_by=id%20desc -> [CVE-2026-1119 CVE-2026-1118]
    GET /advisory/v2/metadata?id=CVE-2026-1003 -> [CVE-2026-1003]
    GET /advisory/v2/metadata?ids=CVE-2026-1003&ids=CVE-2026-1002&ids=none -> [CVE-2026-1002 CVE-2026-1003]
    GET /advisory/v2/metadata -> {"totalCount":"120"}
    GET /advisory/v2/images/resolvedVulns -> 401
    as admin
    GET /advisory/v2/images/resolvedVulns -> INVALID_ARGUMENT invalid path: "imageRefs" is not a message
  `);

  for (const emitUnpopulated of [true, false])
    testWith({ emitUnpopulated })(
      `has events of one kind each, empty fields written: ${emitUnpopulated}`,
      async ({ call }) => {
        const countsFor = async (query: string) => {
          const { documents } = (await call(`GET /advisory/v2/documents${query}`)).body;
          return documents as Document[];
        };
        const few = await countsFor("?cves=CVE-2026-1000&cves=CVE-2026-1006&cves=CVE-2026-1001");
        const found = few.map(({ advisories }) => advisories.length);
        assert.deepEqual(found, [2, 1]);
        const events = (await countsFor("")).flatMap(({ advisories }) =>
          advisories.flatMap((advisory) => advisory.events),
        );
        const kinds = events.map((event) =>
          Object.keys({ ...event, timestamp: undefined })
            .sort()
            .join(),
        );
        const all = "analysisNotPlanned detection falsePositiveDetermination fixNotPlanned fixed pendingUpstreamFix";
        const expected = `${all} truePositiveDetermination`.split(" ").map((kind) => [kind, "timestamp"].sort().join());
        assert.deepEqual([...new Set(kinds)].sort(), expected.sort());
      },
    );
});
