import assert from "node:assert/strict";
import { Kind } from "../../../src/core/remote-object";
import { verbsOf } from "../../../src/core/verbs/verbs-of";
import { resources } from "../../../src/description/resources";
import { roleBinding } from "../../../src/description/resources/role-binding";
import { getIdentity, getIdentityUid, updateIdentityMetadata } from "../../../src/program/lookups/identities";
import { createContext } from "../../support/context";
import { scriptedClient } from "../../support/scripted";
import { START } from "../story";
import { lookupStories } from "./lookup-stories";
import { inBothModes } from "./lookups";

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

inBothModes("lookups of people", (scene) => {
  const claimMatch = { issuer: "https://token.example.com", subject: "repo:acme/web" };

  it("predict the uid of somebody who has never signed in, so that they have roles at once", async () => {
    const { client, root, emulator } = scene();
    const stranger = { ...claimMatch, subject: "other" };
    await assert.rejects(getIdentity(client, stranger), {
      name: "NoSingleAnswerError",
      message:
        /^getIdentity by issuer and subject: no person has signed in with them.*\n- For a person, getIdentityUid\(\{ issuer, subject \}\) returns the uid/,
    });
    const identityUid = await getIdentityUid(client, stranger);
    assert.equal(await getIdentityUid(client, stranger), identityUid);
    assert.notEqual(await getIdentityUid(client, { ...stranger, subject: "third" }), identityUid);
    const context = createContext(client, resources, { print: assert.fail });
    const roleUid = String(emulator.list("iam:Role").find(({ name }) => name === "viewer")?.uid);
    const desired = { parentUid: root, identityUid, roleUid };
    const { uid, outputs } = await verbsOf(roleBinding).create(new Kind(context, roleBinding), desired);
    const found = await verbsOf(roleBinding).read(new Kind(context, roleBinding).at(uid), outputs);
    assert.deepEqual(found?.inputs, desired);
  });

  it("fail when the platform cannot change the caller's profile", async () => {
    const { client, emulator } = scene();
    await assert.rejects(updateIdentityMetadata(client, { company: "Acme" }), { code: "UNIMPLEMENTED" });
    emulator.clearRequests();
    await assert.rejects(updateIdentityMetadata(client, {}), /needs at least one field to change/);
    assert.equal(emulator.requests.length, 0);
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
