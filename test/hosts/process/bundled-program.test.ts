import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { buildSync } from "esbuild";
import { version } from "../../../src/client/version";
import { startEmulator } from "../../../src/emulator/index";
import { inherited } from "../../support/stack";
import { repositoryRoot } from "../../support/workspace";

const program = `
  import { getRole } from "pulumi-platform";
  getRole({ name: "viewer" }).then(({ name }) => console.log(name));
`;

describe("a program that is bundled into one file", function () {
  this.timeout(60_000);

  it("looks objects up, wherever the file is (report: a bundled program does not find files of the package)", async () => {
    const folder = mkdtempSync(join(tmpdir(), "platform-bundled-"));
    const emulator = await startEmulator();
    try {
      const { outputFiles } = buildSync({
        stdin: { contents: program, resolveDir: repositoryRoot, loader: "ts" },
        bundle: true,
        platform: "node",
        external: ["@pulumi/pulumi"],
        minify: true,
        write: false,
      });
      writeFileSync(join(folder, "program.js"), outputFiles[0]?.text ?? "");
      const env = { ...inherited(), ...emulator.environment, NODE_PATH: join(repositoryRoot, "node_modules") };
      const { stdout } = await promisify(execFile)(process.execPath, [join(folder, "program.js")], { env });
      assert.equal(stdout, "viewer\n");
    } finally {
      await emulator.close();
      rmSync(folder, { recursive: true });
    }
  });

  it("has the version of package.json", () => {
    assert.equal(version, JSON.parse(readFileSync(join(repositoryRoot, "package.json"), "utf8")).version);
  });
});
