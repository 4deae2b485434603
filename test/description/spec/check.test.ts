import assert from "node:assert/strict";
import { resources } from "../../../src/description/resources";
import { missingInputs } from "../../../src/description/spec/missing";
import type { ResourceSpec } from "../../../src/description/spec/resource";
import { UNKNOWN } from "../../../src/description/spec/unknown";
import type { Values } from "../../../src/description/spec/values";
import { formComplaints } from "../../support/complaints";
import { groupInvite, identity, repo } from "../../support/resources";

const valid = { parentUid: "org", name: "ci", claimMatch: { issuer: "https://i.example.com", subject: "s" } };

/** `property: reason` of each failure. */
const failures = (spec: ResourceSpec, inputs: Values) =>
  formComplaints(spec, inputs).map(({ property, reason }) => `${property}: ${reason}`);

describe("check", () => {
  it("accepts unknown values, at any depth", () => {
    assert.deepEqual(failures(identity, { ...valid, name: UNKNOWN, claimMatch: UNKNOWN }), []);
    assert.deepEqual(
      failures(identity, { ...valid, claimMatch: { issuer: UNKNOWN, subject: UNKNOWN, claims: { a: UNKNOWN } } }),
      [],
    );
    assert.deepEqual(failures(repo, { parentUid: UNKNOWN, name: "a", bundles: [UNKNOWN, "b"] }), []);
  });

  const complaints = `
    identity {} -> parentUid: is required; name: is required; claimMatch: (or awsIdentity, staticKeys, servicePrincipal) is required
    identity valid {"name":""} -> name: must not be empty
    identity valid {"descripton":"x"} -> descripton: is unknown. Did you mean description?
    identity valid {"claimMatch":{"issuer":"https://i.example.com","subject":"s","audence":"x"}} -> claimMatch.audence: is unknown. Did you mean audience?
    identity valid {"createTime":"2026-01-01T00:00:00Z"} -> createTime: is set by the platform, so a program cannot set it
    identity valid {"claimMatch":{"issuer":"https://i.example.com","subject":"s","subjectPattern":"x"}} -> claimMatch.subjectPattern: cannot be set together with claimMatch.subject
    identity valid {"claimMatch":{"subject":"s"}} -> claimMatch.issuer: (or issuerPattern) is required
    identity valid {"servicePrincipal":"SERVICE_PRINCIPAL_SKILLS"} -> servicePrincipal: cannot be set together with claimMatch
    repo {"parentUid":"a","name":"b","catalogTier":"BASE"} -> catalogTier: must be a known value, not "BASE". Did you mean CATALOG_TIER_BASE?
    repo {"parentUid":"a","name":"b","bundles":["ok",5]} -> bundles[1]: must be a string`;
  for (const line of complaints.trim().split(/\n\s*/)) {
    const [asked = "", says = ""] = line.split(" -> ");
    const [kind, ...parts] = asked.split(" ");
    const inputs = Object.assign({}, ...parts.map((part) => (part === "valid" ? valid : JSON.parse(part)))) as Values;
    it(`complains: ${says}`, () => assert.equal(failures(kind === "repo" ? repo : identity, inputs).join("; "), says));
  }

  it("tells what is missing now from what was missing before", () => {
    const missing = (inputs: Record<string, unknown>, recorded: Record<string, unknown> = {}) =>
      missingInputs(identity, inputs, recorded).map(({ property }) => property);
    assert.deepEqual(missing({}), ["parentUid", "name", "claimMatch"]);
    assert.deepEqual(missing({ ...valid, claimMatch: { issuer: "https://i.example.com" } }, valid), [
      "claimMatch.subject",
    ]);
    assert.deepEqual(missing({ name: "x" }, { name: "ci" }), []);
    assert.deepEqual(missing({ ...valid, description: 5 }, {}), []);
  });

  it("lets a name pass that a newer platform may know, with a warning", () => {
    const role = resources["iam:Role"] ?? assert.fail();
    const inputs = { parentUid: "a", name: "b", capabilities: ["CAP_REPO_LIST", "CAP_MOON_LANDINGS_LIST"] };
    const [{ reason = "", ...found } = {}] = formComplaints(role, inputs);
    assert.match(reason, /^is CAP_MOON_LANDINGS_LIST, which this version of pulumi-platform does not know/);
    assert.deepEqual(found, { property: "capabilities[1]", kind: "form", isWarning: true });
    const passes = (spec: ResourceSpec, inputs: Record<string, unknown>) =>
      formComplaints(spec, inputs).every(({ isWarning }) => isWarning);
    assert.ok(passes(repo, { parentUid: "a", name: "b", catalogTier: "CATALOG_TIER_MOONSHOT" }));
    for (const name of ["CAP_REPO_LISTS", "CAP_", "cap_moon_landings_list", "MOON_LANDINGS_LIST", "CAP_MOON LIST"])
      assert.ok(!passes(role, { parentUid: "a", name: "b", capabilities: [name] }), name);
  });

  it("takes a duration as text or as a number of seconds", () => {
    const ttls = (ttl: unknown) => failures(groupInvite, { parentUid: "a", roleUid: "b", ttl });
    for (const ttl of ["24h", "86400s", 86_400]) assert.deepEqual(ttls(ttl), []);
    for (const ttl of [1.5, -1, Number.NaN, "tomorrow"]) assert.match(ttls(ttl)[0] ?? "", /^ttl: must be a duration/);
  });

  it("accepts a number as a key of a map only as the platform returns it", () => {
    const association = (key: string) => ({
      parentUid: "a",
      name: "b",
      github: { appInstallations: { [key]: { installations: [{ installationId: "7" }] } } },
    });
    const spec = resources["iam:AccountAssociation"] ?? assert.fail();
    assert.deepEqual(failures(spec, association("42")), []);
    for (const key of ["042", "-0", "x"])
      assert.deepEqual(failures(spec, association(key)), [
        `github.appInstallations.${key === "x" ? key : `"${key}"`}: must have a number without leading zeros as its key`,
      ]);
  });

  it("suggests the nearest known name for a wrong one, and quotes that (row 195)", () => {
    const wrong = ["REPO_LIST", "repo.list", "CAP_REPO_LITS"];
    const role = { parentUid: "a", name: "b", capabilities: wrong };
    assert.deepEqual(
      failures(resources["iam:Role"] ?? assert.fail(), role),
      wrong.map((name, i) => `capabilities[${i}]: must be a known value, not "${name}". Did you mean CAP_REPO_LIST?`),
    );
  });

  it("does not quote a value that may be a secret of the program's (row 116) (row 195)", () => {
    for (const secret of ["hunter2hunter2", "s3cr3t-Canary", "eyJhbGciOiJIUzI1NiJ9.e30.x", "correct horse"]) {
      const [told = ""] = failures(repo, { parentUid: "a", name: "b", catalogTier: secret });
      assert.match(told, /^catalogTier: must be a known value\. Must be one of: CATALOG_TIER_/);
    }
    const [told = ""] = failures(repo, { parentUid: "a", name: "b", catalogTier: "GOLD" });
    assert.match(told, /^catalogTier: must be a known value, not "GOLD"\. Must be one of: CATALOG_TIER_/);
  });

  it("shows an unchecked input name on one line, quoted unless it is a plain word, and cut (row 116)", () => {
    for (const [name, shown] of [
      ["a\n::error::b", '"a\\u{a}::error::b"'],
      ['say "x"', '"say \\"x\\""'],
      ["\u202egnp", '"\\u{202e}gnp"'],
      ["x".repeat(10_000), `"${"x".repeat(60)}…"`],
    ] as const) {
      const [complaint = ""] = failures(identity, { ...valid, [name]: "x" });
      assert.ok(complaint.startsWith(`${shown}: is unknown. `), complaint);
      const claims = { ...valid.claimMatch, claims: { [name]: 5 } };
      assert.deepEqual(failures(identity, { ...valid, claimMatch: claims }), [
        `claimMatch.claims.${shown}: must be a string`,
      ]);
    }
  });

  it("rejects a name of Object.prototype as a field", () => {
    assert.match(failures(identity, { ...valid, constructor: "x" })[0] ?? "", /^constructor: is unknown/);
  });
});
