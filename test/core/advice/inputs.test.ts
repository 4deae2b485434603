import assert from "node:assert/strict";
import type { Client } from "../../../src/client/api/client";
import { role } from "../../../src/description/resources/role";
import { check } from "../../../src/description/spec/check";
import { type Emulator, startEmulator } from "../../../src/emulator";
import { getGroup, getGroups, getIdentities, getRole } from "../../support/kind-lookups";
import { clientOf } from "../../support/platform";

describe("advice about bad inputs", () => {
  let emulator: Emulator;
  let client: Client;
  let root: string;
  before(async () => {
    emulator = await startEmulator();
    client = clientOf(emulator);
    root = emulator.organization.uid;
  });
  after(() => emulator.close());

  const messageOf = (call: Promise<unknown>): Promise<string> =>
    call.then(
      () => assert.fail("it was not refused"),
      (error: Error) => error.message,
    );
  const suggestedBy = (message: string): string => /Did you mean (\w+)\?/.exec(message)?.[1] ?? "";

  it("suggests the nearest known name of an input and of a value", async () => {
    const asked = suggestedBy(await messageOf(getGroups(client, { nam: emulator.organization.name } as object)));
    assert.equal((await getGroups(client, { [asked]: emulator.organization.name })).length, 1);
    const type = suggestedBy(await messageOf(getIdentities(client, { relationshipType: "STATIC" } as object)));
    assert.deepEqual(await getIdentities(client, { relationshipType: type } as object), []);

    const complaints = (inputs: object) => check(role, { parentUid: root, name: "reader", ...inputs });
    const [unknown, missing] = complaints({ capabilites: ["CAP_REPO_LIST"] });
    assert.match(String(missing?.reason), /is required/);
    const input = suggestedBy(String(unknown?.reason));
    const [value] = complaints({ [input]: ["repo.list"] });
    assert.deepEqual(complaints({ [input]: [suggestedBy(String(value?.reason))] }), []);
  });

  it("removes an empty filter, and then everything is found", async () => {
    assert.match(
      await messageOf(getGroups(client, { name: "" })),
      /name must not be empty. Leave it out to list everything$/,
    );
    assert.equal((await getGroups(client)).length, emulator.list("iam:Group").length);
  });

  it("picks one object, in each of the ways that the error names", async () => {
    const message = await messageOf(getRole(client, {} as never));
    assert.match(message, /getRole needs uid, or name \(optional: .*childrenOf/);
    const { uid } = emulator.put("iam:Role", root, { name: "reader", capabilities: ["CAP_REPO_LIST"] });
    for (const way of [{ uid: String(uid) }, { name: "reader" }, { name: "reader", childrenOf: root }]) {
      assert.equal((await getRole(client, way)).uid, uid);
    }
  });

  it("narrows down a search with several matches, or gives the uid", async () => {
    const below = String(emulator.put("iam:Group", root, { name: "team" }).uid);
    const twin = String(emulator.put("iam:Group", below, { name: "team" }).uid);
    assert.match(
      await messageOf(getGroup(client, { name: "team" })),
      /2 groups match: .*Add arguments, or give the uid$/,
    );
    assert.equal((await getGroup(client, { name: "team", childrenOf: below })).uid, twin);
    assert.equal((await getGroup(client, { uid: twin })).uid, twin);
  });
});
