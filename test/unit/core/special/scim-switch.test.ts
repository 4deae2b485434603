import assert from "node:assert/strict";
import { Handle } from "../../../../src/core/handle";
import { switchScim } from "../../../../src/core/special/scim-requests";
import { scimToken } from "../../../../src/resources/scim-token";
import { bodyOf, lostAnswer, object, refusal, scriptedContext } from "../../../support/lifecycle";

const seen = (scim: object) => object({ uid: "org/idp", scim });
const done = object({ identityProviderUid: "org/idp", enabled: true, etag: "e9" });
const stale = refusal("ABORTED", "the etag is not the one of now");

async function switching(script: Parameters<typeof scriptedContext>[0], wanted: boolean, known: object) {
  const { context, left, requests } = scriptedContext(script);
  const result = await switchScim(new Handle(context, scimToken, "org/idp"), wanted, { ...known }).catch(
    (error: unknown) => error,
  );
  assert.deepEqual(left, []);
  return { result, bodies: requests.filter(({ method }) => method === "POST").map(bodyOf) };
}

describe("the switch of SCIM provisioning", () => {
  it("sends nothing if it is as desired", async () => {
    for (const [wanted, known] of [
      [true, { enabled: true, etag: "e1" }],
      [false, { enabled: false, etag: "e1" }],
      [false, { etag: "e1" }],
    ] as const) {
      assert.deepEqual(await switching([], wanted, known), { result: { seen: known, etag: "e1" }, bodies: [] });
    }
  });

  it("reads the settings after a stale etag or a lost response before it sends again", async () => {
    for (const failure of [stale, lostAnswer]) {
      assert.deepEqual(await switching([failure, seen({ etag: "e2" }), done], true, { etag: "e1" }), {
        result: { seen: { etag: "e2", createTime: undefined }, etag: "e9" },
        bodies: [
          { enabled: true, etag: "e1" },
          { enabled: true, etag: "e2" },
        ],
      });
      const arrived = await switching([failure, seen({ etag: "e2", enabled: true })], true, { etag: "e1" });
      const now = { etag: "e2", enabled: true, createTime: undefined };
      assert.deepEqual([arrived.result, arrived.bodies.length], [{ seen: now, etag: "e2" }, 1]);
    }
  });

  it("gives up after three attempts", async () => {
    const other = seen({ etag: "e2" });
    const { result, bodies } = await switching([stale, other, stale, other, stale], true, { etag: "e1" });
    assert.ok(result instanceof Error && /ABORTED/.test(result.message));
    assert.equal(bodies.length, 3);
  });
});
