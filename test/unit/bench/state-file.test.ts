import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { identitiesIn, readStateFile } from "../../../tools/bench/state-file";

const stack = { urn: "urn:pulumi:test::test::pulumi:pulumi:Stack::test-test", custom: false };
const identity = (name: string) => ({ urn: `urn:pulumi:test::test::iam:Identity::${name}`, id: "é".repeat(20) });
const text = (resources: readonly object[]) =>
  JSON.stringify({ version: 3, checkpoint: { stack: "test", latest: { manifest: {}, resources } } }, null, 4);

describe("the file of a stack", () => {
  it("has so many bytes for each identity, without what it has besides", () => {
    const [empty, one] = [text([stack]), text([stack, identity("ours-1")])];
    const { names, bytesEach } = identitiesIn(text([stack, identity("ours-1"), identity("ours-2")]), "ours");
    assert.deepEqual(names, ["ours-1", "ours-2"]);
    // Each has its own bytes, and letters of two bytes count twice.
    assert.equal(bytesEach, Buffer.byteLength(one) - Buffer.byteLength(empty));
    assert.equal(identitiesIn(one, "ours").bytesEach, bytesEach);
  });

  it("has none of another peer, and of none no bytes", () => {
    assert.deepEqual(identitiesIn(text([stack, identity("naive-1")]), "ours"), { names: [], bytesEach: undefined });
    assert.deepEqual(identitiesIn(JSON.stringify({ checkpoint: { latest: null } }), "ours").names, []);
  });

  it("is found beside its copy, and is taken as it lies there when it is compressed", () => {
    const folder = mkdtempSync(join(tmpdir(), "state-file-"));
    try {
      assert.equal(readStateFile(folder, "ours", 2), undefined);
      assert.equal(readStateFile(join(folder, "nowhere"), "ours", 2), undefined);
      writeFileSync(join(folder, "test.json.bak"), "{}");
      writeFileSync(join(folder, "test.json.zst.bak"), "{}");
      writeFileSync(join(folder, "test.json.zst"), Buffer.alloc(500));
      assert.deepEqual(readStateFile(folder, "ours", 2), { names: undefined, bytesEach: 250 });
      rmSync(join(folder, "test.json.zst"));
      writeFileSync(join(folder, "test.json"), text([stack, identity("ours-1")]));
      assert.deepEqual(readStateFile(folder, "ours", 2)?.names, ["ours-1"]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
