import * as platform from "pulumi-platform";

// The program of `ours`: this package, as its README shows it.
const { BENCH_PARENT: parentUid = "", BENCH_COUNT = "0", BENCH_REVISION = "1" } = process.env;

for (let n = 1; n <= Number(BENCH_COUNT); n++) {
  new platform.Identity(`ours-${n}`, {
    parentUid,
    name: `ours-${n}`,
    description: `revision ${BENCH_REVISION}`,
    claimMatch: { issuer: "https://token.ci.example.com", subject: `repo:acme/ours-${n}` },
  });
}
