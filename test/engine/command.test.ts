import assert from "node:assert/strict";
import { call } from "../support/command";
import { describeEngine } from "../support/describe-engine";

/** What the test reads of the document. */
interface Document {
  readonly artifacts: readonly {
    readonly name: string;
    readonly version: string | null;
    readonly pinnedBy: readonly string[];
  }[];
}

describeEngine("the command, on the state that the engine wrote,", (engine) => {
  it("finds what a stack pins, and reads its config", async () => {
    const { stack, workspace, root } = engine;
    const customOverlay = { contents: { packages: ["curl=1.2.2-r0", "openssl"] } };
    const syncConfig = { source: "public-org/nginx" };
    const [elsewhere] = engine.world.uids["registry:Repo"] ?? [];
    engine.declare([
      {
        name: "web",
        class: "Repo",
        args: { parentUid: root, name: "nginx", syncConfig, customOverlay },
      },
      { name: "v1", class: "Tag", args: { parentUid: elsewhere ?? "", digest: `sha256:${"a".repeat(64)}` } },
    ]);
    assert.equal((await stack.up()).code, 0);
    const { environment } = stack;
    const words = ["advisories", "--stack", "test", "--cwd", workspace.directory, "-o", "json"];
    const { code, stdout, stderr } = await call(words, { environment });
    assert.deepEqual([code, stderr], [2, ""]);
    const { artifacts } = JSON.parse(stdout) as Document;
    assert.deepEqual(
      artifacts.map(({ name, version, pinnedBy }) => [name, version, pinnedBy.map((urn) => urn.split("::").at(-1))]),
      [
        ["curl", "1.2.2-r0", ["web"]],
        ["nginx", null, ["web"]],
        ["openssl", null, ["web"]],
        ["world-a", null, ["v1"]],
      ],
    );
    const doctor = await call(["doctor", "--cwd", workspace.directory], { environment });
    assert.equal(doctor.code, 0, doctor.stdout + doctor.stderr);
  });
});
