import assert from "node:assert/strict";
import fc from "fast-check";
import { enginePath, stepsOf } from "../../../../src/command/commands/drift/paths";

describe("paths of properties", () => {
  it("are parsed as the engine writes them", () => {
    const samples: readonly (readonly [string, readonly (string | number)[]])[] = [
      ["claimMatch.subject", ["claimMatch", "subject"]],
      ['customOverlay.annotations["org.example/a"]', ["customOverlay", "annotations", "org.example/a"]],
      ['["a b"].c', ["a b", "c"]],
      ['a["say \\"x\\""]', ["a", 'say "x"']],
      ["a[0].b[2].c", ["a", 0, "b", 2, "c"]],
    ];
    for (const [text, steps] of samples) {
      assert.deepEqual(stepsOf(text), steps);
      assert.equal(enginePath(steps), text);
    }
  });

  it("survive parsing and printing, for any keys", () => {
    const step = fc.oneof(fc.string({ minLength: 1 }), fc.nat());
    const steps = fc.array(step, { minLength: 1 }).filter(([first]) => typeof first === "string");
    // The engine escapes quotes and nothing else, so that a backslash at the end of a key is ambiguous.
    const isPlain = (path: readonly (string | number)[]) => path.every((part) => !String(part).includes("\\"));
    fc.assert(fc.property(steps.filter(isPlain), (path) => assert.deepEqual(stepsOf(enginePath(path)), path)));
  });
});
