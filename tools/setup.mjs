import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ensureBuild } from "./build.mjs";
import { ensureDependencies } from "./dependencies.mjs";
import { main, SetupError } from "./process.mjs";
import { ensurePulumi } from "./pulumi-cli.mjs";

export { ensureBuild, ensureDependencies, ensurePulumi };

/** `node tools/setup.mjs [dependencies] [build] [pulumi]`: does these, or all of them, and says in a line each what was done. */
async function setup(wanted) {
  const steps = {
    dependencies: ensureDependencies,
    build: ensureBuild,
    pulumi: async () => {
      const { version, source, directory } = await ensurePulumi();
      return `${version} (${source}) in ${directory}`;
    },
  };
  const names = Object.keys(steps);
  for (const name of wanted.length > 0 ? wanted : names) {
    if (!names.includes(name)) throw new SetupError(`${name} is no step; there are ${names.join(", ")}`);
    console.log(`${name}: ${await steps[name]()}`);
  }
}

const [, script, ...wanted] = process.argv;
if (script && realpathSync(script) === fileURLToPath(import.meta.url)) await main(() => setup(wanted));
