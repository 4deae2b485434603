import assert from "node:assert/strict";
import { batchDeleteExternalGroupRoleMappings } from "../../../src/description/operations/external-group-role-mappings";
import { requestGroupAccess } from "../../../src/description/operations/groups";
import { imageSize } from "../../../src/description/operations/images";
import { regenerateScimToken } from "../../../src/description/operations/scim";
import { listResolvedVulnerabilities } from "../../../src/description/operations/vulnerabilities";
import { requestOf } from "../../../src/description/wire/request";

describe("the request of an operation", () => {
  it("has uids with their slashes, and other parameters as one segment, in its path, and the rest of a GET in its query", () => {
    const { method, path, query } = requestOf(imageSize, {
      repoUid: "org/web",
      digest: "a:b/c",
      architecture: "arm64",
    });
    assert.deepEqual([method, String(path)], ["GET", "/registry/v2/repos/org/web/digests/a%3Ab%2Fc/size"]);
    assert.deepEqual(query, [["architecture", "arm64"]]);
    assert.throws(() => requestOf(imageSize, { repoUid: "org/../web", digest: "a" }), { name: "InvalidPathError" });
  });

  it("repeats the key of a list in the query, and has one key for each field of a message", () => {
    const { query } = requestOf(listResolvedVulnerabilities, {
      imageRefs: [{ repo: "a" }, { repo: "b" }],
      endTime: "t",
    });
    assert.deepEqual(query, [
      ["imageRefs.repo", "a"],
      ["imageRefs.repo", "b"],
      ["endTime", "t"],
    ]);
  });

  it("has wire names in its body, and durations in seconds", () => {
    const { body } = requestOf(batchDeleteExternalGroupRoleMappings, {
      identityProviderUid: "org/p",
      uids: ["org/p/m"],
    });
    assert.deepEqual(body, { parent: "org/p", names: ["org/p/m"] });
    const again = requestOf(regenerateScimToken, { identityProviderUid: "org/p", etag: "e", overlap: "24h" });
    assert.deepEqual(again.body, { etag: "e", overlap: "86400s" });
  });

  it("is sent once when a second arrival would do harm", () => {
    assert.equal(requestOf(imageSize, { repoUid: "a", digest: "b" }).effect, undefined);
    const { effect, isLimitFinal } = requestOf(requestGroupAccess, { groupUid: "org" });
    assert.deepEqual([effect, isLimitFinal], ["create", true]);
  });
});
