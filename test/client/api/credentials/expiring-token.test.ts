import assert from "node:assert/strict";
import { expiringToken } from "../../../../src/client/api/credentials/expiring-token";
import { Secret } from "../../../../src/client/api/secret";

/** A source that counts how often it is asked, with tokens that live for a hundred seconds. */
function counted() {
  let now = 0;
  let asked = 0;
  const source = expiringToken(
    async () => {
      asked += 1;
      const mine = asked;
      await Promise.resolve();
      return { token: new Secret(`token-number-${mine}`), expiresAt: now + 100_000 };
    },
    () => now,
  );
  return { source, asked: () => asked, at: (ms: number) => (now = ms) };
}

const text = async (token: Promise<Secret | undefined>) => (await token)?.reveal();

describe("a token that expires", () => {
  it("is requested once for many callers, and kept for four fifths of its lifetime", async () => {
    const { source, asked, at } = counted();
    await Promise.all(Array.from({ length: 50 }, () => source.current()));
    assert.equal(asked(), 1);
    at(79_999);
    assert.equal(await text(source.current()), "token-number-1");
    at(80_000);
    assert.equal(await text(source.current()), "token-number-2");
  });

  it("is requested once when fifty requests are refused at once (row 39)", async () => {
    const { source, asked } = counted();
    const refused = await source.current();
    const renewed = await Promise.all(Array.from({ length: 50 }, () => text(source.renew(refused))));
    assert.equal(asked(), 2);
    assert.deepEqual(new Set(renewed), new Set(["token-number-2"]));
    assert.equal(await text(source.renew(refused)), "token-number-2", "who comes late takes what the others got");
    assert.equal(asked(), 2);
  });

  it("is not replaced by the same token (row 40)", async () => {
    const source = expiringToken(async () => ({ token: new Secret("always-the-same"), expiresAt: undefined }));
    assert.equal(await source.renew(await source.current()), undefined);
  });

  it("is requested again after a failure (row 40)", async () => {
    let fails = true;
    const source = expiringToken(async () => {
      if (fails) throw new Error("not now");
      return { token: new Secret("at-last-a-token"), expiresAt: undefined };
    });
    await assert.rejects(source.current(), /not now/);
    fails = false;
    assert.equal(await text(source.current()), "at-last-a-token");
  });

  it("is used for half a minute, not requested for each call, when it has already expired by our clock (row 114)", async () => {
    for (const expiresAt of [-3_600_000, -1, 0]) {
      let now = 0;
      let asked = 0;
      const source = expiringToken(
        async () => {
          asked += 1;
          return { token: new Secret(`token-number-${asked}`), expiresAt: now + expiresAt };
        },
        () => now,
      );
      await Promise.all(Array.from({ length: 50 }, () => source.current()));
      for (let i = 0; i < 50; i++) await source.current();
      now = 29_999;
      assert.equal(await text(source.current()), "token-number-1");
      assert.equal(asked, 1);
      now = 30_000;
      assert.equal(await text(source.current()), "token-number-2");
      // It is no reason to keep a token that is refused.
      assert.equal(await text(source.renew(new Secret("token-number-2"))), "token-number-3");
      assert.equal(asked, 3);
    }
  });
});
