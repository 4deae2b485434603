import assert from "node:assert/strict";
import { describeEngine } from "../support/describe-engine";
import { succeeded } from "../support/engine";
import { writeFiles } from "../support/workspace";

const SECRET = "a text that a transformation hides";

describeEngine("a preview with adoptUid in a program with transformations", (engine) => {
  it("shows no value, because a transformation may have made it a secret (row 69) (report: a stack transformation is not applied, or breaks the preview)", async () => {
    const uid = String(engine.emulator.put("iam:Group", engine.root, { name: "team", description: "old" }).uid);
    writeFiles(engine.workspace.directory, {
      "index.js": `
        const pulumi = require("@pulumi/pulumi");
        const platform = require("pulumi-platform");
        pulumi.runtime.registerStackTransformation(({ props, opts }) =>
          props.description ? { props: { ...props, description: pulumi.secret(props.description) }, opts } : undefined);
        new platform.Group("team", { parentUid: "${engine.root}", adoptUid: "${uid}", description: "${SECRET}" });
      `,
    });
    const { output } = succeeded(await engine.stack.preview("--diff"));
    assert.ok(output.includes(`team: adopts Group ${uid}; description: [secret] will be set`), output);
    assert.ok(!engine.shown().includes(SECRET));
  });
});
