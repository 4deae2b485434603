import { join } from "node:path";
import { inRepository } from "./in-repository.mjs";
import { filesUnlessGiven, findOnPath, main, note } from "./process.mjs";
import { ensureLanguageHosts } from "./pulumi-cli/languages.mjs";
import { ensurePythonPackages } from "./pulumi-cli/python.mjs";
import { ensureBuild } from "./setup.mjs";

/**
 * `npm run languages`: runs programs in YAML, Python, Go and TypeScript on the real engine, as their users do, and installs the package by pnpm and
 * Yarn. Not part of `npm test`, because compiling the program in Go takes minutes. A test whose tools are missing is shown as not run; in CI,
 * which has them all, it fails. Arguments go to mocha.
 */
await main(async () => {
  await ensureBuild();
  process.env.PULUMI_PLATFORM_LANGUAGES = await ensureLanguageHosts();
  if (findOnPath(["python3"])) process.env.PULUMI_PLATFORM_PYTHON = await ensurePythonPackages();
  const given = process.argv.slice(2);
  const files = filesUnlessGiven(join("test", "engine", "languages"), ".language.ts", given);
  const strict = process.env.CI ? ["--forbid-pending"] : [];
  const code = await inRepository(["node_modules/mocha/bin/mocha.js", ...strict, ...given, ...files]);
  note("not run: C# and Java, in which there is no program here");
  return code;
});
