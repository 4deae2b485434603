import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { root } from "./places.mjs";
import { main, note, secondsSince } from "./process.mjs";
import { ensureBuild } from "./setup.mjs";

/** What `npm run check` asks, each by a script of node_modules. All are asked, so that one run shows all that is wrong. */
const questions = {
  "format and lint": ["@biomejs/biome/bin/biome", "check"],
  types: ["typescript/bin/tsc", "--noEmit", "-p", "tsconfig.json"],
  "dependency graph": ["dependency-cruiser/bin/dependency-cruise.mjs", "src", "--output-type", "err"],
  "dead code": ["knip/bin/knip.js"],
  package: ["publint/src/cli.js", "--strict", "--pack", "false"],
  "tests that are quick": [
    "mocha/bin/mocha.js",
    "--reporter",
    "dot",
    "--parallel",
    "--jobs",
    "2",
    "--ignore",
    "test/engine/**",
    "--ignore",
    "test/chaos/**",
    "--ignore",
    "test/golden/mutants.test.ts",
  ],
};

/** Runs one script to its end; its output is shown when it fails. */
async function ask([script, ...args]) {
  const child = spawn(process.execPath, [join(root, "node_modules", script), ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
  const [code] = await once(child, "close");
  return { passed: code === 0, output };
}

/** `npm run check`: everything that is quick to know. Names on the command line narrow it down. */
await main(async () => {
  await ensureBuild();
  const wanted = process.argv.slice(2);
  let failed = 0;
  for (const [name, command] of Object.entries(questions)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const started = Date.now();
    const { passed, output } = await ask(command);
    note(`${name}: ${passed ? "ok" : "FAILED"} (${secondsSince(started)})`);
    if (passed) continue;
    failed += 1;
    console.log(output);
  }
  return failed;
});
