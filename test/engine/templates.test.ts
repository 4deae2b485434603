import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { assertSettled, succeeded } from "../support/engine";
import { Stack } from "../support/stack";
import { repositoryRoot, writeFiles } from "../support/workspace";
import { examplePlace, exampleStacks } from "./example-place";
import { languagePlace, named } from "./language-place";

const createdBy = (template: string, folder: string): string[] => {
  const source = join(repositoryRoot, "templates", template);
  return ["new", source, "--yes", "--generate-only", "--name", "acme", "--dir", folder];
};

describe("a project of `pulumi new` from a folder of templates/", function () {
  this.timeout(180_000);
  const place = examplePlace();
  const stacks = exampleStacks(place);

  it("runs in TypeScript with what the emulator prints, and has the name that was given", async () => {
    const { environment } = place.emulator;
    const pulumi = process.env.PULUMI_PLATFORM_PULUMI ?? "";
    const directory = join(place.workspace.directory, "acme");
    succeeded(
      await new Stack({ directory: place.workspace.directory, pulumi }).run(createdBy("typescript", directory)),
    );
    const again = await stacks.quick({ directory, pulumi, environment, isTypeScript: true });
    const stack = new Stack({ directory, pulumi, environment });
    succeeded(await stack.init());
    const { output } = succeeded(await stack.up());
    assert.match(output, /repoUid/);
    await assertSettled(again);
    const { name } = JSON.parse(readFileSync(join(directory, "package.json"), "utf8")) as { readonly name: string };
    assert.equal(name, "acme");
    succeeded(await again.destroy());
    assert.equal(place.emulator.isEmpty(), true);
  });
});

describe("a project of `pulumi new` from a folder of templates/, in YAML, @all", function () {
  this.timeout(180_000);

  it("runs", async () => {
    const place = await languagePlace(false);
    try {
      const { directory } = place.workspace;
      const pulumi = named("PULUMI_PLATFORM_PULUMI");
      const path = [named("PULUMI_PLATFORM_LANGUAGES"), pulumi, process.env.PATH ?? ""].join(delimiter);
      const creating = new Stack({ directory, pulumi, environment: { PATH: path } });
      succeeded(await creating.run(createdBy("yaml", join(directory, "acme"))));
      // `pulumi install` would fetch the package from the registry.
      const text = readFileSync(join(directory, "acme/Pulumi.yaml"), "utf8");
      const own = "  platform: ./platform-plugin\n";
      assert.ok(text.includes(own));
      writeFiles(directory, {
        "acme/Pulumi.yaml": text.replace(own, "  platform: ../node_modules/pulumi-platform/dist/plugin\n"),
      });
      const stack = await place.start("acme");
      succeeded(await stack.operate(["up", "--yes", "--skip-preview"]));
      assert.equal(place.emulator.list("registry:Repo").filter(({ name }) => name === "web").length, 1);
      succeeded(await stack.operate(["destroy", "--yes", "--skip-preview"]));
    } finally {
      await place.close();
    }
  });
});
