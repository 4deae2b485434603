import { spawn } from "node:child_process";
import { once } from "node:events";
import { root } from "./places.mjs";
import { ensureBuild, ensurePulumi } from "./setup.mjs";

/**
 * Readies everything that the engine's tests need, on a fresh clone too, and runs a script of Node's in the repository to
 * its end. The script finds the Pulumi CLI in PULUMI_PLATFORM_PULUMI.
 *
 * @returns its exit code
 */
export async function inRepository(args) {
  await ensureBuild();
  const { directory } = await ensurePulumi();
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: "inherit",
    // The npm that tests start warns about settings of the user's; the user's own npm has said that already.
    env: { ...process.env, PULUMI_PLATFORM_PULUMI: directory, npm_config_loglevel: "error" },
  });
  // Ctrl-C reaches the child by itself, and it ends in order: wait for it. A CI that stops us reaches only us.
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  const [code] = await once(child, "close");
  return code ?? 1;
}
