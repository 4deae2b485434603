import assert from "node:assert/strict";
import { succeeded } from "../support/engine";
import { PROGRAM_PROCESS } from "../support/stack";
import { describeEngine } from "./describe-engine";

const none = { ...PROGRAM_PROCESS, PLATFORM_BASE_URL: "", PLATFORM_TOKEN: "", PLATFORM_IDENTITY: "" };
const count = (text: string, part: string): number => text.split(part).length - 1;

describeEngine(
  "a program of many resources without credentials",
  (engine) => {
    const declareMany = () =>
      engine.declare(
        Array.from({ length: 131 }, (_, i) => ({
          name: `team-${i}`,
          class: "Group",
          args: { parentUid: engine.root },
        })),
      );

    it("can be previewed, and the preview says once what the update needs (row 87)", async () => {
      declareMany();
      const { output } = succeeded(await engine.stack.run(["preview", "--suppress-progress"], none));
      assert.match(output, /131|132 to create/);
      const [, shown = ""] = output.split("Diagnostics:");
      assert.equal(count(shown, "warning: this preview does not reach the platform"), 1, output);
      assert.match(shown, /platform:baseUrl is not set\. .*No token is set\. Set PLATFORM_TOKEN/);
    });

    const up = ["up", "--yes", "--skip-preview"];
    for (const [title, words, environment, error] of [
      [
        "stops the preview with one error about an invalid setting",
        ["preview"],
        { PLATFORM_ADOPT_EXISTING: "always" },
        "PLATFORM_ADOPT_EXISTING: must be never, identical or sameKey",
      ],
      [
        "ends in the preview with one error about a malformed token, which it does not show (row 196)",
        ["preview"],
        { PLATFORM_TOKEN: "Bearer canary-token" },
        "error: PLATFORM_TOKEN: a token must not contain spaces",
      ],
      [
        "fails with one error, before anything is registered",
        up,
        { PLATFORM_TOKEN: "", PLATFORM_IDENTITY: "" },
        "No token is set. Set PLATFORM_TOKEN",
      ],
    ] as const)
      it(title, async () => {
        declareMany();
        const { code, output } = await engine.stack.operate(words, { ...PROGRAM_PROCESS, ...environment });
        assert.notEqual(code, 0);
        const [, shown = ""] = output.split("Diagnostics:");
        assert.deepEqual([count(shown, error), count(shown, "error:")], [1, 1], output);
        assert.doesNotMatch(output, /canary/);
        assert.equal((await engine.recorded()).size, 0);
      });
  },
  { shared: true },
);
