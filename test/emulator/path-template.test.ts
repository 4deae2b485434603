import assert from "node:assert/strict";
import { PathTemplate } from "../../src/emulator/gateway/path-template";
import { isInside, overlap } from "./overlaps";

describe("a path template of the emulator", () => {
  const cases: readonly (readonly [template: string, path: string, params: object | undefined])[] = [
    ["/a/b", "/a/b", {}],
    ["/a/b", "/a/b/", undefined],
    ["/a.b", "/axb", undefined],
    ["/a/{x}", "/a/b", { x: "b" }],
    ["/a/{x}", "/a/", undefined],
    ["/a/{x}", "/a/b/c", undefined],
    ["/a/{x=**}", "/a/b/c", { x: "b/c" }],
    ["/a/{x=**}", "/a/", undefined],
    ["/a/{x=**}:verb", "/a/b:c:verb", { x: "b:c" }],
    ["/a{/x=**}", "/a", { x: "" }],
    ["/a{/x=**}", "/a/", { x: "" }],
    ["/a{/x=**}", "/a/b/c", { x: "b/c" }],
    ["/a{/x=**}", "/ab", undefined],
    ["/a/{x=**}/{y}", "/a/b/%2F", { x: "b", y: "%2F" }],
  ];
  for (const [template, path, params] of cases) {
    it(`${template} ${params === undefined ? "does not match" : "matches"} ${path}`, () => {
      assert.deepEqual(new PathTemplate(template).match(path), params);
    });
  }

  const pairs: readonly (readonly [a: string, b: string, how: "apart from" | "inside of" | "partly" | "all"])[] = [
    ["/a", "/b", "apart from"],
    ["/a/{x}", "/a/{y=**}/b", "apart from"],
    ["/a/{x=**}:v", "/a/{x=**}:w", "apart from"],
    ["/a", "/a{/x=**}", "inside of"],
    ["/a/{x=**}:v", "/a{/x=**}", "inside of"],
    ["/a/{x=**}/r", "/a/{x=**}", "inside of"],
    ["/a/{x}", "/a/{x=**}", "inside of"],
    ["/a/{x=**}/r", "/a/b/{y=**}", "partly"],
    ["/a/{x=**}/{y}", "/a/{x}/{y=**}", "all"],
  ];
  for (const [a, b, how] of pairs) {
    it(`compares ${a} with ${b} as "${how}"`, () => {
      assert.deepEqual([overlap(a, b), overlap(b, a)], [how !== "apart from", how !== "apart from"]);
      assert.deepEqual([isInside(a, b), isInside(b, a)], [how === "inside of" || how === "all", how === "all"]);
    });
  }
});
