import { parseArgs } from "node:util";
import { ProcessTree } from "../bench/process-tree";
import { startBucket } from "./bucket";
import { type CountedBackend, type Figure, figuresTable, measure } from "./figures";
import { killedRun } from "./kills";
import { twoRunsAtOnce } from "./locks";
import type { Backend } from "./machine";
import { nightlyChecks } from "./nightly";
import { say } from "./say";
import { simulate } from "./simulate";
import { slowWay } from "./slow-way";

const SKIPPED = { PULUMI_EXPERIMENTAL: "true", PULUMI_SKIP_CHECKPOINTS: "true" };
const SETTINGS = [
  [{}, "with checkpoints"],
  [SKIPPED, "checkpoints skipped"],
] as const;

/** One way, as to a bucket in the same region; a request takes twice this. */
const AWAY_MS = 10;

/**
 * `npm run scale`: the measurements in docs/scale.md. `-- --backend` alone: state on a real S3-compatible server, locks, kills and
 * figures, with `--count` resources. `-- --simulate` alone: one provider host reads `--read` of `--objects` identities. What
 * does not hold ends it with an error.
 */
async function scale(): Promise<void> {
  const { values } = parseArgs({
    options: {
      backend: { type: "boolean" },
      simulate: { type: "boolean" },
      count: { type: "string", default: "100" },
      objects: { type: "string", default: "100000" },
      read: { type: "string", default: "20000" },
    },
  });
  const { backend, simulate: isSimulated } = values;
  const [count, objects, read] = [number(values.count), number(values.objects), number(values.read)] as const;
  if (backend || !isSimulated) {
    const { ensureGateway }: { ensureGateway(): Promise<string> } = require("./gateway.mjs");
    await onBucket(await ensureGateway(), count);
  }
  if (isSimulated || !backend) {
    await nightlyChecks();
    await simulate(objects, read);
  }
}

function number(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new Error(`it takes whole numbers from 1, not "${text}"`);
  return Number(text);
}

async function onBucket(gateway: string, count: number): Promise<void> {
  const bucket = await startBucket(gateway);
  const away = await slowWay(bucket.port, AWAY_MS);
  const near = await slowWay(bucket.port, 0);
  try {
    const s3 = (name: string, port: number): Backend => ({
      name,
      url: bucket.backend(port),
      environment: bucket.credentials,
    });
    const remote = s3("S3", bucket.port);
    await twoRunsAtOnce(remote, Math.min(count, 20));
    for (const setting of SETTINGS) await killedRun(remote, count, setting);
    const backends: CountedBackend[] = [
      { name: "files", url: "", environment: {} },
      { ...s3("S3", near.port), sent: near.sent },
      { ...s3(`S3, ${2 * AWAY_MS} ms away`, away.port), sent: away.sent },
    ];
    const figures: Figure[] = [];
    for (const setting of SETTINGS) {
      for (const backend of backends) figures.push(...(await measure(backend, count, setting)));
    }
    say(`\n${count} identities\n\n${figuresTable(figures)}`);
  } finally {
    await Promise.all([away.close(), near.close()]);
    await bucket.close();
  }
}

/** Ends all that this process has started, each by its pid; folders are removed as it exits. */
function stop(): void {
  for (const pid of new ProcessTree(process.pid).alive) if (pid !== process.pid) process.kill(pid, "SIGKILL");
  process.exit(130);
}

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);

scale().catch((error: Error) => {
  console.error(error.stack);
  process.exitCode = 1;
});
