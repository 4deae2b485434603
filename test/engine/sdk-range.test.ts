import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../support/workspace";

const sdks = join(repositoryRoot, "tools", "sdks", "node_modules");

const manifestIn = (folder: string) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

/** The version of an SDK that is installed beside that of package.json. */
const versionOf = (sdk: "oldest" | "newest"): string => manifestIn(join(sdks, sdk)).version;

/** The oldest version that the package takes. */
function oldestSupported(): string {
  const [, minimum] = /^>=(\d+\.\d+) <4$/.exec(manifestIn(repositoryRoot).peerDependencies["@pulumi/pulumi"]) ?? [];
  return `${minimum}.0`;
}

/** Tests of test/hosts/process in which the SDK has no part: they are about what the provider makes of a call. */
const OTHERS = ["adoption-preview", "answers", "other-hosts", "owners", "rules", "settings"];

/** Runs the tests of test/hosts/process in the provider host of another SDK, and asserts that they pass. The plugin brings its own parts of the SDK. */
async function passHostTests(sdk: "oldest" | "newest"): Promise<void> {
  const mocha = join(repositoryRoot, "node_modules", "mocha", "bin", "mocha.js");
  const options = ["--no-config", "--require", "./tools/typescript.cjs", "--timeout", "60000"];
  const ignored = OTHERS.flatMap((name) => ["--ignore", `test/hosts/process/${name}.test.ts`]);
  const chosen = ["--fgrep", "[plugin]", "--invert", ...ignored, "test/hosts/process/**/*.test.ts"];
  const child = spawn(process.execPath, [mocha, ...options, "--reporter", "dot", ...chosen], {
    cwd: repositoryRoot,
    env: { ...process.env, PULUMI_PLATFORM_SDK: join(sdks, sdk) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
  const [code] = await once(child, "close");
  assert.equal(code, 0, output);
  assert.match(output, /[1-9]\d+ passing/);
}

for (const sdk of ["oldest", "newest"] as const)
  describe(`the provider host of the ${sdk} supported SDK`, function () {
    this.timeout(600_000);

    it(`passes the same tests as in the version of package.json (rows 81, 82, 83, 84) (report: ${sdk === "oldest" ? "an older" : "a newer"} SDK of Pulumi does not work)`, async () => {
      if (sdk === "oldest") assert.equal(versionOf(sdk), oldestSupported());
      await passHostTests(sdk);
    });
  });
