import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listingOf } from "../../tools/schema/listing";
import { builtSchema } from "../support/package-schema";
import { type CommandResult, Stack } from "../support/stack";
import { repositoryRoot } from "../support/workspace";

const file = join(repositoryRoot, "dist/plugin/schema.json");

describe("the schema in dist/plugin", function () {
  this.timeout(120_000);
  let directory: string;
  let pulumi: (...args: string[]) => Promise<CommandResult>;
  before(() => {
    const folder = process.env.PULUMI_PLATFORM_PULUMI;
    assert.ok(folder, "these tests need the Pulumi CLI: run them with `npm test`");
    directory = mkdtempSync(join(tmpdir(), "plugin-schema-"));
    const stack = new Stack({ directory, pulumi: folder });
    pulumi = (...args) => stack.run(args);
  });
  after(() => rmSync(directory, { recursive: true, force: true }));

  it("is as test/support/fixtures/plugin-schema.txt lists it", () => {
    const listed = readFileSync(join(repositoryRoot, "test/support/fixtures/plugin-schema.txt"), "utf8");
    assert.equal(listingOf(builtSchema()), listed);
  });

  it("passes `pulumi schema check` without a message", async () => {
    assert.deepEqual(await pulumi("schema", "check", file), { code: 0, stdout: "", output: "" });
  });

  it("is what `pulumi package get-schema` gets from the plugin, by its folder or by its executable", async () => {
    // The CLI keeps a copy beside the plugin's folder.
    const folder = join(directory, "plugin");
    cpSync(join(repositoryRoot, "dist/plugin"), folder, { recursive: true });
    for (const plugin of [folder, join(folder, "pulumi-resource-platform")]) {
      const { code, stdout, output } = await pulumi("package", "get-schema", plugin);
      assert.equal(code, 0, output);
      assert.deepEqual(JSON.parse(stdout), builtSchema());
    }
  });
});
