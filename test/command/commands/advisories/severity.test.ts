import assert from "node:assert/strict";
import { compareApkVersions } from "../../../../src/command/commands/advisories/apk-version";
import { baseScore } from "../../../../src/command/commands/advisories/cvss";
import {
  checkFailOn,
  type FailOn,
  isFindingAt,
  ratingOf,
  severityNames,
} from "../../../../src/command/commands/advisories/severity";

describe("base scores of CVSS", () => {
  it("are those that FIRST publishes for version 3 (row 164)", () => {
    const published: readonly (readonly [string, number])[] = [
      ["CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H", 9.8],
      ["CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H", 10],
      ["CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N", 7.5],
      ["CVSS:3.1/AV:L/AC:H/PR:L/UI:R/S:U/C:L/I:L/A:N", 3.3],
      ["CVSS:3.0/AV:L/AC:L/PR:H/UI:N/S:U/C:L/I:L/A:L", 4.2],
      ["CVSS:3.0/AV:P/AC:L/PR:N/UI:N/S:U/C:N/I:H/A:N", 4.6],
      ["CVSS:3.1/AV:N/AC:L/PR:H/UI:N/S:C/C:H/I:H/A:H", 9.1],
      ["CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N", 0],
      ["CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/E:P/RL:O", 9.8],
    ];
    for (const [vector, score] of published) assert.equal(baseScore(vector), score, vector);
  });

  it("are those that FIRST publishes for versions 2 and 4 (row 164)", () => {
    for (const [vector, score] of [
      ["AV:N/AC:L/Au:N/C:N/I:N/A:C", 7.8],
      ["AV:N/AC:L/Au:N/C:C/I:C/A:C", 10],
      ["(AV:L/AC:H/Au:N/C:C/I:C/A:C)", 6.2],
      ["AV:N/AC:L/Au:N/C:N/I:N/A:N", 0],
      ["CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N", 9.3],
      ["CVSS:4.0/AV:L/AC:L/AT:P/PR:L/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N", 7.3],
      ["CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:N/VI:N/VA:N/SC:N/SI:N/SA:N", 0],
      // The base score does not fall by what is known of attacks.
      ["CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N/E:U", 9.3],
    ] as const)
      assert.equal(baseScore(vector), score, vector);
  });

  it("are not guessed (row 164)", () => {
    const wrong = [
      "",
      "high",
      "CVSS:3.1/AV:N",
      "CVSS:4.0/AV:N/AC:L",
      "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:X",
      "CVSS:3.1/AV:N/AV:L/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H",
      "CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:9",
      "CVSS:5.0/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H",
      "CVSS:3.1/AV:constructor/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H",
      "AV:N/AC:L/Au:N/C:N/I:N",
    ];
    for (const vector of wrong) assert.equal(baseScore(vector), undefined, vector);
  });
});

describe("severity", () => {
  const of = (...scores: string[]) => ratingOf(scores.map((score) => ({ type: "TYPE_CVSS_V3", score })));

  it("is that of the highest readable score", () => {
    assert.equal(of("CVSS:3.1/AV:L/AC:H/PR:L/UI:R/S:U/C:L/I:L/A:N", "9.8").score, 9.8);
    assert.deepEqual(
      ["0.0", "0.1", "3.9", "4.0", "6.9", "7", "8.9", "9.0"].map((score) => of(score).severity),
      ["none", "low", "low", "medium", "medium", "high", "high", "critical"],
    );
  });

  it("is unknown without a score, which a threshold does not include (row 164)", () => {
    assert.deepEqual(of("CVSS:4.0/AV:N"), { severity: "unknown", score: undefined, isUncertain: true });
    assert.deepEqual(of(), { severity: "unknown", score: undefined, isUncertain: false });
    for (const [names, ...failOn] of [
      [severityNames.join(" "), "any"],
      ["critical high medium low", "low"],
      ["critical high", "high"],
      ["critical high unknown", "high", "unknown"],
      ["unknown", "unknown"],
      ["", "never"],
    ] as const satisfies readonly (readonly [string, ...FailOn])[])
      assert.equal(severityNames.filter((severity) => isFindingAt(severity, failOn)).join(" "), names);
    assert.throws(
      () => checkFailOn(["low", "high"]),
      /^CallError: --fail-on must be one severity, with or without unknown, and not low,high$/,
    );
    assert.deepEqual(checkFailOn(["unknown", "low"]), ["unknown", "low"]);
  });
});

describe("versions of apk packages", () => {
  it("have the order of apk-tools", () => {
    const ascending =
      "0.1_alpha 0.1_beta1 0.1_rc 0.1_rc2 0.1 0.1_git20200101 0.1_p1 0.1_p2 0.1.1 " +
      "0.2 1.05 1.1 1.2 1.2-r1 1.2-r10 1.2a 1.2b 1.2.1 1.10 2 8.9.1-r0 8.9.1-r1 10.0";
    const versions = ascending.split(" ");
    for (const [i, version] of versions.entries())
      for (const [j, other] of versions.entries())
        assert.equal(
          Math.sign(compareApkVersions(version, other) ?? Number.NaN),
          Math.sign(i - j),
          `${version} and ${other}`,
        );
  });

  it("of another form are not compared", () => {
    for (const text of ["", "latest", "1.2-3", "v1.2", "1..2", "1.2_foo"])
      assert.equal(compareApkVersions(text, "1"), undefined);
  });
});
