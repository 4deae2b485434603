import assert from "node:assert/strict";
import { brief, clockAt, test, violationOf, withEmulator } from "./local";

describe("terms in the emulator", () => {
  it("stay accepted for good", async () => {
    const clock = clockAt("2026-11-21T11:32:03Z");
    await withEmulator({ now: clock.now }, async ({ organization: { uid }, isEmpty, list }, call) => {
      const accept = (...documentIds: string[]) => call(`POST /iam/v2/terms/${uid}`, { documentIds });
      assert.deepEqual((await accept("tos.v1", "dpa.v1", "tos.v1")).body, {
        group: uid,
        documentIds: ["tos.v1", "dpa.v1"],
      });
      clock.move(1000);
      assert.deepEqual((await accept("tos.v1", "tos.v2")).body, { group: uid, documentIds: ["tos.v1", "tos.v2"] });
      const acceptance = (docId: string, second: number) => ({
        docId,
        acceptedBy: "admin",
        orgUid: uid,
        createTime: `2026-11-21T11:32:0${second}Z`,
      });
      const termsAcceptances = [acceptance("dpa.v1", 3), acceptance("tos.v1", 3), acceptance("tos.v2", 4)];
      assert.deepEqual((await call(`GET /iam/v2/terms/${uid}`)).body, { termsAcceptances, totalCount: "3" });
      assert.deepEqual(list("iam:TermsAcceptance")[0]?.documentIds, ["dpa.v1", "tos.v1", "tos.v2"]);
      assert.equal(isEmpty(), true);
    })();
  });

  test("are listed in pages, in order", async ({ organization: { uid }, call }) => {
    const none = await call(`GET /iam/v2/terms/${uid}`);
    assert.deepEqual(none.body, { totalCount: "0" });
    await call(`POST /iam/v2/terms/${uid}`, { documentIds: ["a", "b", "c"] });
    const page = async (query: string): Promise<unknown[]> => {
      const { termsAcceptances = [] } = (await call(`GET /iam/v2/terms/${uid}?${query}`)).body;
      return (termsAcceptances as { docId: string }[]).map(({ docId }) => docId);
    };
    assert.deepEqual(await page("page_size=2&order_by=doc_id%20desc"), ["c", "b"]);
    assert.deepEqual(await page("skip=2"), ["c"]);
  });

  test("belong to an organization, and name documents", async ({ organization: { uid }, put, call }) => {
    const group = put("iam:Group", uid, { name: "team" }).uid;
    const root = { field: "group", description: "must be a root group" };
    const accept = (target: unknown, documentIds: unknown) => call(`POST /iam/v2/terms/${target}`, { documentIds });
    assert.deepEqual(violationOf(await accept(group, ["a"])), root);
    assert.deepEqual(violationOf(await call(`GET /iam/v2/terms/${group}`)), root);
    const required = { field: "document_ids", description: "document_ids is required" };
    assert.deepEqual(violationOf(await accept(uid, [])), required);
    assert.deepEqual(brief(await accept("none", ["a"])), [404, 5, 'Not found: iam.platform.example/Group "none"']);
  });

  test("cannot be accepted for the public organization", async ({ list, call }) => {
    const uid = list("iam:Group").find(({ name }) => name === "public-org")?.uid;
    const reply = await call(`POST /iam/v2/terms/${uid}`, { documentIds: ["a"] });
    assert.deepEqual(brief(reply), [403, 7, "Permission denied: caller lacks terms.accept"]);
  });
});
