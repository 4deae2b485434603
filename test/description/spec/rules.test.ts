import assert from "node:assert/strict";
import { resources } from "../../../src/description/resources";
import { checkValues } from "../../../src/description/spec/check";
import { brokenRelations, impliedInputs, keptValues } from "../../../src/description/spec/rules";
import { UNKNOWN } from "../../../src/description/spec/unknown";
import type { Values } from "../../../src/description/spec/values";
import { externalGroupRoleMapping, group, repo } from "../../support/resources";

/** The properties that break a rule; a `?` marks those that only warn. */
function brokenIn(type: string, values: Values, recorded: Values = {}, vendor?: string): string[] {
  const fields = resources[type]?.fields ?? assert.fail(type);
  return checkValues(fields, values, { recorded, vendor })
    .filter(({ kind }) => kind === "rule")
    .map(({ property, isWarning }) => property + (isWarning ? "?" : ""));
}

const long = (length: number) => "a".repeat(length);

/** The rules as the platform has them, said a second time: values that pass, and values that do not. */
const rules: readonly (readonly [type: string, input: string, passes: readonly string[], breaks: readonly string[]])[] =
  [
    ...["iam:Organization", "iam:Group", "iam:Identity", "iam:IdentityProvider"].map(
      (type) => [type, "name", ["a", "abc", "a b.c_d-9", long(64)], ["Team", "team/a", "tëam", "a\nbc"]] as const,
    ),
    ...["iam:Role", "iam:AccountAssociation"].map(
      (type) => [type, "name", ["a", long(200), "a b.c_d-9"], ["Puller", "a:b", "a\n"]] as const,
    ),
    ...[
      "iam:Organization",
      "iam:Group",
      "iam:Identity",
      "iam:IdentityProvider",
      "iam:Role",
      "iam:AccountAssociation",
      "registry:Repo",
    ].map(
      (type) =>
        [
          type,
          "description",
          ["The web team: ü 東 🦀!", long(512), "🦀".repeat(512)],
          [long(513), "two\nlines", "a\ttab", "a\r", "🦀".repeat(513)],
        ] as const,
    ),
    ["registry:Tag", "name", ["latest", "_1", "v1.2-r3", long(128)], ["-a", ".a", long(129), "a/b", "a:b"]],
    [
      "registry:Repo",
      "name",
      ["web", "team/web-app", "a.b_c__d---e/f1"],
      ["Web", "/web", "web/", "a//b", "-a", "a-", "a..b", "a___b", "a b"],
    ],
  ];

describe("the rules of the platform", () => {
  for (const [type, input, passes, breaks] of rules)
    it(`for ${input} of ${type}`, () => {
      for (const value of passes) assert.deepEqual(brokenIn(type, { [input]: value }), [], value);
      for (const value of breaks) assert.deepEqual(brokenIn(type, { [input]: value }), [input], JSON.stringify(value));
    });

  it("accept the known bundles, and others with a warning, because the list may grow", () => {
    const known = ["application", "base", "byol", "ai", "ai-gpu", "featured", "fips", "commercial", "emeritoss"];
    assert.deepEqual(brokenIn("registry:Repo", { bundles: known }), []);
    assert.deepEqual(brokenIn("registry:Repo", { bundles: ["base", "web"] }), ["bundles[1]?"]);
  });

  it("take an alias for an image with its tag", () => {
    assert.deepEqual(brokenIn("registry:Repo", { aliases: ["web:latest", "registry.example/a/b:1.2"] }), []);
    for (const alias of ["web", "web:", ":latest", "web@sha256:1", "a b:c", "web/:x"])
      assert.deepEqual(brokenIn("registry:Repo", { aliases: [alias] }), ["aliases[0]"], alias);
  });

  it("keep keys of overlays to the platform: by the vendor's name where it is known", () => {
    const customOverlay = {
      environment: { PATH: "/", ACME_X: "1", ACMEX: "1", MY_ACME: "1" },
      annotations: { "org.opencontainers.image.title": "t", "dev.acme.x": "1", "acme.x": "1", "com.acme.x": "1" },
    };
    const at = (name: string) => `customOverlay.${name}`;
    assert.deepEqual(brokenIn("registry:Repo", { customOverlay }), [
      at('annotations."org.opencontainers.image.title"'),
    ]);
    assert.deepEqual(brokenIn("registry:Repo", { customOverlay }, {}, "acme"), [
      at("environment.ACME_X"),
      ...["org.opencontainers.image.title", "dev.acme.x"].map((key) => at(`annotations."${key}"`)),
    ]);
  });

  it("take a plain file name for a key in a keyring", () => {
    const content = "-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----\n";
    const named = (name: string) => ({ customOverlay: { contents: { runtimeKeyring: [{ name, content }] } } });
    for (const name of ["key.rsa.pub", "a"]) assert.deepEqual(brokenIn("registry:Repo", named(name)), []);
    for (const name of [".key", "a/b", "..", "a\\b", "a\nb"])
      assert.deepEqual(brokenIn("registry:Repo", named(name)), ["customOverlay.contents.runtimeKeyring[0].name"], name);
  });

  it("leave it to the types whether what is recorded has the right form", () => {
    const wrong = { name: "x", syncConfig: { expiration: "soon" }, customOverlay: { environment: { A: 5 } } };
    const fields = resources["registry:Repo"]?.fields ?? assert.fail();
    const found = checkValues(fields, wrong, { recorded: wrong });
    assert.ok(found.length > 1 && found.every(({ kind }) => kind === "form" || kind === "missing"));
    assert.ok(found.some(({ property }) => property === "customOverlay.environment.A"));
  });

  it("pass what is recorded already, unknown or empty, and other kinds of values", () => {
    const old = { name: "X", description: "two\nlines", bundles: ["odd"], readme: "<script>" };
    assert.deepEqual(brokenIn("registry:Repo", { ...old, catalogTier: "CATALOG_TIER_AI" }, old), []);
    assert.deepEqual(brokenIn("registry:Repo", { ...old, bundles: ["base", "odd", "new"] }, old), ["bundles[2]?"]);
    assert.deepEqual(brokenIn("registry:Repo", { name: UNKNOWN, description: "", readme: 5, bundles: [UNKNOWN] }), []);
  });
});

describe("what the platform has already", () => {
  const recorded = { parentUid: "root", name: "X", description: "old" };
  it("is what is recorded, unless a replacement makes another object", () => {
    assert.deepEqual(keptValues(group, recorded, { ...recorded, description: "new" }), recorded);
    assert.deepEqual(keptValues(group, recorded, { ...recorded, parentUid: UNKNOWN }), recorded);
    assert.deepEqual(keptValues(group, recorded, { ...recorded, parentUid: "root/b" }), {});
  });

  it("is the key of an object that is to be adopted, and nothing else of it", () => {
    assert.deepEqual(keptValues(group, {}, { ...recorded, adoptUid: "root/a" }), { name: "X" });
    assert.deepEqual(keptValues(group, {}, recorded), {});
  });
});

describe("the scope of a mapping", () => {
  const mapping = (inputs: Values) => ({ parentUid: "root/idp", externalGroupId: "g", roleUid: "role", ...inputs });
  const broken = (inputs: Values, recorded: Values = {}) =>
    brokenRelations(externalGroupRoleMapping, mapping(inputs), recorded).map(
      ({ property, reason }) => `${property} ${reason}`,
    );

  it("is the root group of the parent's organization when it is left out, and unknown while the parent is", () => {
    assert.deepEqual(impliedInputs(externalGroupRoleMapping, mapping({})), { scope: "root" });
    assert.deepEqual(impliedInputs(externalGroupRoleMapping, mapping({ parentUid: UNKNOWN })), { scope: UNKNOWN });
    assert.deepEqual(impliedInputs(externalGroupRoleMapping, mapping({ scope: "root/a" })), {});
    assert.deepEqual(impliedInputs(group, {}), {});
  });

  it("may be no other group, and the complaint says which one it must be", () => {
    assert.match(
      broken({ scope: "root/team" }).join(),
      /^scope must be the root group of the organization, root, .*Remove scope from the program/,
    );
    for (const scope of ["root", UNKNOWN, ""]) assert.deepEqual(broken({ scope }), [], scope);
    assert.deepEqual(broken({ scope: "root/team", parentUid: UNKNOWN }), []);
    assert.deepEqual(
      broken({ scope: "root/team" }, mapping({ scope: "root/team" })),
      [],
      "it was made before the rule",
    );
  });
});

describe("inputs of a repo that exclude each other", () => {
  const syncConfig = { source: "public-org/nginx" };
  const customOverlay = { environment: { A: "1" } };
  const [base, fips] = [["base"], ["fips"]];
  const tier = "CATALOG_TIER_BASE";
  const inherited = { readme: "r", catalogTier: tier, bundles: base, aliases: ["a:b"], activeTags: ["latest"] };
  const rows: readonly (readonly [inputs: Values, recorded: Values, ...broken: string[]])[] = [
    // An overlay needs a source to sync from, which may be unknown.
    [{ customOverlay }, {}, "customOverlay"],
    [{ customOverlay, syncConfig: {} }, {}, "customOverlay"],
    [{ customOverlay, syncConfig }, {}],
    [{ customOverlay, syncConfig: UNKNOWN }, {}],
    [{ customOverlay, syncConfig: { source: UNKNOWN } }, {}],
    [{ customOverlay: UNKNOWN }, {}],
    [{ customOverlay: { environment: {} } }, {}],
    // It may stay as it was recorded without one, and cannot lose it.
    [{ customOverlay }, { customOverlay }],
    [{ customOverlay }, { customOverlay, syncConfig }, "customOverlay"],
    [{ customOverlay }, { customOverlay: { environment: { A: "2" } } }, "customOverlay"],
    // What is inherited cannot be given beside the source, which may turn out to be left out.
    [{ syncConfig, description: "d", ...inherited }, {}, ...Object.keys(inherited)],
    [inherited, {}],
    [{ syncConfig: UNKNOWN, bundles: base }, {}],
    [{ syncConfig, bundles: [] }, {}],
    // It may stay as it was recorded beside the source, and cannot be kept when the source is new.
    [
      { syncConfig, bundles: base },
      { syncConfig, bundles: base },
    ],
    [{ syncConfig, bundles: fips }, { syncConfig, bundles: base }, "bundles"],
    [{ syncConfig, bundles: base }, { bundles: base }, "bundles"],
  ];
  for (const [inputs, recorded, ...broken] of rows)
    it(`are ${broken.join() || "none"} of ${JSON.stringify(inputs)} after ${JSON.stringify(recorded)}`, () => {
      const found = brokenRelations(repo, inputs, recorded).map(({ property }) => property);
      assert.deepEqual(found, broken);
    });
});
