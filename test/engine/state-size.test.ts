import assert from "node:assert/strict";
import { succeeded } from "../support/engine";
import { writeFiles } from "../support/workspace";
import { describeEngine } from "./describe-engine";

/** Stands for when the entry was written: Go leaves zeros at the end of a fraction out. */
const MOMENT = "2026-01-01T00:00:00.123456789Z";

/** What this test reads of a resource of the state. All but the moments has the same length in every run. */
interface Entry {
  readonly urn: string;
  readonly outputs: Readonly<Record<string, unknown>>;
  readonly stackTrace: readonly unknown[];
}

/** Text as the backend's file has it: indented by four, at the depth of a resource. */
const asInFile = (entry: unknown): string =>
  JSON.stringify(entry, undefined, 4).replaceAll("\n", `\n${" ".repeat(16)}`);

/** The outputs of an Identity. What the platform leaves empty is not recorded, nor the uid, which is the id. */
const OUTPUTS = ["claimMatch", "createTime", "lastSeenTime", "name", "parentUid", "updateTime"];

for (const [shell, bytes, outputs] of [
  ["dynamic", 2440, ["__provider", ...OUTPUTS]],
  ["plugin", 2087, OUTPUTS],
] as const)
  describeEngine(
    `the state of an Identity on the ${shell} host`,
    (engine) => {
      it(`takes ${bytes} bytes in the backend's file: the inputs, values that only the platform has, and one line of the program (row 70)`, async () => {
        const { stack, workspace, root } = engine;
        const claimMatch = {
          issuer: "https://token.actions.example.com",
          subject: "repo:acme/web:ref:refs/heads/main",
        };
        writeFiles(workspace.directory, {
          "index.js": `const platform = require("pulumi-platform");
new platform.Identity("identity-1", ${JSON.stringify({ parentUid: root, claimMatch })});
`,
        });
        // As a user runs it: without what the tests load before the program.
        succeeded(await stack.run(["up", "--yes", "--skip-preview", "--suppress-progress"], { NODE_OPTIONS: "" }));
        const text = stack.stateText();
        const { checkpoint } = JSON.parse(text) as { checkpoint: { latest: { resources: Entry[] } } };
        const entry = checkpoint.latest.resources.find(({ urn }) => urn.endsWith("identity-1"));
        assert.ok(entry);
        assert.ok(text.includes(asInFile(entry)), "the file is written in another form than this test takes it for");
        assert.deepEqual(entry.stackTrace, [{ sourcePosition: "project:///index.js#2,1" }]);
        assert.deepEqual(Object.keys(entry.outputs), outputs);
        assert.ok(String(entry.outputs.__provider ?? "").length <= 120, "the provider is a constant");
        assert.equal(asInFile({ ...entry, created: MOMENT, modified: MOMENT }).length, bytes);
      });
    },
    { ownProcess: true, shell },
  );
