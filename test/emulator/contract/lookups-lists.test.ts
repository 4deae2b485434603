import assert from "node:assert/strict";
import { getCount } from "../../../src/program/lookups/count";
import { getGroups } from "../../support/kind-lookups";
import { inBothModes } from "./lookups";

const names = (found: readonly { readonly name?: string }[]) => found.map(({ name }) => name);

inBothModes("a list", (scene) => {
  it("leaves out the first objects with skip, across pages and with a limit", async () => {
    const { client, root, put } = scene();
    for (let i = 0; i < 450; i++) put("iam:Group", root, { name: `g${String(i).padStart(3, "0")}` });
    const asked = { childrenOf: root, orderBy: "name" };
    const found = await getGroups(client, { ...asked, skip: 30 });
    assert.equal(found.length, 420);
    assert.deepEqual(names(found).slice(0, 2), ["g030", "g031"]);
    assert.equal(found.at(-1)?.name, "g449");
    assert.deepEqual(names(await getGroups(client, { ...asked, skip: 448, limit: 5 })), ["g448", "g449"]);
    assert.deepEqual(await getGroups(client, { ...asked, skip: 1_000 }), []);
    assert.equal((await getGroups(client, { ...asked, skip: 0 })).length, 450);
  });

  it("is counted with one request for one object", async () => {
    const { client, emulator, root, put } = scene();
    for (let i = 0; i < 3; i++) put("iam:Group", root, { name: `team-${i}` });
    emulator.clearRequests();
    assert.equal(await getCount(client, { of: "groups", childrenOf: root }), 3);
    const shown = emulator.requests.map(({ query }) => new URLSearchParams(query).get("page_size"));
    assert.deepEqual(shown, ["1"]);
    assert.equal(await getCount(client, { of: "groups", childrenOf: root, name: "team-1" }), 1);
    assert.equal(await getCount(client, { of: "repos", childrenOf: root }), 0);
  });
});
