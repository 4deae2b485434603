import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { root } from "./places.mjs";
import { main } from "./process.mjs";
import { ensureBuild, ensurePulumi } from "./setup.mjs";

/**
 * `npm test`: readies everything the tests need, on a fresh clone too, then runs mocha (.mocharc.json). Arguments go to
 * mocha: `npm test -- --grep "a resource"`. The engine tests find the Pulumi CLI in PULUMI_PLATFORM_PULUMI.
 */
async function test(args) {
  await ensureBuild();
  const { directory } = await ensurePulumi();
  const { CI, TEST_TOTALS_FILE } = process.env;
  const options = [
    // A forgotten `.only` would pass by leaving out the other tests.
    ...(CI ? ["--forbid-only"] : []),
    ...(TEST_TOTALS_FILE ? ["--reporter", join(root, "tools/totals-reporter.cjs")] : []),
    ...args,
  ];
  const mocha = spawn(process.execPath, [join(root, "node_modules/mocha/bin/mocha.js"), ...options], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, PULUMI_PLATFORM_PULUMI: directory },
  });
  // Ctrl-C reaches mocha by itself, and mocha ends in order: wait for it. A CI that stops us reaches only us.
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => mocha.kill("SIGTERM"));
  const [code] = await once(mocha, "close");
  return code ?? 1;
}

await main(() => test(process.argv.slice(2)));
