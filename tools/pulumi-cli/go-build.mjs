import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { note, run } from "../process.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));

/**
 * Builds a program of a Go module in `directory`, whose go.sum holds the hash of every module, for this machine. Rejects with a
 * SetupError when there is no Go, or the build fails.
 */
export async function goBuild(directory, { program, main, flags = "" }) {
  const env = { ...process.env, GOFLAGS: "-mod=readonly", GOWORK: "off", GO111MODULE: "on", CGO_ENABLED: "0" };
  // A shell set up for cross-compiling must not give us a program for another machine.
  for (const name of ["GOOS", "GOARCH"]) delete env[name];
  await run("go", ["build", "-trimpath", "-ldflags", `-s -w ${flags}`, "-o", program, main], { cwd: directory, env });
}

/**
 * Builds the Pulumi CLI and its Node language host from their Go modules into `folder`. go.sum, beside each go.mod, holds
 * the hash of every module. Rejects with a SetupError when there is no Go, or the build fails.
 *
 * The language host comes from the last release that had it in a module of its own (3.66.0): good for tests and the demo,
 * but without stack transforms and `pulumi package add`.
 */
export async function buildFromGo(version, folder) {
  const exe = process.platform === "win32" ? ".exe" : "";
  const build = (module, name, options) =>
    goBuild(join(here, module), { program: join(folder, name + exe), ...options });

  await run("go", ["version"]);
  note("building the Pulumi CLI with Go, 3 to 4 minutes; done once, then cached");
  await build("engine", "pulumi", {
    main: "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi",
    flags: `-X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v${version}`,
  });
  const host = "pulumi-language-nodejs";
  await build("language-host", host, { main: `github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/${host}` });
}
