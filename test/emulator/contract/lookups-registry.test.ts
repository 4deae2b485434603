import assert from "node:assert/strict";
import * as imagesOperations from "../../../src/description/operations/images";
import * as pingOperations from "../../../src/description/operations/ping";
import * as reposOperations from "../../../src/description/operations/repos";
import { stigReport } from "../../../src/description/operations/stig-reports";
import { ask } from "../../../src/program/lookups/ask";
import { getRepo, getRepos, getSubscription, getSubscriptions, getTag, getTags } from "../../support/kind-lookups";
import { inBothModes, NOW } from "../../support/lookups";
import { scriptedClient } from "../../support/scripted";

const getImageArchitectures = ask(imagesOperations.imageArchitectures);
const getImageSize = ask(imagesOperations.imageSize);
const ping = ask(pingOperations.ping);
const getRepoReadme = ask(reposOperations.repoReadme);
const getCatalogImages = ask(reposOperations.listCatalogImages);
const getStigReport = ask(stigReport);

const digest = `sha256:${"a".repeat(64)}`;
const otherDigest = `sha256:${"b".repeat(64)}`;

inBothModes("lookups of repos", (scene) => {
  it("find a repo by uid and name, with the field names of resources, and its readme separately", async () => {
    const { client, root, put } = scene();
    const values = {
      name: "web",
      catalogTier: "CATALOG_TIER_BASE",
      bundles: ["base"],
    };
    const uid = put("registry:Repo", root, values);
    assert.equal(await getRepoReadme(client, { uid }), "");
    scene().emulator.edit(uid, { readme: "# web\n" });
    const repo = await getRepo(client, { uid });
    assert.deepEqual(repo, { uid, parentUid: root, ...values, createTime: NOW, updateTime: repo.updateTime });
    assert.deepEqual(await getRepo(client, { name: "web", childrenOf: root }), repo);
    assert.equal(await getRepoReadme(client, { uid }), "# web\n");
    const customOverlay = { contents: { packages: ["curl"] }, environment: { A: "1" } };
    const sync_config = { source: "public-org/nginx" };
    const copy = put("registry:Repo", root, { name: "copy", sync_config, customOverlay });
    const [found] = await getRepos(client, { name: "copy" });
    assert.equal(found?.uid, copy);
    assert.deepEqual(found?.customOverlay, customOverlay);
    assert.deepEqual(found?.syncConfig, {
      source: found?.syncConfig?.source,
      expirationTime: "2026-12-05T12:00:00.250Z",
      gracePeriod: true,
    });
  });
});

inBothModes("lookups of tags", (scene) => {
  const world = () => {
    const { root, put } = scene();
    const repoUid = put("registry:Repo", root, { name: "web" });
    const tags: [string, object][] = [
      ["latest", { digest, bundles: ["base"] }],
      ["v1", { digest: otherDigest, deprecated: true }],
      ["v1-r3", { digest }],
      ["v1-20260105", { digest }],
      ["sha256-abc.sig", { digest }],
      ["v1_git20260914", { digest }],
    ];
    const uids = tags.map(([name, body]) => [name, put("registry:Tag", repoUid, { name, ...body })]);
    return { repoUid, uids: Object.fromEntries(uids) as Record<string, string> };
  };
  const names = async (args: Parameters<typeof getTags>[1]) =>
    (await getTags(scene().client, { orderBy: "name", ...args })).map(({ name }) => name);

  it("list generated tags only on request", async () => {
    const { repoUid } = world();
    assert.deepEqual(await names({ repoUid }), ["latest", "v1"]);
    assert.deepEqual(await names({ repoUid, includeEpochs: true }), ["latest", "v1", "v1-r3"]);
    assert.deepEqual(await names({ repoUid, includeVcsSnapshots: true }), ["latest", "v1", "v1_git20260914"]);
    assert.deepEqual(await names({ repoUid, includeDates: true, includeReferrers: true }), [
      "latest",
      "sha256-abc.sig",
      "v1",
      "v1-20260105",
    ]);
  });

  it("find a tag by any name, and list tags by digest, time and end of life", async () => {
    const { client } = scene();
    const { repoUid, uids } = world();
    assert.deepEqual(await getTag(client, { repoUid, name: "latest" }), {
      uid: uids.latest,
      parentUid: repoUid,
      name: "latest",
      digest,
      bundles: ["base"],
      updateTime: NOW,
    });
    for (const name of ["v1-r3", "v1_git20260914"]) {
      assert.equal((await getTag(client, { repoUid, name })).uid, uids[name]);
    }
    assert.equal((await getTag(client, { uid: uids.v1 ?? "" })).deprecated, true);
    assert.deepEqual(await names({ repoUid, name: "v1-r3", includeEpochs: false }), []);
    assert.deepEqual(await names({ repoUid, digest: otherDigest }), ["v1"]);
    assert.deepEqual(await names({ repoUid, deprecated: true }), ["v1"]);
    assert.deepEqual(await names({ repoUid, deprecated: false, limit: 1 }), ["latest"]);
    assert.deepEqual(await names({ repoUid, updatedSince: NOW }), ["latest", "v1"]);
    assert.deepEqual(await names({ repoUid, updatedSince: "2026-11-21T12:00:01Z" }), []);
    await assert.rejects(getTag(client, { digest, includeEpochs: true }), (error: Error) =>
      error.message.includes(`"latest" ${uids.latest} (of the repo ${repoUid})`),
    );
  });
});

inBothModes("lookups of images", (scene) => {
  it("return architectures and exact sizes", async () => {
    const { client, root, put } = scene();
    const repoUid = put("registry:Repo", root, { name: "web" });
    put("registry:Tag", repoUid, { name: "latest", digest });
    assert.deepEqual(await getImageArchitectures(client, { repoUid, digest }), ["amd64", "arm64"]);
    assert.deepEqual(await getImageSize(client, { repoUid, digest, architecture: "arm64" }), {
      size: 5_368_709_120,
      architecture: "arm64",
    });
    await assert.rejects(getImageSize(client, { repoUid, digest: otherDigest }), { code: "NOT_FOUND" });
  });
});

inBothModes("the catalog of images", (scene) => {
  it("is the same for everybody, by name, without what describes a mirror", async () => {
    const { client, emulator } = scene();
    const all = await getCatalogImages(client);
    assert.deepEqual(
      all.map(({ name }) => name),
      [...all.map(({ name }) => name)].sort(),
    );
    const [nginx, ...others] = await getCatalogImages(client, { name: "nginx" });
    assert.deepEqual([nginx?.name, others], ["nginx", []]);
    assert.deepEqual((await getCatalogImages(client, { orderBy: "name desc", limit: 1 }))[0], all.at(-1));
    assert.ok(
      all.length > 1 &&
        all.every(({ syncConfig, customOverlay }) => syncConfig === undefined && customOverlay === undefined),
    );
    assert.equal(emulator.requests.at(-1)?.path, "/registry/v2/catalogImages");
    await assert.rejects(getCatalogImages(client, { name: "" }), /name must not be empty/);
  });
});

inBothModes("the STIG report of an image", (scene) => {
  it("has verdicts by rule and group, and an unknown image has none", async () => {
    const { client, root, put } = scene();
    const repoUid = put("registry:Repo", root, { name: "web" });
    put("registry:Tag", repoUid, { name: "latest", digest });
    const report = await getStigReport(client, { repoUid, digest, architecture: "arm64" });
    assert.deepEqual(
      report.rules.map(({ severity, result }) => [severity, result]),
      [
        ["medium", "STIG_RESULT_PASS"],
        ["medium", "STIG_RESULT_FAIL"],
      ],
    );
    assert.deepEqual(report.groups[0]?.resultCounts, report.resultCounts);
    assert.deepEqual([report.scannedDigest, report.architecture, report.scannerImage], [digest, "arm64", undefined]);
    await assert.rejects(getStigReport(client, { repoUid, digest: otherDigest }), { code: "NOT_FOUND" });
  });
});

describe("an image size beyond the safe range of a number", () => {
  const asked = { repoUid: "a/b", digest };

  it("is an error, and not rounded", async () => {
    const { client, requests } = scriptedClient([{ text: '{"size":"9007199254740993"}' }, { text: "{}" }]);
    await assert.rejects(getImageSize(client, asked), {
      name: "ProtocolError",
      message: "a 64-bit integer is too large for an exact JavaScript number: 9007199254740993",
    });
    assert.deepEqual(await getImageSize(client, asked), { size: 0, architecture: "" });
    assert.equal(String(requests[0]?.path), `/registry/v2/repos/a/b/digests/sha256%3A${"a".repeat(64)}/size`);
  });

  it("is refused as a JSON number, because its last digits were lost", async () => {
    const { client } = scriptedClient([{ text: '{"size":9007199254740993}' }, { text: '{"size":12}' }]);
    await assert.rejects(getImageSize(client, asked), { name: "ProtocolError", message: /lost its last digits/ });
    assert.equal((await getImageSize(client, asked)).size, 12);
  });
});

inBothModes("lookups of subscriptions", (scene) => {
  it("find a subscription by uid or by sink, although the server cannot filter by sink", async () => {
    const { client, root, put } = scene();
    const [a, b] = ["a", "b"].map((name) =>
      put("events:Subscription", root, { sink: `https://${name}.example.com/hook` }),
    );
    const one = { uid: b, parentUid: root, sink: "https://b.example.com/hook" };
    assert.deepEqual(await getSubscription(client, { uid: b ?? "" }), one);
    assert.deepEqual(await getSubscription(client, { sink: one.sink }), one);
    assert.deepEqual(
      (await getSubscriptions(client, { childrenOf: root })).map(({ uid }) => uid).toSorted(),
      [a, b].toSorted(),
    );
  });
});

inBothModes("ping", (scene) => {
  it("returns the platform's answer", async () => {
    assert.equal(await ping(scene().client), "pong");
  });
});
