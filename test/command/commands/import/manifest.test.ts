import assert from "node:assert/strict";
import packageJson from "../../../../package.json";
import { type Manifest, manifestText, parseManifest } from "../../../../src/command/commands/import/manifest";
import { TESTED_WITH } from "../../../../src/command/commands/import/support-files";
import { CallError } from "../../../../src/command/declaration";

const manifest: Manifest = {
  version: 1,
  parentUid: "1a2b",
  objects: {
    "iam:Role 3c": { variable: "viewer" },
    "events:Subscription 1a2b/5e": { name: "hook", secrets: { sink: "hookSink" } },
    "iam:Group 1a2b/3c": { name: "web", variable: "web" },
  },
};

describe("the record of an import", () => {
  it("is read as it was written, with sorted keys", () => {
    assert.deepEqual(parseManifest(manifestText(manifest)), manifest);
    assert.match(manifestText(manifest), /iam:Group[\s\S]*iam:Role/);
  });

  it("is refused if it has another form", () => {
    const secrets = { sink: "$(evil)" };
    const text = manifestText({ ...manifest, objects: { "iam:Group 1": { name: "x", secrets } } });
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
