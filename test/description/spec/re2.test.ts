import assert from "node:assert/strict";
import { identity } from "../../../src/description/resources/identity";
import { checkValues } from "../../../src/description/spec/check";
import { matchesWhole } from "../../../src/description/spec/re2";
import type { Values } from "../../../src/description/spec/values";

const issuer = "https://token.example.com";
const claimed = (subjectPattern: string): Values => ({
  parentUid: "o",
  name: "web",
  claimMatch: { issuer, subjectPattern },
});
const found = (inputs: Values, recorded: Values = {}) => checkValues(identity.fields, inputs, { recorded });

describe("a pattern", () => {
  const REFUSAL = "must be a pattern of RE2, which has no lookaround and no backreferences: ";
  for (const [pattern, reason] of [
    ["^repo:(acme/web$", "missing closing )"],
    ["^(?!x).*$", "invalid or unsupported Perl syntax"],
    ["^(a)\\1$", "invalid escape sequence"],
    ["^a{1001}$", "invalid repeat count"],
  ] as const)
    it(`that RE2 cannot compile is refused without a part of it: ${pattern}`, () => {
      const complaint = { property: "claimMatch.subjectPattern", kind: "rule", reason: REFUSAL + reason };
      assert.deepEqual(found(claimed(pattern)), [complaint]);
      assert.deepEqual(found(claimed(pattern), claimed(pattern)), [], "it is recorded");
    });

  for (const pattern of ["^(a|b):[^|$]+$", "^\\Qa|b\\E$", "^a$|^b$", "^[]|]+$", "^[[:alpha:]|]$", ""]) {
    it(`that matches only whole values causes no warning: ${pattern}`, () =>
      assert.deepEqual(
        found(claimed(`${pattern}`)).filter(({ kind }) => kind !== "missing"),
        [],
      ));
  }

  const both = "before or after";
  for (const [pattern, form, where] of [
    ["repo:acme/web:.*", "^…$", both],
    ["^repo:acme/web:.*", "^…$", "after"],
    ["^a|b$", "^(…)$", both],
    ["^?a$", "^…$", "before"],
    ["^a\\$", "^…$", "after"],
    ["^a[$]", "^…$", "after"],
    ["(?m)^a$", "^…$", "before"],
  ] as const)
    it(`that may match a part of a value causes a warning that says what else: ${pattern}`, () => {
      const reason = `should be anchored, ${form}, because the platform may also accept a value with any other text ${where} what it matches`;
      assert.deepEqual(found(claimed(pattern)), [
        { property: "claimMatch.subjectPattern", kind: "advice", reason, isWarning: true },
      ]);
    });

  it("is checked in every field that has one", () => {
    const broken = (values: Values) =>
      found({ parentUid: "o", name: "web", ...values }).map(({ property }) => property);
    const at = (name: string) => [`claimMatch.${name}`];
    assert.deepEqual(broken({ claimMatch: { issuerPattern: "(", subject: "s" } }), at("issuerPattern"));
    assert.deepEqual(broken({ claimMatch: { issuer, subject: "s", audiencePattern: "(" } }), at("audiencePattern"));
    assert.deepEqual(
      broken({ claimMatch: { issuer, subject: "s", claimPatterns: { ref: "(" } } }),
      at("claimPatterns.ref"),
    );
    const awsAccount = "123456789012";
    assert.deepEqual(broken({ awsIdentity: { awsAccount, userIdPattern: "(", arnPattern: "(" } }).length, 2);
  });

  it("matches as RE2 does, which differs from JavaScript, and in linear time", () => {
    assert.ok(matchesWhole("(?i)^A\\z", "a"));
    assert.ok(!matchesWhole("a", "aa"));
    assert.ok(!matchesWhole("(?=a)a", "a"));
    assert.ok(!matchesWhole("^(a+)+$", `${"a".repeat(5000)}b`));
  });
});
