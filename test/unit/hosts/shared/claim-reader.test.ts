import assert from "node:assert/strict";
import { appendFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ClaimReader } from "../../../../src/hosts/shared/claim-reader";

describe("the claims of another host process", () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "claims-"));
    file = join(folder, "claims");
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const line = (object: string, claim: string, platform = "https://a") =>
    `${JSON.stringify([platform, object, claim])}\n`;

  it("is the last line about the object of that platform", () => {
    writeFileSync(file, line("iam:Group é", "held") + line("iam:Group é", "free") + line("x", "held", "https://b"));
    const claims = new ClaimReader(file);
    claims.refresh();
    assert.deepEqual(
      [claims.of("https://a", "iam:Group é"), claims.of("https://a", "x"), claims.of("https://b", "x")],
      ["free", undefined, "held"],
    );
  });

  it("grows by whole lines, and what was read is not read again", () => {
    writeFileSync(file, line("é", "free"));
    const claims = new ClaimReader(file);
    claims.refresh();
    assert.equal(claims.hasEverClaimed, false);
    writeFileSync(file, " ".repeat(statSync(file).size));
    const next = line("ü", "wanted");
    appendFileSync(file, next.slice(0, -5));
    claims.refresh();
    assert.equal(claims.of("https://a", "ü"), undefined);
    appendFileSync(file, next.slice(-5) + line("é", "held"));
    claims.refresh();
    assert.deepEqual(
      [claims.of("https://a", "ü"), claims.of("https://a", "é"), claims.hasEverClaimed],
      ["wanted", "held", true],
    );
  });

  it("is nothing new once the process has removed its file", () => {
    const claims = new ClaimReader(file);
    claims.refresh();
    assert.deepEqual([claims.of("https://a", "x"), claims.hasEverClaimed], [undefined, false]);
  });
});
