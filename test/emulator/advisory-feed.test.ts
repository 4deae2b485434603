import { stories } from "./story";

describe("the emulator's advisory feed", () => {
  stories(`
    # needs no token, and finds documents by name and vulnerability
    as nobody
    GET /advisory/v2/documents?id=nginx -> [nginx]
    GET /advisory/v2/documents?cves=CVE-2026-1000&cves=CVE-2026-1006&cves=CVE-2026-1001 -> [curl nginx]
    GET /advisory/v2/documents?id=curl&cves=CVE-2026-1001 -> []
    GET /advisory/v2/documents?cves=CVE-2026-1000,CVE-2026-1001 -> []
    GET /advisory/v2/metadata?page_size=2&order_by=id%20desc -> [CVE-2026-1119 CVE-2026-1118]
    GET /advisory/v2/metadata?ids=CVE-2026-1003&ids=CVE-2026-1002&ids=none -> [CVE-2026-1002 CVE-2026-1003]
    GET /advisory/v2/metadata -> {"totalCount":"120"}
    GET /advisory/v2/images/resolvedVulns -> 401
  `);
});
