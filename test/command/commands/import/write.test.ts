import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeAll } from "../../../../src/command/commands/import/write";
import { CallError } from "../../../../src/command/declaration";

const file = (name: string, text: string) => ({ file: name, action: "extended", text }) as const;

describe("the files of an import", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "import-write-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("are not written if somebody edited one meanwhile, and the same command then succeeds", () => {
    writeFileSync(join(folder, "index.ts"), "edited");
    const files = [file("a.ts", "a"), file("index.ts", "old and new")];
    assert.throws(() => writeAll(folder, files, new Map([["index.ts", "old"]])), CallError);
    assert.deepEqual(readdirSync(folder), ["index.ts"]);
    writeAll(folder, files, new Map([["index.ts", "edited"]]));
    assert.deepEqual(readdirSync(folder).sort(), ["a.ts", "index.ts"]);
  });

  it("never follow a symbolic link at the path of the temporary file", () => {
    const outside = join(folder, "outside");
    symlinkSync(outside, join(folder, `index.ts.${process.pid}.tmp`));
    assert.throws(() => writeAll(folder, [file("index.ts", "new")], new Map()), /EEXIST/);
    assert.ok(!readdirSync(folder).includes("outside"));
  });
});
