import { join } from "node:path";
import { succeeded } from "../../support/engine";
import { copyIn, pack, writeFiles } from "../../support/workspace";
import { itIn, type LanguagePlace, languagePlace, playQuickstart } from "../language-place";

/** npm, pip and Go install and compile what the programs need. */
const INSTALL_MS = 20 * 60_000;

describe("the quickstart in another language, from `pulumi install` to `pulumi destroy`,", function () {
  this.timeout(INSTALL_MS);
  let place: LanguagePlace;
  before(async () => {
    place = await languagePlace(true);
    const { directory } = place.workspace;
    for (const name of ["platform-plugin", "yaml", "python", "go"]) copyIn(directory, `examples/${name}`);
    // The package as npm would deliver it, and the SDK that this repository is developed with.
    const { version } = require("@pulumi/pulumi/package.json") as { readonly version: string };
    const dependencies = { "@pulumi/pulumi": version, "pulumi-platform": `file:${pack().tarball}` };
    const manifest = { name: "platform-plugin", private: true, main: "index.js", dependencies };
    writeFiles(directory, { "examples/platform-plugin/package.json": manifest });
  });
  after(() => place?.close());

  for (const language of ["yaml", "python", "go"] as const)
    itIn(language, `runs in ${language}`, async () => {
      const stack = await place.start(join("examples", language));
      succeeded(await stack.run(["install"]));
      await playQuickstart(place, stack);
    });
});
