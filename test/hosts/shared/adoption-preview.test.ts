import assert from "node:assert/strict";
import { ConfigurationError } from "../../../src/client/api/errors";
import { group } from "../../../src/description/resources/group";
import { groupInvite } from "../../../src/description/resources/group-invite";
import { identityProvider } from "../../../src/description/resources/identity-provider";
import { roleBinding } from "../../../src/description/resources/role-binding";
import { scimToken } from "../../../src/description/resources/scim-token";
import type { ResourceSpec } from "../../../src/description/spec/resource";
import { UNKNOWN } from "../../../src/description/spec/unknown";
import type { Values } from "../../../src/description/spec/values";
import { AdoptionPreview } from "../../../src/hosts/shared/adoption-preview";
import { Ownership } from "../../../src/hosts/shared/ownership";
import { placed } from "../../support/local-platform";
import { another, isTheUpdates, ours, previewOf, theirs, wanted } from "../../support/preview";

describe("the preview of an adoption (row 13)", () => {
  it("hides an input that contains a secret, or that differs from the program's", async () => {
    const preview = previewOf([theirs, another]);
    await preview.tell({ ...ours, description: "s3cret" }, { plain: ours });
    const replaced = { ...ours, name: "crew", adoptUid: "org/b", description: "s3cret" };
    await preview.tell(replaced, { plain: { ...replaced, description: "plain" } });
    assert.deepEqual(
      preview.printed.filter((text) => text.includes("adopts")),
      [
        "r: adopts Group org/a; description: [secret] will be set",
        "r: adopts Group org/b; description: [secret] will be set",
      ],
    );
  });

  it("shows what decides whether it is adopted, if that is not known yet", async () => {
    const preview = previewOf([theirs]);
    assert.equal(await preview.tell({ ...ours, parentUid: UNKNOWN }), undefined);
    await preview.tell({ ...ours, adoptUid: UNKNOWN });
    const [first, , last] = preview.printed;
    assert.equal(
      first,
      'r: adopts Group org/a; parentUid: "org" → (not known yet); keeps values that the program does not set: description; refused if parentUid turns out to differ',
    );
    assert.equal(last, "r: adopts an object that is not known yet");
    assert.equal(preview.platform.requests.length, 1);
  });

  for (const [what, code, readsNext] of [
    ["once that the platform cannot be read, and sends no more", "UNAUTHENTICATED", false],
    ["that one object is not visible, and reads the next", "PERMISSION_DENIED", true],
  ] as const)
    it(`reports ${what}`, async () => {
      const preview = previewOf([theirs, another]);
      preview.platform.fault({ path: /org\/a$/, times: 99, action: { kind: "status", code } });
      assert.equal(await preview.tell(ours), undefined);
      assert.match(String(preview.printed[0]), /^r: adopts Group org\/a; what .* is unknown in this preview: /);
      await preview.tell({ ...ours, name: "crew", adoptUid: "org/b" });
      assert.equal(String(preview.printed[1]).startsWith("r: adopts Group org/b; changes nothing"), readsNext);
    });

  it("goes on without settings, but not after an error in this package", async () => {
    const preview = new AdoptionPreview({ print: () => undefined, printUnchanged: assert.fail }, new Ownership());
    const create = { spec: group, urn: "r", resource: "r", plain: ours, inputs: ours };
    const failingWith = (error: Error) => ({ plan: () => Promise.reject(error) });
    await assert.rejects(preview.show(create, failingWith(new TypeError("a bug"))), TypeError);
    assert.equal(await preview.show(create, failingWith(new ConfigurationError("no token"))), undefined);
  });

  it("shows for a SCIM token that the live one is replaced, or that there is none", async () => {
    const telling = async (state: string) => {
      const oidc = { issuer: "https://i.example.com", clientId: "c" };
      const scim = { credentialState: `CREDENTIAL_STATE_${state}` };
      const preview = previewOf([
        placed(identityProvider, "org/p", { name: "sso", defaultRole: "viewer", oidc, scim }),
      ]);
      await preview.tell({ identityProviderUid: "org/p", adoptUid: "org/p" }, { spec: scimToken });
      return preview.printed[0] ?? "";
    };
    assert.match(await telling("LIVE"), /^r: replaces the live SCIM token of org\/p with a new one/);
    assert.match(await telling("REVOKED"), /^r: adopts nothing, because org\/p has no live SCIM token/);
  });
});

describe("the preview of objects that creates take over (row 127)", () => {
  it("is refused to the resource that has the object, and that the program declares later", async () => {
    const { ownership, tell } = previewOf([theirs], "identical");
    assert.equal(await tell(wanted), undefined);
    const holder = { spec: group, urn: "renamed" };
    ownership.noteCheck(holder, { ...wanted, name: "crew" }, true);
    assert.throws(() => ownership.noteDiff({ ...holder, uid: "org/a" }, "kept"), /Two resources of this program/);
  });

  it("says once, for all objects, that Pulumi shows them as creates (row 193)", async () => {
    const preview = previewOf([theirs, another], "identical");
    await preview.tell(wanted);
    await preview.tell({ ...wanted, name: "crew" }, { resource: "other" });
    assert.equal(preview.printed.length, 3);
    assert.equal(preview.printed.filter((line) => isTheUpdates.test(line)).length, 1);
  });

  it("is nothing, without a request, while the setting is never, the parent or the key is not known yet, or the kind has no key", async () => {
    const preview = previewOf([theirs], "identical");
    const never = previewOf([theirs]);
    assert.equal(await never.tell(wanted), undefined);
    assert.deepEqual([never.printed, never.platform.requests], [[], []]);
    const cases: readonly (readonly [Values, ResourceSpec])[] = [
      [{ ...wanted, parentUid: UNKNOWN }, group],
      [{ parentUid: "org", identityUid: UNKNOWN, roleUid: "viewer" }, roleBinding],
      [{ parentUid: "org", roleUid: "viewer", ttl: "7d" }, groupInvite],
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
      /Another resource of this program manages it/,
    );
    const held = previewOf([theirs], "identical");
    const crew = { spec: group, urn: "crew" };
    held.ownership.noteCheck(crew, { ...wanted, name: "crew" }, true);
    held.ownership.noteDiff({ ...crew, uid: "org/a" }, "kept");
    assert.match(String(await held.tell(wanted)), /Another resource of this program manages it/);
  });
});
