import assert from "node:assert/strict";
import packageJson from "../../../../../package.json";
import { type Manifest, manifestText, parseManifest } from "../../../../../src/cli/commands/import/manifest";
import { TESTED_WITH } from "../../../../../src/cli/commands/import/support-files";
import { CallError } from "../../../../../src/cli/declaration";

const manifest: Manifest = {
  version: 1,
  parentUid: "1a2b",
  layout: "a file per group",
  objects: {
    "iam:Role 3c": { file: "organization.ts", variable: "viewer" },
    "events:Subscription 1a2b/5e": { file: "groups/web.ts", name: "hook", secrets: { sink: "hookSink" } },
    "iam:Group 1a2b/3c": { file: "groups/web.ts", name: "web", variable: "web" },
  },
};

describe("the record of an import", () => {
  it("is read as it was written, with sorted keys", () => {
    assert.deepEqual(parseManifest(manifestText(manifest)), manifest);
    assert.match(manifestText(manifest), /iam:Group[\s\S]*iam:Role/);
  });

  it("is refused if it names a file outside of its folder", () => {
    for (const file of ["../x.ts", "/etc/x.ts", "groups/../../x.ts", "a/b/c.ts", "x.js", "groups\\x.ts"]) {
      const text = manifestText({ ...manifest, objects: { "iam:Group 1": { file, name: "x" } } });
      assert.throws(() => parseManifest(text), CallError, file);
    }
    const secrets = { sink: "$(evil)" };
    const text = manifestText({ ...manifest, objects: { "iam:Group 1": { file: "x.ts", name: "x", secrets } } });
    assert.throws(() => parseManifest(text), CallError, "nor a key that a shell would run");
    assert.throws(() => parseManifest("{}"), CallError);
    assert.throws(() => parseManifest("no JSON"), CallError);
  });
});

describe("package.json of a generated program", () => {
  it("has the versions that this package is tested with", () => {
    const { devDependencies } = packageJson;
    assert.deepEqual(TESTED_WITH, {
      "@pulumi/pulumi": devDependencies["@pulumi/pulumi"],
      "@types/node": devDependencies["@types/node"],
      typescript: devDependencies.typescript,
    });
  });
});
