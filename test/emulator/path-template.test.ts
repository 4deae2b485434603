import assert from "node:assert/strict";
import { PathTemplate } from "../../src/emulator/gateway/path-template";

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
});
