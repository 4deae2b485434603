import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { note, run } from "../process.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));

/**
 * Builds the Pulumi CLI and its Node language host from their Go modules into `folder`. go.sum, beside each go.mod, holds
 * the hash of every module. Rejects with a SetupError when there is no Go, or the build fails.
 *
 * The language host comes from the last release that had it in a module of its own (3.66.0): good for tests and the demo,
 * but without stack transforms and `pulumi package add`.
 */
export async function buildFromGo(version, folder) {
  const env = { ...process.env, GOFLAGS: "-mod=readonly", GOWORK: "off", GO111MODULE: "on", CGO_ENABLED: "0" };
  // A shell set up for cross-compiling must not give us a CLI for another machine.
  for (const name of ["GOOS", "GOARCH"]) delete env[name];
  const exe = process.platform === "win32" ? ".exe" : "";
  const build = (module, name, flags, main) =>
    run("go", ["build", "-trimpath", "-ldflags", `-s -w ${flags}`, "-o", join(folder, name + exe), main], {
      cwd: join(here, module),
      env,
    });

  await run("go", ["version"], { env });
  note("building the Pulumi CLI with Go, 3 to 4 minutes; done once, then cached");
  const stamp = `-X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v${version}`;
  await build("engine", "pulumi", stamp, "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi");
  const host = "pulumi-language-nodejs";
  await build("language-host", host, "", `github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/${host}`);
}
