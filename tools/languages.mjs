import { readdirSync } from "node:fs";
import { join } from "node:path";
import { inRepository } from "./in-repository.mjs";
import { root } from "./places.mjs";
import { main } from "./process.mjs";
import { ensureLanguageHosts } from "./pulumi-cli/languages.mjs";
import { ensurePythonPackages } from "./pulumi-cli/python.mjs";
import { ensureBuild } from "./setup.mjs";

/**
 * `npm run languages`: runs the examples in YAML, Python and Go on the real engine, as their users do, and installs the package by pnpm and Yarn. Not part of `npm test`, because it
 * needs Go and Python, and compiling the program in Go takes minutes. Arguments go to mocha.
 */
await main(async () => {
  await ensureBuild();
  process.env.PULUMI_PLATFORM_LANGUAGES = await ensureLanguageHosts(["yaml", "nodejs", "python", "go"]);
  process.env.PULUMI_PLATFORM_PYTHON = await ensurePythonPackages();
  const given = process.argv.slice(2);
  const folder = join("test", "engine", "languages");
  const all = readdirSync(join(root, folder)).filter((name) => name.endsWith(".language.ts"));
  const files = given.some((argument) => argument.endsWith(".language.ts"))
    ? []
    : all.map((name) => join(folder, name));
  return inRepository(["node_modules/mocha/bin/mocha.js", ...given, ...files]);
});
