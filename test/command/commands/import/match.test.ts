import assert from "node:assert/strict";
import { pathMatcher } from "../../../../src/command/commands/import/match";

describe("--match", () => {
  const paths = ["web", "web/ci", "web/front/ci", "data", "data/web", "webs"];
  const matched = (...globs: string[]) => paths.filter(pathMatcher(globs));

  it("matches no slash with * and ?, but any slash with **, and everything without a glob", () => {
    assert.deepEqual(paths.filter(pathMatcher(undefined)), paths);
    assert.deepEqual(matched("*"), ["web", "data", "webs"]);
    assert.deepEqual(matched("web?"), ["webs"]);
    assert.deepEqual(matched("web/*"), ["web/ci"]);
    assert.deepEqual(matched("web/**"), ["web", "web/ci", "web/front/ci"]);
    assert.deepEqual(matched("**/web"), ["web", "data/web"]);
    assert.deepEqual(matched("web/**/ci"), ["web/ci", "web/front/ci"]);
    assert.deepEqual(matched("we.", "(web)"), []);
    assert.deepEqual(matched("data/**", "web"), ["web", "data", "data/web"]);
  });
});
