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

/** Each language with the files of its host, which a release of the CLI has. */
const FILES = {
  yaml: [`pulumi-language-yaml${exe}`],
  go: [`pulumi-language-go${exe}`],
  nodejs: [`pulumi-language-nodejs${exe}`],
  python: [`pulumi-language-python${exe}`, "pulumi-language-python-exec"],
};

/**
 * Finds the language hosts that programs in these languages need. A release of the CLI has them all. If the CLI was built with Go, the host
 * of YAML is built too, once, in the cache. The others are no modules of Go's proxy.
 *
 * @returns the folder of the hosts, which goes first on PATH
 * Rejects with a SetupError that says what is missing.
 */
export async function ensureLanguageHosts(languages) {
  const { directory } = await ensurePulumi();
  // The host of Node that is built beside the CLI is an old one, so its presence proves nothing.
  if (Object.values(FILES).every((names) => areIn(directory, names))) return directory;
  const others = languages.filter((language) => language !== "yaml");
  if (others.length > 0) {
    throw new SetupError(
      `The language hosts of Pulumi for ${others.join(", ")} are missing. A release of the Pulumi CLI ${VERSION} has them: ` +
        "put it on PATH (https://www.pulumi.com/docs/install/), and run the same command again.",
    );
  }
  const folder = join(sharedCache, "pulumi-languages", `${VERSION}-${process.platform}-${process.arch}`);
  if (areIn(folder, FILES.yaml)) return folder;
  return withLock(`${folder}.lock`, async () => {
    if (!areIn(folder, FILES.yaml)) await buildYaml(folder);
    return folder;
  });
}

const areIn = (folder, names) => names.every((name) => isExecutable(join(folder, name)));

async function buildYaml(folder) {
  const started = Date.now();
  const fresh = `${folder}.new`;
  const [file] = FILES.yaml;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  mkdirSync(folder, { recursive: true });
  try {
    await run("go", ["version"]);
    note("building the language host of Pulumi for YAML with Go, 1 to 4 minutes; done once, then cached");
    const main = "github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml";
    await goBuild(join(here, "yaml"), { program: join(fresh, file), main });
    renameSync(join(fresh, file), join(folder, file));
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
