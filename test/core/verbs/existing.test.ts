import assert from "node:assert/strict";
import { accountAssociation } from "../../../src/description/resources/account-association";
import { groupInvite } from "../../../src/description/resources/group-invite";
import { identityProvider } from "../../../src/description/resources/identity-provider";
import { organization } from "../../../src/description/resources/organization";
import { repo } from "../../../src/description/resources/repo";
import { roleBinding } from "../../../src/description/resources/role-binding";
import { tag } from "../../../src/description/resources/tag";
import { LocalPlatform, placed } from "../../support/local-platform";
import { creating, madeBy } from "../../support/local-verbs";
import {
  app,
  bot,
  cloud,
  digest,
  keys,
  moved,
  provider,
  provisioned,
  rows,
  rule,
  sso,
  tagged,
  team,
  theirs,
} from "./existing-rows";

describe("an existing object with the key of a new one (row 127)", () => {
  rows("identical", {
    "keeps values that the program leaves out, and this is reported": {
      there: [theirs],
      inputs: team,
      printed:
        'Group "team" (org/a) exists already and is taken over unchanged, and keeps values that the program does not set: description',
    },
    "is named by identity, role and group if it is a role binding": {
      spec: roleBinding,
      there: [placed(roleBinding, "org/b", keys), bot({ subject: "s" })],
      inputs: keys,
      printed: 'RoleBinding of "ci" as "viewer" in "acme" (org/b) exists already and is taken over unchanged',
    },
    "is refused if it is a role binding that SCIM manages (row 293)": {
      spec: roleBinding,
      there: [placed(roleBinding, "org/b", provisioned), bot({ subject: "s" })],
      inputs: keys,
      refused:
        /It was not taken over, because SCIM manages it for the identity provider org\/p, and the platform refuses changes of it\.\n- Remove this resource from the program, /,
    },
    "is refused if a field differs, with its name, no value, and the remedies": {
      there: [theirs],
      inputs: { ...team, description: "canary" },
      refused:
        /^A Group with this name exists already under org: org\/a\. Nothing was created\. It was not taken over, because it differs in description\.\n- Set the same values in the program as on the platform, or run once with PLATFORM_ADOPT_EXISTING=sameKey \(an explicit provider needs adoptExisting: "sameKey" in its arguments\), which updates the object\.\n- If you want to update this object alone, set adoptUid: "org\/a"\.\n- If you renamed it .*\n- Otherwise choose another name\.$/,
    },
    "is refused with all uids if there are several": {
      there: [theirs, { ...theirs, uid: "org/b" }],
      inputs: team,
      refused: /^More than one Group with this name .*: org\/a, org\/b\. Nothing was created/,
    },
    "is refused as the one object of its parent if its name differs": {
      spec: accountAssociation,
      there: [placed(accountAssociation, "org", cloud)],
      inputs: { ...cloud, name: "other" },
      refused: /^parentUid org already has an AccountAssociation, .*it differs in name\./,
    },
    "is a tag that is never moved": { spec: tag, there: tagged, inputs: moved, refused: /differs in digest/ },
    "is refused if the program gives a secret, which cannot be compared": {
      spec: identityProvider,
      there: sso(provider()),
      inputs: provider({ clientSecret: "hush-hush-hush" }),
      refused:
        /not taken over, because the platform never returns oidc\.clientSecret, so it cannot be compared with the program\.\n- Run once with PLATFORM_ADOPT_EXISTING=sameKey \(an explicit provider needs adoptExisting: "sameKey" in its arguments\)\. The adoption then sends the value of the program\.\n- If you want to take over this object alone, set adoptUid: "[^"]+"\./,
    },
    "gets the readme that a killed run did not write": {
      spec: repo,
      there: app(),
      inputs: { name: "app", readme: "# app" },
      printed: 'Repo "app" (org/r) exists already and is taken over and updated: readme',
      writes: [["PATCH /registry/v2/repos/org/r/readme updateMask=content", { content: "# app" }]],
    },
    "is refused with another readme": {
      spec: repo,
      there: app({ readme: "# another" }),
      inputs: { name: "app", readme: "# app" },
      refused: /it differs in readme/,
    },
    "is refused with a reference that the server stores in another form": {
      spec: repo,
      there: app({ syncConfig: { source: "org2/s" } }),
      inputs: { name: "app", syncConfig: { source: "library/app" } },
      refused: /never returns syncConfig\.source, so it cannot be compared with the program/,
    },
  });

  rows("sameKey", {
    "gets an update of the fields that differ, and this is reported": {
      there: [theirs],
      inputs: { ...team, description: "ours" },
      preview: 'takes over Group org/a, which exists already; description: "theirs" → "ours"',
      printed: 'Group "team" (org/a) exists already and is taken over and updated: description',
      writes: [["PATCH /iam/v2/groups/org/a updateMask=description", { description: "ours" }]],
    },
    "is a tag that is moved": {
      spec: tag,
      there: tagged,
      inputs: moved,
      writes: [["POST /registry/v2/tags/org/r", { name: "v1", digest: digest("b") }]],
    },
    "gets a secret, which cannot be compared": {
      spec: identityProvider,
      there: sso(provider()),
      inputs: provider({ clientSecret: "hush-hush-hush" }),
      printed: 'IdentityProvider "sso" (org/p) exists already and is taken over and updated: oidc.clientSecret',
      writes: [
        [
          "PATCH /iam/v2/identityProviders/org/p updateMask=oidc.clientSecret",
          { oidc: { clientSecret: "hush-hush-hush" } },
        ],
      ],
    },
  });

  for (const mode of ["identical", "sameKey"] as const) {
    rows(mode, {
      "is refused if an immutable field differs": {
        spec: identityProvider,
        there: sso(rule("SUB")),
        inputs: rule("OID"),
        refused: /not taken over, because it differs in oidc\.correlationRule, which cannot be changed\./,
      },
    });

    it(`is no organization, because anybody may use the same name (${mode})`, async () => {
      const platform = new LocalPlatform();
      const result = await creating(platform.run({ adoptExisting: mode }), organization, { name: "acme" });
      assert.match(
        String(result),
        /not taken over, because the name alone does not identify an Organization\.\n[\s\S]*adoptUid: "org"/,
      );
      assert.deepEqual(platform.writes(), []);
    });
  }

  it("is no invite: an equal one is named, and another one is created", async () => {
    const invite = { roleUid: "viewer", ttl: "3600s", email: "a@example.com" };
    const platform = new LocalPlatform([placed(groupInvite, "org/old", invite)]);
    const run = platform.run({ adoptExisting: "sameKey" });
    const { uid } = madeBy(await creating(run, groupInvite, { parentUid: "org", ...invite }));
    assert.deepEqual(platform.uids(groupInvite).sort(), [uid, "org/old"].sort());
    assert.match(platform.printed.join(), /^org already has a GroupInvite like this one: org\/old\. It may belong/);
  });
});
