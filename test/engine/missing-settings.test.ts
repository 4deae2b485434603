import assert from "node:assert/strict";
import { describeEngine } from "../support/describe-engine";
import { succeeded } from "../support/engine";
import { PROGRAM_PROCESS } from "../support/stack";

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

    it("stops the preview with one error about an invalid setting", async () => {
      declareMany();
      const environment = { ...PROGRAM_PROCESS, PLATFORM_ADOPT_EXISTING: "always" };
      const { code, output } = await engine.stack.run(["preview", "--suppress-progress"], environment);
      assert.notEqual(code, 0);
      const [, shown = ""] = output.split("Diagnostics:");
      assert.equal(count(shown, "PLATFORM_ADOPT_EXISTING: must be never, identical or sameKey"), 1, output);
      assert.equal(count(shown, "error:"), 1, output);
    });

    it("ends in the preview with one error about a malformed token, which it does not show (row 196)", async () => {
      declareMany();
      const environment = { ...PROGRAM_PROCESS, PLATFORM_TOKEN: "Bearer canary-token" };
      const { code, output } = await engine.stack.run(["preview", "--suppress-progress"], environment);
      assert.notEqual(code, 0);
      const [, shown = ""] = output.split("Diagnostics:");
      assert.equal(count(shown, "error: PLATFORM_TOKEN: a token must not contain spaces"), 1, output);
      assert.equal(count(shown, "error:"), 1, output);
      assert.doesNotMatch(output, /canary/);
    });

    it("fails with one error, before anything is registered", async () => {
      declareMany();
      const up = ["up", "--yes", "--skip-preview", "--suppress-progress"];
      const { code, output } = await engine.stack.run(up, {
        ...PROGRAM_PROCESS,
        PLATFORM_TOKEN: "",
        PLATFORM_IDENTITY: "",
      });
      assert.notEqual(code, 0);
      const [, shown = ""] = output.split("Diagnostics:");
      assert.equal(count(shown, "No token is set. Set PLATFORM_TOKEN"), 1, output);
      assert.equal(count(shown, "error:"), 1, output);
      assert.equal((await engine.recorded()).size, 0);
    });
  },
  { shared: true },
);
