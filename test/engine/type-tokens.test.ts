import assert from "node:assert/strict";
import ts from "typescript";
import { describeEngineHosts } from "../support/describe-engine";
import { succeeded } from "../support/engine";
import { samplesOf } from "../support/pages";
import { writeFiles } from "../support/workspace";

describeEngineHosts("the transform in docs/testing.md", (engine) => {
  it("finds groups by the end of their type, and nothing else", async () => {
    const { text = "" } =
      samplesOf("docs/testing.md").find((sample) => sample.text.includes("registerResourceTransform")) ?? {};
    const program = `${text}
      import * as platform from "pulumi-platform";
      const team = new platform.Group("team", { parentUid: "${engine.root}" });
      new platform.Repo("web", { parentUid: team.id });`;
    const { outputText } = ts.transpileModule(program, { compilerOptions: { module: ts.ModuleKind.CommonJS } });
    writeFiles(engine.workspace.directory, { "index.js": outputText });
    succeeded(await engine.stack.up());
    const recorded = await engine.recorded();
    assert.equal(recorded.get("team")?.protect, true);
    assert.equal(recorded.get("web")?.protect, undefined);
  });
});
