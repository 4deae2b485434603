import assert from "node:assert/strict";
import { assess } from "../../../../src/cli/commands/advisories/assess";
import { pinsOf } from "../../../../src/cli/commands/advisories/pins";
import type { FailOn } from "../../../../src/cli/commands/advisories/severity";
import type { StateResource } from "../../../../src/cli/stack/export";
import type { AdvisoryEventResult, AdvisoryResult } from "../../../../src/lookups/results";

const eventOf = (createTime: string, what: Partial<AdvisoryEventResult>): AdvisoryEventResult => ({
  uid: "o/a/e",
  createTime,
  author: "a",
  reviewState: "REVIEW_STATE_APPROVED",
  ...what,
});

const advisoryOf = (events: readonly AdvisoryEventResult[], more: Partial<AdvisoryResult> = {}): AdvisoryResult => ({
  uid: "o/a",
  advisoryId: "ADV-1",
  artifactName: "curl",
  artifactType: "apk",
  artifactArchitecture: "x86_64",
  componentName: "libx",
  componentType: "apk",
  componentLocation: "",
  aliases: [],
  events: [...events],
  severities: [],
  author: "a",
  createTime: "2026-01-05T08:30:00Z",
  updateTime: "2026-01-05T08:30:00Z",
  ...more,
});

describe("an advisory on an artifact", () => {
  it("is open if a pinned version does not have the fix, or may not have it", () => {
    const fixed = eventOf("2026-01-06T08:30:00Z", { fixed: { fixedVersion: "1.2-r1" } });
    const patched = eventOf("2026-01-06T08:30:00Z", { patched: { patchedVersions: ["1.1-r5"] } });
    const told = (event: AdvisoryEventResult, version: string | undefined) =>
      assess([advisoryOf([event])], [{ artifact: "curl", version, urns: [], digestUrns: [] }], ["any"]).map(
        ({ status }) => status,
      )[0];
    assert.deepEqual(
      [undefined, "1.2-r0", "1.2-r1", "2", "weird"].map((version) => told(fixed, version)),
      ["fixed", "fix not taken", "fixed", "fixed", "fix not taken"],
    );
    assert.deepEqual(
      [undefined, "1.1-r5", "1.1-r4"].map((version) => told(patched, version)),
      ["patched", "patched", "fix not taken"],
    );
  });

  it("is open if an upper bound excludes the fix, or the fix has no version (row 210)", () => {
    const told = (what: Partial<AdvisoryEventResult>, version: string) =>
      assess(
        [advisoryOf([eventOf("2026-01-06T08:30:00Z", what)])],
        [{ artifact: "curl", version, urns: [], digestUrns: [] }],
        ["any"],
      )[0]?.status;
    const bounds = ["<1.2-r1", "<1.2-r2", "<=1.2-r0", "<=1.2-r1", "~1.1", "~1.2", "~1", "~1.20", "~1.3", "<weird"];
    assert.deepEqual(
      bounds.filter((bound) => told({ fixed: { fixedVersion: "1.2-r1" } }, bound) === "fixed"),
      ["<1.2-r2", "<=1.2-r1", "~1.2", "~1", "~1.20", "~1.3"],
    );
    assert.equal(told({ fixed: { fixedVersion: "1.20" } }, "~1.2"), "fix not taken");
    assert.equal(told({ patched: { patchedVersions: ["1.1-r5"] } }, "<1.1-r5"), "fix not taken");
    assert.equal(told({ patched: { patchedVersions: ["1.1-r5"] } }, "<2"), "patched");
    for (const what of [{ fixed: {} }, { patched: {} }]) assert.equal(told(what, "1.2-r0"), "fix not taken");
  });

  it("comes first while it is open, and last among open ones if its severity is unknown (row 164)", () => {
    const fixed = [eventOf("2026-01-06T08:30:00Z", { fixed: {} })];
    const rated = (advisoryId: string, events: readonly AdvisoryEventResult[], ...scores: string[]) =>
      advisoryOf(events, { advisoryId, severities: scores.map((score) => ({ type: "TYPE_CVSS_V3", score })) });
    const advisories = [
      rated("closed unknown", fixed),
      rated("open unknown", []),
      rated("closed critical", fixed, "9.8"),
      rated("open low", [], "1.0"),
      rated("open critical", [], "9.1"),
    ];
    const order = assess(advisories, [{ artifact: "curl", version: undefined, urns: [], digestUrns: [] }], ["any"]);
    assert.deepEqual(
      order.map(({ advisory }) => advisory.advisoryId),
      ["open critical", "open low", "open unknown", "closed critical", "closed unknown"],
    );
  });
});

describe("an advisory with a score that cannot be read beside others (row 164)", () => {
  const found = (failOn: FailOn, ...scores: string[]) =>
    assess(
      [advisoryOf([], { severities: scores.map((score) => ({ type: "TYPE_CVSS_V3", score })) })],
      [{ artifact: "curl", version: undefined, urns: [], digestUrns: [] }],
      failOn,
    ).map(({ severity, score, isFinding }) => [severity, score, isFinding])[0];

  it("is unknown beside 0.0, and a finding of unknown beside any score, because it may be the higher one", () => {
    assert.deepEqual(found(["high", "unknown"], "0.0", "CVSS:9.9/x"), ["unknown", undefined, true]);
    assert.deepEqual(found(["high"], "0.0", "CVSS:9.9/x"), ["unknown", undefined, false]);
    assert.deepEqual(found(["high", "unknown"], "5.0", "CVSS:9.9/x"), ["medium", 5, true]);
    assert.deepEqual(found(["medium"], "5.0", "CVSS:9.9/x"), ["medium", 5, true]);
    assert.deepEqual(found(["high"], "5.0", "CVSS:9.9/x"), ["medium", 5, false]);
    assert.deepEqual(found(["high", "unknown"], "5.0", "0.0"), ["medium", 5, false]);
  });
});

describe("a fix of what a stack pins by a digest (row 269)", () => {
  const fixed = eventOf("2026-01-06T08:30:00Z", { fixed: { fixedVersion: "1.2-r1" } });
  const pin = { artifact: "curl", version: undefined, urns: ["urn:repo", "urn:tag"], digestUrns: ["urn:tag"] };
  const told = (advisory: AdvisoryResult, failOn: FailOn) =>
    assess([advisory], [pin], failOn).map(({ status, isOpen, isFinding, isUnknown }) => ({
      status,
      isOpen,
      isFinding,
      isUnknown,
    }))[0];

  it("is unknown with any version, so it is neither closed nor a finding", () => {
    const unknown = { status: "fix unknown", isOpen: true, isFinding: false, isUnknown: true };
    assert.deepEqual(told(advisoryOf([fixed]), ["any"]), unknown);
    assert.deepEqual(
      told(advisoryOf([eventOf("2026-01-06T08:30:00Z", { patched: { patchedVersions: ["1"] } })]), ["any"]),
      unknown,
    );
  });

  it("does not matter if it would not be a finding", () => {
    assert.equal(told(advisoryOf([fixed]), ["never"])?.isUnknown, false);
  });

  it("changes nothing for an advisory that is open or does not apply", () => {
    const open = { status: "detected", isOpen: true, isFinding: true, isUnknown: false };
    assert.deepEqual(told(advisoryOf([]), ["any"]), open);
    assert.equal(told(advisoryOf([fixed], { deleteTime: "2026-01-07T08:30:00Z" }), ["any"])?.status, "withdrawn");
  });

  it("is that of the tags of a repo, and of no repo alone", async () => {
    const repo: StateResource = { urn: "urn:repo", kind: "registry:Repo", uid: "o/a", values: { name: "curl" } };
    const tag: StateResource = {
      urn: "urn:tag",
      kind: "registry:Tag",
      uid: "o/a/t",
      values: { parentUid: "o/a", name: "v1", digest: `sha256:${"a".repeat(64)}` },
    };
    const noClient = () => assert.fail("asked");
    assert.deepEqual((await pinsOf([repo, tag], noClient)).pins, [pin]);
    assert.deepEqual((await pinsOf([repo], noClient)).pins, [{ ...pin, urns: ["urn:repo"], digestUrns: [] }]);
  });
});

describe("what a stack pins", () => {
  const repoOf = (name: string, customOverlay: unknown): StateResource => ({
    urn: `urn:${name}`,
    kind: "registry:Repo",
    uid: `o/${name}`,
    values: { name, customOverlay },
  });
  const noClient = () => assert.fail("nothing needs to be asked");
  const overlayOf = (...packages: unknown[]) => ({ contents: { packages } });

  it("are packages by name, with the version where one is pinned exactly, or an upper bound", async () => {
    const packages = [
      "curl",
      "go=1.22.1-r0",
      "busybox>1.36",
      "git~2.4",
      "zlib@edge",
      "libx>=1 ",
      "perl<5",
      "so:libz.so.1",
    ];
    const { pins } = await pinsOf([repoOf("web", overlayOf(...packages))], noClient);
    assert.deepEqual(
      pins.map(({ artifact, version }) => (version === undefined ? artifact : `${artifact} ${version}`)),
      ["busybox", "curl", "git ~2.4", "go 1.22.1-r0", "libx", "perl <5", "so:libz.so.1", "web", "zlib"],
    );
  });

  it("name all resources that pin one, each artifact once", async () => {
    const { pins } = await pinsOf([repoOf("a", overlayOf("curl")), repoOf("b", overlayOf("curl", "curl"))], noClient);
    assert.deepEqual(pins.find(({ artifact }) => artifact === "curl")?.urns, ["urn:a", "urn:b"]);
  });

  it("name a repo whose name is secret, and a tag whose repo is (row 209)", async () => {
    const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "x" };
    const repo = repoOf("a", overlayOf("curl"));
    const { pins, hidden } = await pinsOf(
      [
        { ...repo, values: { ...repo.values, name: secret } },
        { urn: "urn:tag", kind: "registry:Tag", uid: "o/a/t", values: { parentUid: secret, name: "v1" } },
      ],
      noClient,
    );
    assert.deepEqual(hidden, ["urn:a", "urn:tag"]);
    assert.deepEqual(
      pins.map(({ artifact }) => artifact),
      ["curl"],
    );
  });

  it("name the resources that keep it secret, and take odd states for none", async () => {
    const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "x" };
    const resources = [
      repoOf("a", secret),
      repoOf("b", { contents: secret }),
      repoOf("c", overlayOf(secret)),
      repoOf("d", null),
      repoOf("e", { contents: { packages: "curl" } }),
    ];
    const { pins, hidden } = await pinsOf(resources, noClient);
    assert.deepEqual(hidden, ["urn:a", "urn:b", "urn:c"]);
    assert.deepEqual(
      pins.map(({ artifact }) => artifact),
      ["a", "b", "c", "d", "e"],
    );
  });
});
