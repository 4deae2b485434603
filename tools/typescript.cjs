const { createHash } = require("node:crypto");
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");

/**
 * Loads TypeScript without checking types, as `ts-node/register/transpile-only` does, and keeps what ts-node makes of a
 * file. Each lane of the tests and each process that they start would otherwise compile all of src and test again.
 */
const root = join(__dirname, "..");
const cache = join(root, ".cache", "transpiled");
const config = readFileSync(join(root, "tsconfig.json"), "utf8");
const versions = ["ts-node", "typescript"].map((name) => require(`${name}/package.json`).version);

let compiler;

/** JavaScript of a file, with its source map inline. A test of mutants gives it another source. */
function transpiled(file, source = readFileSync(file, "utf8")) {
  const key = createHash("sha256")
    .update(JSON.stringify([file, source, config, ...versions]))
    .digest("hex");
  const kept = join(cache, `${key}.js`);
  try {
    return readFileSync(kept, "utf8");
  } catch {
    compiler ??= require("ts-node").create({ cwd: root, transpileOnly: true });
    const code = compiler.compile(source, file);
    mkdirSync(cache, { recursive: true });
    // Other processes may read it at any time.
    writeFileSync(`${kept}.${process.pid}`, code);
    renameSync(`${kept}.${process.pid}`, kept);
    return code;
  }
}

process.setSourceMapsEnabled(true);
exports.transpiled = transpiled;
require.extensions[".ts"] = (module, file) => module._compile(transpiled(file), file);
