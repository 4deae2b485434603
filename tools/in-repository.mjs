import { runNode } from "./process.mjs";
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
  // The npm that tests start warns about settings of the user's; the user's own npm has said that already.
  return runNode(args, { PULUMI_PLATFORM_PULUMI: directory, npm_config_loglevel: "error" });
}
