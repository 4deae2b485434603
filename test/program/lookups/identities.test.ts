import assert from "node:assert/strict";
import { getIdentity, getIdentityUid, updateIdentityMetadata } from "../../../src/program/lookups/identities";
import { roleNamed, test } from "../../emulator/local";
import { START } from "../../emulator/story";
import { clientOf } from "../../support/platform";
import { scriptedClient } from "../../support/scripted";
import { lookupStories } from "./lookup-stories";

const claimMatch = '"claimMatch":{"issuer":"https://token.example.com","subject":"repo:acme/web"}';
const JOB = '{"issuer":"https://token.example.com","subject":"repo:acme/web"}';
const BOT = `{"uid":"$BOT","parentUid":"$ORG","name":"bot",${claimMatch},"lastSeenTime":"${START}","createTime":"${START}","updateTime":"${START}"}`;

describe("lookups of identities", () => {
  lookupStories(`
    # find an identity by uid or by name, but no job's identity by issuer and subject (row 271)
    BOT = put iam:Identity $ORG {"name":"bot",${claimMatch}}
    getIdentity {"uid":"$BOT"} -> ${BOT}
    getIdentity {"name":"bot"} -> ${BOT}
    getIdentity ${JOB} -> throws …find its identity by name: getIdentity({ name: "…" })…
    getIdentityUid ${JOB} -> "e74b301f30aeb69726f758dafd86fef5aa3e37d8"

    # list identities by how they are recognized
    put iam:Identity $ORG {"name":"bot",${claimMatch}}
    put iam:Identity $ORG {"name":"skills","servicePrincipal":"SERVICE_PRINCIPAL_SKILLS"}
    getIdentities {"relationshipType":"RELATIONSHIP_TYPE_SERVICE_PRINCIPAL"} -> [skills]
  `);
});

describe("a person who has never signed in", () => {
  test("has the uid to come, so that they have roles at once", async (emulator) => {
    const client = clientOf(emulator);
    const stranger = { issuer: "https://token.example.com", subject: "other" };
    await assert.rejects(getIdentity(client, stranger), {
      name: "NoSingleAnswerError",
      message:
        /^getIdentity by issuer and subject: no person has signed in with them.*\n- For a person, getIdentityUid\(\{ issuer, subject \}\) returns the uid/,
    });
    const identityUid = await getIdentityUid(client, stranger);
    const roleUid = roleNamed(emulator, "viewer");
    const binding = { identityUid, roleUid };
    const made = await emulator.call(`POST /iam/v2/roleBindings/${emulator.organization.uid}`, binding);
    assert.equal(made.status, 200, made.text);
  });
});

describe("a change of the caller's profile", () => {
  it("is refused when empty, and sends the given fields, empty values too, with a mask of just those", async () => {
    const { client, requests } = scriptedClient([{ json: { uid: "a/b", name: "Ann", jobTitle: "Cook" } }]);
    await assert.rejects(updateIdentityMetadata(client, {}), /needs at least one field to change$/);
    assert.deepEqual(await updateIdentityMetadata(client, { company: "", jobTitle: "Cook" }), {
      uid: "a/b",
      name: "Ann",
      jobTitle: "Cook",
    });
    assert.equal(requests[0]?.method, "PATCH");
    assert.deepEqual(JSON.parse(requests[0]?.body ?? ""), {
      identityMetadata: { company: "", jobTitle: "Cook" },
      updateMask: "company,jobTitle",
    });
  });
});
