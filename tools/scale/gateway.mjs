import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { withLock } from "../lock.mjs";
import { sharedCache } from "../places.mjs";
import { note, run, SetupError } from "../process.mjs";
import { goBuild } from "../pulumi-cli/go-build.mjs";

const module = fileURLToPath(new URL("gateway", import.meta.url));
const MAIN = "github.com/versity/versitygw/cmd/versitygw";

/**
 * The S3-compatible server that state is kept on: from the cache, or built from its Go module, which go.mod and go.sum pin.
 * Returns the program. Rejects with a SetupError that says what is missing.
 */
export async function ensureGateway() {
  const [, version] = readFileSync(join(module, "go.mod"), "utf8").match(/\/versitygw (v[\d.]+)/);
  const folder = join(sharedCache, "versitygw", `${version}-${process.platform}-${process.arch}`);
  const program = join(folder, process.platform === "win32" ? "versitygw.exe" : "versitygw");
  if (existsSync(program)) return program;
  return withLock(`${folder}.lock`, async () => {
    if (!existsSync(program)) await build(program);
    return program;
  });
}

async function build(program) {
  const folder = dirname(program);
  const fresh = `${folder}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  try {
    await run("go", ["version"]);
    note("building versitygw, an S3-compatible server, with Go, 2 minutes; done once, then cached");
    await goBuild(module, { program: program.replace(folder, fresh), main: MAIN });
    renameSync(fresh, folder);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!(error instanceof SetupError)) throw error;
    throw new SetupError(
      `The S3-compatible server was not built: ${error.message}.\nInstall Go 1.25 or later (https://go.dev/dl/), and run the ` +
        "same command again. `npm run scale -- --simulate` needs no Go.",
    );
  }
}
