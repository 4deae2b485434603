import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { npmCli, pack, repositoryRoot } from "../support/workspace";

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly link?: true;
  readonly dev?: true;
  readonly devOptional?: true;
  readonly peer?: true;
  readonly hasInstallScript?: true;
}

/** npm takes seconds, and more on a busy machine. */
const NPM_MS = 180_000;

const jsonOf = (file: string) => JSON.parse(readFileSync(join(repositoryRoot, file), "utf8"));
const lockedIn = (file: string) =>
  Object.entries(jsonOf(file).packages as Record<string, Locked>).filter(([path]) => path !== "");
const locked = lockedIn("package-lock.json");
const npm = (args: readonly string[], cwd: string): string =>
  execFileSync(process.execPath, [npmCli(), ...args], { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
const git = (args: readonly string[]): string => execFileSync("git", args, { cwd: repositoryRoot, encoding: "utf8" });

describe("the dependencies", function () {
  this.timeout(NPM_MS);

  it("are pinned to exact versions and have checksums (row 86)", () => {
    const { dependencies, devDependencies } = jsonOf("package.json") as Record<string, Record<string, string>>;
    const { "pulumi-platform": itself, ...others } = { ...dependencies, ...devDependencies };
    assert.equal(itself, "file:.");
    const stryker: Record<string, string> = jsonOf("tools/stryker/package.json").dependencies;
    for (const [name, version] of Object.entries({ ...others, ...stryker }))
      assert.match(version, /^\d+\.\d+\.\d+$/, name);
    const tools = ["sdks", "stryker"].map((name) => `tools/${name}/package-lock.json`);
    for (const [path, { link, integrity }] of [...locked, ...tools.flatMap(lockedIn)]) {
      if (link) assert.equal(path, "node_modules/pulumi-platform");
      else assert.match(integrity ?? "", /^sha512-/, path);
    }
  });

  it("are the same in package.json and the lockfile, from an empty folder and without scripts (row 86)", () => {
    const directory = mkdtempSync(join(tmpdir(), "lockfile-"));
    try {
      for (const file of ["package.json", "package-lock.json"])
        cpSync(join(repositoryRoot, file), join(directory, file));
      npm(["ci", "--dry-run", "--ignore-scripts", "--offline", "--no-audit", "--no-fund"], directory);
    } finally {
      rmSync(directory, { recursive: true });
    }
    const setup = readFileSync(join(repositoryRoot, "tools/dependencies.mjs"), "utf8");
    assert.match(setup, /\["ci", "--ignore-scripts", /);
  });

  it("run no scripts where users install the package, and neither does the package (row 86)", () => {
    const { scripts } = jsonOf("package.json") as { scripts: Record<string, string> };
    const lifecycle = /^(pre|post)|^(install|prepare|prepublish|dependencies)$/;
    const wrong = Object.keys(scripts).filter((name) => lifecycle.test(name));
    assert.deepEqual(wrong, []);
    const scripted = locked.filter(([, { hasInstallScript }]) => hasInstallScript);
    assert.deepEqual(
      scripted.map(([path, { dev, peer }]) => [path, dev || peer]),
      [
        // Its binary is a package of its own: the script only saves a start of Node.
        ["node_modules/esbuild", true],
        ["node_modules/protobufjs", true],
      ],
    );
  });

  it("are few, and have known licenses, in production (row 88)", () => {
    const production = locked.filter(([, { dev, devOptional, peer, link }]) => !(dev || devOptional || peer || link));
    assert.ok(production.length <= 6, production.map(([path]) => path).join(", "));
    for (const [path, { license }] of production) {
      assert.match(license ?? "", /^(MIT|Apache-2\.0|ISC|BSD-[23]-Clause)$/, path);
      assert.equal(jsonOf(`${path}/package.json`).license, license, path);
    }
  });
});

describe("the packed package", function () {
  this.timeout(NPM_MS);

  it("contains what is compiled from src, the plugin, the documentation and the examples, and nothing else (row 86)", () => {
    const sources = readdirSync(join(repositoryRoot, "src"), { recursive: true, encoding: "utf8" });
    const isBundled = (name: string) => /^hosts[\\/](plugin|generated)[\\/]/.test(name);
    const compiled = sources
      .filter((name) => name.endsWith(".ts") && !isBundled(name))
      .flatMap((name) => [".js", ".d.ts"].map((end) => `dist/${name.replaceAll("\\", "/").replace(/\.ts$/, end)}`))
      // No public type refers to these.
      .filter(
        (file) =>
          !/^dist\/(command|core|hosts|client\/visibility|emulator\/(access|endpoints|kinds|registry|seed|verbs))\/(?!dynamic\/(dynamic-)?provider\.).*\.d\.ts$/.test(
            file,
          ),
      );
    const plugin = [
      "index.js",
      "pulumi-resource-",
      "pulumi-resource-.cmd",
      "pulumi-resource-platform",
      "pulumi-resource-platform.cmd",
      "schema.json",
    ];
    const top = ["README.md", "CHANGELOG.md", "ARCHITECTURE.md", "SECURITY.md", "LICENSE", "package.json"];
    // npm packs no .gitignore.
    const isPacked = (path: string) => !path.endsWith(".gitignore") && !path.startsWith("docs/internals/");
    const pages = git(["ls-files", "docs", "examples", "templates"]).trim().split("\n").filter(isPacked);
    const { shipped: found, size, unpackedSize } = pack();
    assert.deepEqual(found, [...compiled, ...plugin.map((name) => `dist/plugin/${name}`), ...top, ...pages].sort());
    // 430 kB are the plugin and everything that it needs.
    assert.ok(size < 1_300_000 && unpackedSize < 5_000_000, `${size} bytes, ${unpackedSize} unpacked`);
  });
});
