import assert from "node:assert/strict";
import { callerOf } from "../../src/client/connect";
import { Settings } from "../../src/client/settings";

describe("whose token it is", () => {
  const callerFor = (claims: Record<string, unknown>, named?: string) => {
    const payload = Buffer.from(JSON.stringify(claims)).toString("base64url");
    const token = `e30.${payload}.c2ln`;
    return callerOf(
      new Settings(() => undefined, { PLATFORM_BASE_URL: "http://localhost", PLATFORM_TOKEN: token }),
      named,
    );
  };

  it("is what a JSON Web Token says, or for whom it is exchanged, and a call that says otherwise is refused (row 205)", async () => {
    assert.equal((await callerFor({ sub: "1a2b/3c4d" })).uid, "1a2b/3c4d");
    assert.equal((await callerFor({ sub: "1a2b/3c4d" }, "1a2b/3c4d")).uid, "1a2b/3c4d");
    assert.equal((await callerFor({ sub: "somebody@example.com" }, "1a2b/5e6f")).uid, "1a2b/5e6f");
    const exchanged = new Settings(() => undefined, {
      PLATFORM_BASE_URL: "http://localhost",
      PLATFORM_IDENTITY: "1a2b/3c4d",
    });
    assert.deepEqual(await callerOf(exchanged, "1a2b/3c4d"), { uid: "1a2b/3c4d", scopes: [], capabilities: [] });
    for (const other of [() => callerFor({ sub: "1a2b/3c4d" }, "1a2b/5e6f"), () => callerOf(exchanged, "1a2b/5e6f")])
      await assert.rejects(
        other,
        /^Error: --identity must be the identity of the token, 1a2b\/3c4d, not 1a2b\/5e6f\. Leave --identity out$/,
      );
  });

  it("is unknown where its limits are in a form that nobody knows (row 206)", async () => {
    const sub = "1a2b/3c4d";
    const known = await callerFor({ sub, scopes: ["1a2b"], capabilities: ["groups.list"] });
    assert.deepEqual(known, { uid: sub, scopes: ["1a2b"], capabilities: ["groups.list"] });
    for (const limit of [
      { scopes: "1a2b" },
      { scopes: ["1a2b", 7] },
      { capabilities: "groups.list" },
      { capabilities: { list: true } },
      { scope: "1a2b" },
      { scp: ["1a2b"] },
      { cap: ["groups.list"] },
    ]) {
      const { uid, unknownWhy } = await callerFor({ sub, ...limit }, sub);
      assert.deepEqual([uid, unknownWhy?.includes("limits")], [undefined, true], JSON.stringify(limit));
    }
  });
});
