import assert from "node:assert/strict";
import fc from "fast-check";
import { changedFields } from "../../../../src/command/commands/drift/fields";
import type { Refreshed } from "../../../../src/command/stack/event-log";
import type { Values } from "../../../../src/description/spec/values";
import { refreshed, secretMark as secret, side, typeOf } from "../../drift-report";

const resourceOf = (recorded: Values, live: Values, more: Partial<Refreshed> = {}): Refreshed =>
  refreshed("web", "changed", { type: typeOf("registry:Repo"), recorded: side(recorded), live: side(live), ...more });

const rowsOf = (resource: Refreshed) =>
  changedFields(resource).map(({ path, recorded, live, isSecret }) => [path, recorded, live, isSecret]);

describe("changed fields", () => {
  it("are those that the engine names, with their values in the inputs", () => {
    const [recorded, live] = [
      { name: "web", description: "old", customOverlay: { contents: { packages: ["a", "b"] } } },
      { name: "web", description: "new", customOverlay: { contents: { packages: ["a", "c", "d"] } } },
    ];
    const paths = ["description", "customOverlay.contents.packages[1]", "customOverlay.contents.packages[2]"];
    assert.deepEqual(rowsOf(resourceOf(recorded, live, { paths })), [
      ["customOverlay.contents.packages", ["a", "b"], ["a", "c", "d"], false],
      ["description", "old", "new", false],
    ]);
  });

  it("are found by comparison if the engine names no paths: first inputs, then outputs", () => {
    const inputs = { claimMatch: { issuer: "i", subject: "old" }, __provider: "x" };
    const now = { claimMatch: { issuer: "i", subject: "new", audience: "a" }, __provider: "y" };
    assert.deepEqual(rowsOf(resourceOf(inputs, now)), [
      ["claimMatch.audience", undefined, "a", false],
      ["claimMatch.subject", "old", "new", false],
    ]);
    const gone = resourceOf({}, {}, { live: { inputs: {}, outputs: { gone: true, __server: {} } } });
    assert.deepEqual(rowsOf(gone), [["gone", undefined, true, false]]);
  });

  it("of a resource that is only read are in its outputs", () => {
    const described = { description: "new" };
    const sides = { recorded: side({}, { description: "old" }), live: side(described) };
    const resource = resourceOf({}, {}, { isReadOnly: true, ...sides });
    assert.deepEqual(rowsOf(resource), [["description", "old", "new", false]]);
  });

  it("hide a secret on both sides if either side marks it", () => {
    const clear = "canary";
    const hidden = [["description", "[secret]", "[secret]", true]];
    const [described, marked] = [{ description: clear }, { description: secret }];
    const paths = ["description"];
    for (const resource of [
      resourceOf(marked, described),
      resourceOf(described, marked),
      resourceOf(marked, marked, { paths }),
      // Marked among the recorded outputs alone.
      resourceOf({}, { description: "other" }, { paths, recorded: side(described, marked) }),
    ])
      assert.deepEqual(rowsOf(resource), hidden);
    assert.deepEqual(rowsOf(resourceOf({}, marked)), [["description", undefined, "[secret]", true]]);
  });

  it("hide a list with a secret on either side, because its items may have moved", () => {
    const users = (...names: unknown[]) => {
      return { customOverlay: { accounts: { users: names.map((username) => ({ username })) } } };
    };
    for (const [recorded, live] of [
      [users("a", secret), users("canary", "a")],
      [users("canary"), users(secret, "b")],
    ] as const)
      assert.deepEqual(rowsOf(resourceOf(recorded, live)), [
        ["customOverlay.accounts.users", "[secret]", "[secret]", true],
      ]);
  });

  it("hide what the declaration marks as secret, a message that is one as a whole, and all of a sink but its origin", () => {
    const changedIn = (kind: string, recorded: Values, live: Values, paths?: string[]) =>
      rowsOf(resourceOf(recorded, live, { paths, type: typeOf(kind) }));
    const oidc = ["canary-1", "canary-2"].map((clientSecret) => ({ oidc: { clientSecret } }));
    assert.deepEqual(changedIn("iam:IdentityProvider", oidc[0] ?? {}, oidc[1] ?? {}), [
      ["oidc.clientSecret", "[secret]", "[secret]", true],
    ]);
    const [whole, clear] = [{ customOverlay: secret }, { customOverlay: { environment: { A: "canary" } } }];
    assert.deepEqual(changedIn("registry:Repo", whole, clear, ["customOverlay.environment.A"]), [
      ["customOverlay", "[secret]", "[secret]", true],
    ]);
    const [one, other] = ["https://a.example.com/hook?key=canary", "https://b.example.com/canary"];
    assert.deepEqual(changedIn("events:Subscription", { sink: one }, { sink: other }), [
      ["sink", "https://a.example.com", "https://b.example.com", false],
    ]);
  });

  it("never show a text that is a secret on one side, whatever surrounds it (property)", () => {
    const leaf = fc.constantFrom<unknown>("canary", secret, "plain", 1, undefined);
    const tree = fc.letrec((tie) => ({
      node: fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        leaf,
        fc.array(tie("node"), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom("a", "b", "name", "description"), tie("node"), { maxKeys: 3 }),
      ),
    })).node;
    const values = fc.dictionary(fc.constantFrom("a", "description", "customOverlay"), tree, { maxKeys: 3 });
    fc.assert(
      fc.property(values, (recorded) => {
        // Everything that was recorded is marked, and comes back in clear.
        const marked = JSON.stringify(recorded).replaceAll(JSON.stringify(secret), '"canary-clear"');
        const clear = JSON.parse(marked) as Values;
        const told = JSON.stringify(changedFields(resourceOf(recorded as Values, clear)));
        assert.ok(!told.includes("canary-clear"), told);
      }),
    );
  });
});
