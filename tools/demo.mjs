import { spawn } from "node:child_process";
import { once } from "node:events";
import { root } from "./places.mjs";
import { main } from "./process.mjs";
import { ensureBuild, ensurePulumi } from "./setup.mjs";

/** `npm run demo`: readies what is missing, on a fresh clone too, then plays demo.ts. */
await main(async () => {
  await ensureBuild();
  const { directory } = await ensurePulumi();
  const demo = spawn(process.execPath, ["--require", "ts-node/register/transpile-only", "tools/demo.ts"], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, PULUMI_PLATFORM_PULUMI: directory },
  });
  const [code] = await once(demo, "close");
  return code ?? 1;
});
