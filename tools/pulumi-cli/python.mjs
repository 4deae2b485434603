import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { withLock } from "../lock.mjs";
import { sharedCache } from "../places.mjs";
import { note, run, SetupError } from "../process.mjs";

const requirements = fileURLToPath(new URL("python/requirements.txt", import.meta.url));

/**
 * The packages of Python that programs need, from the cache, or fetched with pip. requirements.txt has the hash of each. Programs install
 * them from there, so nothing else comes from the index.
 *
 * @returns the folder of the wheels
 * Rejects with a SetupError that says what is missing.
 */
export async function ensurePythonPackages() {
  const version = await versionOfPython();
  const hash = createHash("sha256").update(readFileSync(requirements)).digest("hex").slice(0, 12);
  const folder = join(sharedCache, "pulumi-python", `${version}-${hash}`);
  if (existsSync(folder)) return folder;
  return withLock(`${folder}.lock`, async () => {
    if (!existsSync(folder)) await download(folder);
    return folder;
  });
}

async function versionOfPython() {
  const script = "import sys; print('%d.%d' % sys.version_info[:2])";
  const { stdout } = await promisify(execFile)("python3", ["-c", script]).catch(({ message }) => {
    throw new SetupError(`Programs in Python need python3 on PATH, with the module venv: ${message}`);
  });
  return stdout.trim();
}

async function download(folder) {
  const fresh = `${folder}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(dirname(folder), { recursive: true });
  note("fetching Pulumi's SDK for Python with pip, about a minute; done once, then cached");
  const what = ["--require-hashes", "--only-binary", ":all:", "--no-deps", "--quiet", "--requirement", requirements];
  const pip = ["-m", "pip", "--disable-pip-version-check", "download"];
  try {
    await run("python3", [...pip, "--dest", fresh, ...what]);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!(error instanceof SetupError)) throw error;
    throw new SetupError(
      `Pulumi's SDK for Python was not fetched: ${error.message}.\n${requirements} has packages for Linux on x64 and Python 3.11 ` +
        "and 3.12. Use one of these, and check that pip reaches its index.",
    );
  }
  renameSync(fresh, folder);
}
