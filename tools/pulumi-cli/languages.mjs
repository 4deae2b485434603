import { mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { withLock } from "../lock.mjs";
import { sharedCache } from "../places.mjs";
import { isExecutable, note, run, SetupError, secondsSince } from "../process.mjs";
import { ensurePulumi, VERSION } from "../pulumi-cli.mjs";
import { goBuild } from "./go-build.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const exe = process.platform === "win32" ? ".exe" : "";

const yaml = `pulumi-language-yaml${exe}`;

/**
 * Finds the hosts of the languages in which programs are written. A release of the CLI has them all. If the CLI was built with Go, the host
 * of YAML is built too, once, in the cache. The others are no modules of Go's proxy.
 *
 * @returns the folder of the hosts, which goes first on PATH
 * Rejects with a SetupError that says what is missing.
 */
export async function ensureLanguageHosts() {
  const { directory } = await ensurePulumi();
  // The host of Node that is built beside the CLI is an old one, so its presence proves nothing.
  if (isExecutable(join(directory, yaml))) return directory;
  const folder = join(sharedCache, "pulumi-languages", `${VERSION}-${process.platform}-${process.arch}`);
  return withLock(`${folder}.lock`, async () => {
    if (!isExecutable(join(folder, yaml))) await buildYaml(folder);
    return folder;
  });
}

async function buildYaml(folder) {
  const started = Date.now();
  const fresh = `${folder}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  mkdirSync(folder, { recursive: true });
  try {
    await run("go", ["version"]);
    note("building the language host of Pulumi for YAML with Go, 1 to 4 minutes; done once, then cached");
    const main = "github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml";
    await goBuild(join(here, "yaml"), { program: join(fresh, yaml), main });
    renameSync(join(fresh, yaml), join(folder, yaml));
    note(`built the language host in ${secondsSince(started)}`);
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    throw new SetupError(
      `The language host of Pulumi for YAML was not built: ${error.message}.\nPut a release of the Pulumi CLI on PATH, which has it ` +
        "(https://www.pulumi.com/docs/install/), or install Go 1.25 or later (https://go.dev/dl/).",
    );
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}
