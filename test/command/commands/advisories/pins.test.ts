import assert from "node:assert/strict";
import { pinsOf } from "../../../../src/command/commands/advisories/pins";
import type { StateResource } from "../../../../src/command/stack/export";
import { type Emulator, startEmulator } from "../../../../src/emulator";
import { clientOf } from "../../../support/platform";

const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "x" };

describe("what a stack pins", () => {
  let emulator: Emulator;
  let source: unknown;
  before(async () => {
    emulator = await startEmulator();
    source = emulator.list("registry:Repo").find(({ name }) => name === "nginx")?.uid;
  });
  after(() => emulator.close());
  const client = () => clientOf(emulator);
  const repoOf = (name: string, customOverlay: unknown): StateResource => ({
    urn: `urn:${name}`,
    kind: "registry:Repo",
    uid: `o/${name}`,
    values: { name, customOverlay },
  });
  const noClient = () => assert.fail("nothing needs to be asked");
  const overlayOf = (...packages: unknown[]) => ({ contents: { packages } });

  it("are packages by name, with the version where one is pinned exactly, or an upper bound", async () => {
    const packages = ["curl", "go = 1.22.1-r0", "busybox>1.36", "git~2.4", "zlib@edge", "perl<5", "so:libz.so.1"];
    const { pins } = await pinsOf([repoOf("web", overlayOf(...packages))], noClient);
    assert.deepEqual(
      pins.map(({ artifact, version }) => (version === undefined ? artifact : `${artifact} ${version}`)),
      ["busybox", "curl", "git ~2.4", "go 1.22.1-r0", "perl <5", "so:libz.so.1", "web", "zlib"],
    );
  });

  it("name a repo whose name is secret, and a tag whose repo is (row 209)", async () => {
    const { values, ...repo } = repoOf("a", overlayOf("curl"));
    const tag = { urn: "urn:tag", kind: "registry:Tag", uid: "o/a/t", values: { parentUid: secret, name: "v1" } };
    const { pins, hidden } = await pinsOf([{ ...repo, values: { ...values, name: secret } }, tag], noClient);
    assert.deepEqual([hidden, pins.map(({ artifact }) => artifact)], [["urn:a", "urn:tag"], ["curl"]]);
  });

  it("are the sources of repos too, under their own names, unless the token may not see them", async () => {
    const mirrorOf = (name: string, of: unknown): StateResource => {
      const { values, ...repo } = repoOf(name, null);
      return { ...repo, values: { ...values, syncConfig: { source: of } } };
    };
    const mirrors = [
      mirrorOf("base", source),
      mirrorOf("other", `${emulator.organization.uid}/0000000000000000`),
      mirrorOf("secret", secret),
      mirrorOf("named", "public-org/team/go"),
      mirrorOf("whole", "registry.example.com:5000/public-org/curl:1@sha256:ab"),
    ];
    const { pins, hidden, unseen } = await pinsOf(mirrors, client);
    assert.deepEqual(
      pins.map(({ artifact, urns }) => [artifact, ...urns].join(" ")),
      [
        ...["base urn:base", "curl urn:whole", "named urn:named", "nginx urn:base", "other urn:other"],
        ...["secret urn:secret", "team/go urn:named", "whole urn:whole"],
      ],
    );
    assert.deepEqual([hidden, [...unseen]], [["urn:secret"], [["urn:other", "other"]]]);
    emulator.fault({ path: `/registry/v2/repos/${source}`, action: { kind: "status", code: "FAILED_PRECONDITION" } });
    await assert.rejects(pinsOf(mirrors, client), /FAILED_PRECONDITION/);
  });

  it("are the repo of a tag and its source, both by the digest of the tag, in the stack or not", async () => {
    const root = emulator.organization.uid;
    const { uid = "" } = emulator.put("registry:Repo", root, { name: "far", sync_config: { source } });
    const { values, ...near } = { ...repoOf("near", null), uid: `${root}/1` };
    const tags = [near.uid, uid].map((parentUid, i): StateResource => {
      const pinned = { parentUid, digest: "sha256:a" };
      return { urn: `urn:tag${i}`, kind: "registry:Tag", uid: `${parentUid}/t`, values: pinned };
    });
    const { pins } = await pinsOf([{ ...near, values: { ...values, syncConfig: { source } } }, ...tags], client);
    assert.deepEqual(
      pins.map(({ artifact, digestUrns }) => [artifact, ...digestUrns].join(" ")),
      ["far urn:tag1", "near urn:tag0", "nginx urn:tag0 urn:tag1"],
    );
  });

  it("name the resources that keep it secret, and take odd states for none", async () => {
    const overlays = [secret, { contents: secret }, overlayOf(secret), null, { contents: { packages: "curl" } }];
    const resources = overlays.map((overlay, i) => repoOf("abcde".charAt(i), overlay));
    const { pins, hidden } = await pinsOf(resources, noClient);
    assert.deepEqual(hidden, ["urn:a", "urn:b", "urn:c"]);
    assert.equal(pins.map(({ artifact }) => artifact).join(), "a,b,c,d,e");
  });
});
