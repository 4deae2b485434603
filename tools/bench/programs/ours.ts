import * as platform from "pulumi-platform";

// The program of the hosts `ours` and `plugin`: this package, as its README shows it. The setting platform:shell chooses the host.
const { BENCH_HOST = "", BENCH_PARENT: parentUid = "", BENCH_COUNT = "0", BENCH_REVISION = "1" } = process.env;

for (let n = 1; n <= Number(BENCH_COUNT); n++) {
  new platform.Identity(`${BENCH_HOST}-${n}`, {
    parentUid,
    name: `${BENCH_HOST}-${n}`,
    description: `revision ${BENCH_REVISION}`,
    claimMatch: { issuer: "https://token.ci.example.com", subject: `repo:acme/${BENCH_HOST}-${n}` },
  });
}
