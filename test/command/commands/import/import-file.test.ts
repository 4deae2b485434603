import assert from "node:assert/strict";
import { importFile } from "../../../../src/command/commands/import/import-file";
import type { Declaration } from "../../../../src/command/commands/import/program/plan";
import { CallError } from "../../../../src/command/declaration";
import { specOf } from "../../../../src/command/organization/read";

const declared = (type: string, name: string, uid: string): Declaration => ({
  object: { spec: specOf(type), uid, parentUid: "a", values: {} },
  name,
  variable: undefined,
  secrets: {},
  key: `${type} ${uid}`,
  path: [],
  refersTo: [],
  inputs: {},
  byUid: false,
});

describe("the file for pulumi import --file", () => {
  it("keeps entries that are not imported yet, and entries that somebody has added", () => {
    const own = { type: "random:index/randomId:RandomId", name: "own", id: "x" };
    const before = JSON.stringify({
      nameTable: { acme: "urn:acme" },
      resources: [
        { type: "platform:index:Group", name: "gone", id: "a/gone" },
        { type: "platform:index:Group", name: "kept", id: "a/kept", parent: "acme" },
        own,
      ],
    });
    const added = { declarations: [declared("registry:Repo", "web", "a/b")] };
    const text = importFile(before, added, (_, { name }) => name !== "gone");
    assert.deepEqual(JSON.parse(text ?? ""), {
      nameTable: { acme: "urn:acme" },
      resources: [
        { type: "platform:index:Group", name: "kept", id: "a/kept", parent: "acme" },
        own,
        { type: "platform:index:Repo", name: "web", id: "a/b", pluginDownloadUrl: "npm://pulumi-platform" },
      ],
    });
  });

  it("is not written if there is nothing to import, nor over a file of another form", () => {
    const written = (before: string | undefined, ...declarations: Declaration[]) =>
      importFile(before, { declarations }, () => true);
    assert.equal(written(undefined), undefined);
    for (const before of ["", "[]", '{"resources":[{"type":1}]}'])
      assert.throws(() => written(before, declared("iam:Group", "web", "a/b")), CallError);
  });
});
