import assert from "node:assert/strict";
import { call } from "../support/command";
import { describeEngine } from "../support/describe-engine";
import { succeeded } from "../support/engine";
import { writeFiles } from "../support/workspace";

/** What the test reads of the document. */
interface Document {
  readonly changes: readonly unknown[];
  readonly actorsChanged: readonly string[];
  readonly unknown: readonly { readonly urn: string; readonly why: string }[];
  readonly existing: readonly { readonly uid: string }[];
}

describeEngine("a preview of changes to access", (engine) => {
  /** What the command says of the pending change, and how it ends. */
  const preview = async (more: Readonly<Record<string, string>> = {}) => {
    const words = ["access", "list", "--preview", "--stack", "test", "--cwd", engine.workspace.directory, "-o", "json"];
    const { code, stdout } = await call(words, { environment: { ...engine.stack.environment, ...more } });
    return { code, ...(JSON.parse(stdout) as Document) };
  };
  const builtIn = (wanted: string) => String(engine.emulator.list("iam:Role").find(({ name }) => name === wanted)?.uid);

  it("warns that others may act as an identity that a create adopts, by its uid or its key", async () => {
    const { emulator, root } = engine;
    const issuer = "https://ci.example.com";
    const claimMatch = { issuer, subject: "repo:acme/web" };
    const identityUid = String(emulator.put("iam:Identity", root, { name: "deploy", claimMatch }).uid);
    emulator.put("iam:RoleBinding", root, { identityUid, roleUid: builtIn("owner") });
    const args = { parentUid: root, name: "deploy", claimMatch: { issuer, subjectPattern: "repo:evil/.*" } };
    for (const [more, environment] of [
      [{ adoptUid: identityUid }, {}],
      // Its name is that of the resource.
      [{ name: undefined }, { PLATFORM_ADOPT_EXISTING: "sameKey" }],
    ] as const) {
      engine.declare([{ name: "deploy", class: "Identity", args: { ...args, ...more } }]);
      const { code, actorsChanged, changes, existing } = await preview(environment);
      assert.deepEqual([code, actorsChanged.map((urn) => urn.split("::").at(-1)), changes], [2, ["deploy"], []]);
      assert.deepEqual(
        existing.map(({ uid }) => uid),
        "adoptUid" in more ? [] : [identityUid],
      );
    }
    // A name that the preview hides may be that of anybody.
    engine.declare([{ name: "hidden", class: "Identity", args: { ...args, name: { $secret: "deploy" } } }]);
    const hidden = await preview();
    assert.deepEqual([hidden.code, hidden.unknown.map(({ why }) => why)], [1, ["the preview does not show its name"]]);
    engine.declare([{ name: "deploy", class: "Identity", args: { ...args, claimMatch, adoptUid: identityUid } }]);
    const same = await preview();
    assert.deepEqual([same.code, same.actorsChanged], [0, []]);
  });

  it("reports the effect of an explicit provider as unknown, for a new and for an unchanged provider", async () => {
    const { emulator, root, workspace, stack, world } = engine;
    const [identityUid = ""] = world.uids["iam:Identity"] ?? [];
    const program = (names: readonly string[]) =>
      writeFiles(workspace.directory, {
        "index.js": `
          const platform = require("pulumi-platform");
          const settings = { baseUrl: "${emulator.url}", token: "${emulator.token}" };
          const provider = new platform.Provider("other", settings);
          for (const name of ${JSON.stringify(names)}) {
            const group = new platform.Group(name, { parentUid: "${root}" }, { provider });
            const args = { parentUid: group.id, identityUid: "${identityUid}", roleUid: "${builtIn("owner")}" };
            new platform.RoleBinding(name, args, { provider });
          }
        `,
      });
    for (const names of [["first"], ["first", "second"], ["second"]]) {
      program(names);
      const { code, unknown, changes } = await preview();
      assert.deepEqual([code, changes], [1, []]);
      assert.equal(unknown.length, 2);
      assert.match(unknown[0]?.why ?? "", /^it belongs to an explicit provider/);
      succeeded(await stack.up());
      assert.equal((await preview()).code, 0);
    }
  });
});
