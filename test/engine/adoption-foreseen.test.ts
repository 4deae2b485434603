import assert from "node:assert/strict";
import { type Declared, succeeded } from "../support/engine";
import { mutations } from "../support/log";
import { writeFiles } from "../support/workspace";
import { describeEngine } from "./describe-engine";
import { assertInvariants } from "./invariants";

const SECRET = "a text that only the program knows";

describeEngine(
  "a preview with adoptUid",
  (engine) => {
    const put = (type: string, parent: string, body: Record<string, unknown>) =>
      String(engine.emulator.put(type, parent, body).uid);
    const group = (name: string, adoptUid: string, more: object = {}): Declared => ({
      name,
      class: "Group",
      args: { parentUid: engine.root, adoptUid, ...more },
    });
    const lines = () => engine.emulator.requests.map(({ method, path }) => `${method} ${path}`);

    it("reports what it adopts and changes, and the update checks again and reports nothing twice (row 13)", async () => {
      const legacy = put("iam:Group", engine.root, { name: "legacy", description: "made by hand" });
      const hushed = put("iam:Group", engine.root, { name: "hushed", description: "old" });
      const role = put("iam:Role", engine.root, { name: "puller", capabilities: ["CAP_TAG_LIST", "CAP_REPO_LIST"] });
      engine.declare([
        group("legacy", legacy, { description: "now managed" }),
        group("hushed", hushed, { description: { $secret: SECRET } }),
        {
          name: "puller",
          class: "Role",
          args: { parentUid: engine.root, adoptUid: role, capabilities: ["CAP_REPO_LIST", "CAP_IAM_GROUPS_LIST"] },
        },
      ]);
      engine.emulator.clearRequests();
      const preview = succeeded(await engine.stack.preview("--save-plan", "plan.json")).output;
      for (const told of [
        `legacy: adopts Group ${legacy}; description: "made by hand" → "now managed"`,
        `hushed: adopts Group ${hushed}; description: [secret] will be set`,
        `puller: adopts Role ${role}; capabilities: +CAP_IAM_GROUPS_LIST, -CAP_TAG_LIST`,
      ])
        assert.ok(preview.includes(told), preview);
      assert.deepEqual(lines().sort(), [
        ...[`GET /iam/v2/groups/${legacy}`, `GET /iam/v2/groups/${hushed}`].sort(),
        `GET /iam/v2/roles/${role}`,
      ]);
      const up = succeeded(await engine.stack.up("--plan", "plan.json")).output;
      assert.ok(!up.includes("adopts Group"), up);
      assert.equal(mutations(engine.emulator.requests).length, 3);
      assert.ok(!engine.shown().includes(SECRET));
      assert.ok(!engine.stack.stateText().includes("__preview"));

      // Once it is adopted, adoptUid is not looked at again.
      engine.emulator.clearRequests();
      const settled = succeeded(await engine.stack.preview("--expect-no-changes")).output;
      assert.ok(!settled.includes("adopts"), settled);
      assert.deepEqual(lines(), []);

      // A rename by adoption: the plan has a delete, and says that it sends nothing.
      engine.declare([group("renamed", legacy, { name: "legacy", description: "now managed" })]);
      const renamed = succeeded(await engine.stack.preview()).output;
      assert.match(renamed, /renamed: adopts Group \S+; changes nothing/);
      assert.match(renamed, /deletes an old resource of such an object, the update removes only its entry/);
      succeeded(await engine.stack.up());
      assert.notEqual(engine.emulator.get(legacy), undefined);
      assert.equal(engine.emulator.get(hushed), undefined);
      await assertInvariants(engine);
    });

    it("shows no value in a program with transformations, because one may have made it a secret (row 69) (report: a stack transformation is not applied, or breaks the preview)", async () => {
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
  },
  { shared: true },
);
