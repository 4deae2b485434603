import assert from "node:assert/strict";
import { group } from "../../../../src/resources/group";
import { groupInvite } from "../../../../src/resources/group-invite";
import { roleBinding } from "../../../../src/resources/role-binding";
import { scimToken } from "../../../../src/resources/scim-token";
import type { ResourceSpec } from "../../../../src/spec/resource";
import { UNKNOWN } from "../../../../src/spec/unknown";
import type { Values } from "../../../../src/spec/values";
import { placed } from "../../../support/local-platform";
import { another, isTheUpdates, previewOf, theirs, wanted } from "../../../support/preview";

describe("the preview of objects that creates take over (row 127)", () => {
  it("is nothing, without a request, while the setting is never", async () => {
    const preview = previewOf([theirs]);
    assert.equal(await preview.tell(wanted), undefined);
    assert.deepEqual([preview.printed, preview.platform.requests], [[], []]);
  });

  it("shows nothing if no object exists", async () => {
    const preview = previewOf([], "identical");
    assert.equal(await preview.tell(wanted), undefined);
    assert.deepEqual(preview.printed, []);
  });

  it("is the object, and that changes nothing", async () => {
    const preview = previewOf([theirs], "identical");
    assert.equal(await preview.tell(wanted), undefined);
    assert.equal(preview.printed[0], "r: takes over Group org/a, which exists already; changes nothing");
    assert.match(String(preview.printed[1]), isTheUpdates);
  });

  it("says once, for all objects, that Pulumi shows them as creates (row 193)", async () => {
    const preview = previewOf([theirs, another], "identical");
    await preview.tell(wanted);
    await preview.tell({ ...wanted, name: "crew" }, { resource: "other" });
    assert.equal(preview.printed.length, 3);
    assert.equal(preview.printed.filter((line) => isTheUpdates.test(line)).length, 1);
  });

  it("is what sameKey changes, without a secret of the program's", async () => {
    const inputs = { ...wanted, description: "ours" };
    for (const [plain, change] of [
      [inputs, '"made by hand" → "ours"'],
      [wanted, "[secret] will be set"],
    ] as const) {
      const preview = previewOf([theirs], "sameKey");
      await preview.tell(inputs, { plain });
      assert.equal(preview.printed[0], `r: takes over Group org/a, which exists already; description: ${change}`);
    }
  });

  it("is the refusal of the update, with the fields that differ and without their values", async () => {
    const refused = String(
      await previewOf([theirs], "identical").tell({ ...wanted, description: "the program's own" }),
    );
    assert.match(
      refused,
      /exists already .*: org\/a\. Nothing was created\. It was not taken over, because it differs in description\.\n/,
    );
    assert.doesNotMatch(refused, /made by hand|the program's own/);
  });

  it("is what decides, where a field is not known yet", async () => {
    const preview = previewOf([theirs], "identical");
    assert.equal(await preview.tell({ ...wanted, description: UNKNOWN }), undefined);
    assert.match(String(preview.printed[0]), /\(not known yet\); refused if description turns out to differ$/);
  });

  it("shows nothing if the parent or the key is not known yet, or the kind has no key", async () => {
    const preview = previewOf([theirs], "identical");
    const cases: readonly (readonly [Values, ResourceSpec])[] = [
      [{ ...wanted, parentUid: UNKNOWN }, group],
      [{ parentUid: "org", identityUid: UNKNOWN, roleUid: "viewer" }, roleBinding],
      [{ parentUid: "org", roleUid: "viewer", ttl: "7d" }, groupInvite],
      [{ identityProviderUid: "org/p" }, scimToken],
    ];
    for (const [inputs, spec] of cases) assert.equal(await preview.tell(inputs, { spec }), undefined);
    assert.deepEqual([preview.printed, preview.platform.requests], [[], []]);
  });

  it("is nothing in a replacement, unless there is another object than the one that it replaces", async () => {
    for (const twin of [[], [placed(group, "org/b", { name: "team" })]]) {
      const preview = previewOf([theirs, ...twin], "identical");
      const replaced = { spec: group, urn: "r" };
      preview.ownership.noteCheck(replaced, wanted, true);
      preview.ownership.noteDiff({ ...replaced, uid: "org/a" }, "replacing");
      preview.ownership.noteCheck(replaced, wanted, false);
      const told = await preview.tell(wanted);
      if (twin.length === 0) assert.equal(told, undefined);
      else assert.match(String(told), /^Pulumi cannot replace the Group, because .* by org\/b\./);
      assert.deepEqual(preview.printed, []);
    }
  });

  it("is refused to a second resource with the same key, and to one beside the resource that holds the object", async () => {
    const preview = previewOf([theirs], "identical");
    assert.equal(await preview.tell(wanted, { resource: "first" }), undefined);
    assert.match(
      String(await preview.tell(wanted, { resource: "second" })),
      /another resource of this program manages/,
    );
    const held = previewOf([theirs], "identical");
    const crew = { spec: group, urn: "crew" };
    held.ownership.noteCheck(crew, { ...wanted, name: "crew" }, true);
    held.ownership.noteDiff({ ...crew, uid: "org/a" }, "kept");
    assert.match(String(await held.tell(wanted)), /Another resource of this program manages it/);
  });

  it("is that it cannot be seen, once, where the platform cannot be asked", async () => {
    const preview = previewOf([theirs, another], "identical");
    preview.platform.fault({ times: 99, action: { kind: "status", code: "UNAUTHENTICATED" } });
    await preview.tell(wanted);
    await preview.tell({ ...wanted, name: "crew" });
    assert.equal(preview.printed.length, 1);
    assert.match(String(preview.printed[0]), /^r: what this or any other resource adopts is unknown in this preview/);
  });

  it("names both where two have the key", async () => {
    const preview = previewOf([theirs, { ...theirs, uid: "org/b" }], "identical");
    assert.match(String(await preview.tell(wanted)), /^More than one Group with this name .*: org\/a, org\/b\./);
  });
});
