import { join } from "node:path";
import { succeeded } from "../../support/engine";
import { type LanguagePlace, languagePlace, named, playQuickstart } from "../../support/language-place";
import { copyIn, pack, writeFiles } from "../../support/workspace";

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

  const play = async (language: string, environment: Readonly<Record<string, string>> = {}) => {
    const stack = await place.start(join("examples", language), environment);
    succeeded(await stack.run(["install"]));
    await playQuickstart(place, stack);
  };

  it("runs in YAML", () => play("yaml"));

  it("runs in Python", () => {
    // The packages that are pinned, so that pip asks no index.
    const wheels = named("PULUMI_PLATFORM_PYTHON");
    return play("python", { PIP_NO_INDEX: "1", PIP_FIND_LINKS: wheels });
  });

  it("runs in Go", () => play("go"));
});
