import { execFile } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { withLock } from "../lock.mjs";
import { sharedCache } from "../places.mjs";
import { isExecutable, note, run, SetupError, secondsSince } from "../process.mjs";
import { ensurePulumi, VERSION } from "../pulumi-cli.mjs";
import { goBuild } from "./go-build.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const exe = process.platform === "win32" ? ".exe" : "";

/** The commit of the release that VERSION names. git checks what it fetches against it, so any copy of the repository will do. */
const COMMIT = "ae2e269861eabd2b692984e7286bec78777ba352";
const REPOSITORY = "https://github.com/pulumi/pulumi.git";

/** Language hosts that are no modules of Go's proxy, with their folder in Pulumi's repository. */
const IN_REPOSITORY = {
  go: "sdk/go/pulumi-language-go",
  nodejs: "sdk/nodejs/cmd/pulumi-language-nodejs",
  python: "sdk/python/cmd/pulumi-language-python",
};

/** Each language with the files that its host consists of. */
const FILES = Object.fromEntries(
  ["yaml", ...Object.keys(IN_REPOSITORY)].map((language) => {
    const host = `pulumi-language-${language}`;
    return [language, [`${host}${exe}`, ...(language === "python" ? [`${host}-exec`] : [])]];
  }),
);

/**
 * Finds or makes the language hosts that programs in these languages need: `yaml`, `go`, `python`, and `nodejs` as the CLI's release has
 * it. A release of the CLI has them all beside it. Where the CLI was built with Go, they are built too, once, in the cache.
 *
 * @returns the folder of the hosts, which goes first on PATH
 * Rejects with a SetupError that says what is missing.
 */
export async function ensureLanguageHosts(languages) {
  const { directory } = await ensurePulumi();
  // The host of Node that is built beside the CLI is an old one, so its presence proves nothing.
  if (Object.keys(FILES).every((language) => isThere(directory, language))) return directory;
  const folder = join(sharedCache, "pulumi-languages", `${VERSION}-${process.platform}-${process.arch}`);
  const missing = () => languages.filter((language) => !isThere(folder, language));
  if (missing().length === 0) return folder;
  return withLock(`${folder}.lock`, async () => {
    await make(missing(), folder);
    return folder;
  });
}

const isThere = (folder, language) => FILES[language].every((name) => isExecutable(join(folder, name)));

async function make(languages, folder) {
  const started = Date.now();
  const fresh = `${folder}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  mkdirSync(folder, { recursive: true });
  try {
    await run("go", ["version"]);
    note(
      `building the language hosts of Pulumi for ${languages.join(", ")} with Go, 1 to 4 minutes; done once, then cached`,
    );
    if (languages.includes("yaml")) await buildYaml(fresh);
    const others = languages.filter((language) => language in IN_REPOSITORY);
    if (others.length > 0) await buildFromRepository(others, fresh);
    for (const name of languages.flatMap((language) => FILES[language]))
      renameSync(join(fresh, name), join(folder, name));
    note(`built the language hosts in ${secondsSince(started)}`);
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    throw new SetupError(
      `The language hosts of Pulumi for ${languages.join(", ")} were not built: ${error.message}.\nUse a release of the Pulumi CLI, ` +
        "which has them (https://www.pulumi.com/docs/install/). Or install Go 1.25 or later (https://go.dev/dl/) and git, and name a " +
        "copy of Pulumi's repository in PULUMI_PLATFORM_PULUMI_REPOSITORY if github.com cannot be reached.",
    );
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** The host of YAML is a module of Go's proxy. */
async function buildYaml(folder) {
  const [file] = FILES.yaml;
  const main = "github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml";
  await goBuild(join(here, "yaml"), { program: join(folder, file), main });
}

/** The sources of the other hosts come from the repository, and all that they need from Go's proxy, by the go.sum that is here. */
async function buildFromRepository(languages, folder) {
  const module = join(folder, "module");
  mkdirSync(module);
  for (const name of ["go.mod", "go.sum"]) copyFileSync(join(here, "languages", name), join(module, name));
  await fetchSources(process.env.PULUMI_PLATFORM_PULUMI_REPOSITORY || REPOSITORY, COMMIT, join(module, "source"));
  for (const language of languages) {
    const [file, launcher] = FILES[language];
    const main = `github.com/pulumi/pulumi/${IN_REPOSITORY[language]}/v3`;
    await goBuild(module, { program: join(folder, file), main });
    if (launcher === undefined) continue;
    copyFileSync(join(await sdkOf(module), "python", "cmd", launcher), join(folder, launcher));
    chmodSync(join(folder, launcher), 0o755);
  }
}

/**
 * Writes the sources of the hosts at a commit into a folder.
 *
 * @param repository the folder of a git repository, or an address from which only these files are fetched
 */
export async function fetchSources(repository, commit, folder) {
  mkdirSync(folder, { recursive: true });
  const archive = join(folder, "sources.tar");
  const wanted = [...Object.values(IN_REPOSITORY), ":(exclude,glob)**/testdata/**", ":(exclude,glob)**/*_test.go"];
  const isFolder = existsSync(repository);
  const git = isFolder ? repository : join(folder, "repository");
  if (!isFolder) {
    await run("git", ["init", "--quiet", "--bare", git]);
    await run("git", ["-C", git, "remote", "add", "origin", repository]);
    await run("git", ["-C", git, "fetch", "--quiet", "--depth=1", "--filter=blob:none", "origin", commit]);
  }
  await run("git", ["-C", git, "archive", `--output=${archive}`, commit, "--", ...wanted]);
  await run("tar", ["-xf", archive, "-C", folder]);
}

/** The folder of Pulumi's SDK for Go, in Go's own cache. */
async function sdkOf(module) {
  const env = { ...process.env, GOFLAGS: "-mod=readonly", GOWORK: "off" };
  const list = ["list", "-m", "-f", "{{.Dir}}", "github.com/pulumi/pulumi/sdk/v3"];
  const { stdout } = await promisify(execFile)("go", list, { cwd: module, env });
  return stdout.trim();
}
