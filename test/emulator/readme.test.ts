import assert from "node:assert/strict";
import { type Call, test, testWith, uidOf } from "./local";

describe("a readme in the emulator", () => {
  const made = async (organizationUid: string, call: Call): Promise<string> =>
    uidOf(await call(`POST /registry/v2/repos/${organizationUid}`, { name: "app", readme: "ignored" }));

  test("has a path of its own and is nowhere else", async ({ organization, call }) => {
    const uid = await made(organization.uid, call);
    assert.deepEqual((await call(`GET /registry/v2/repos/${uid}/readme`)).body, { uid });
    assert.equal((await call(`PATCH /registry/v2/repos/${uid}`, { readme: "x" })).status, 400);
    await call(`PATCH /registry/v2/repos/${uid}/readme`, { content: "# app" });
    assert.equal((await call(`GET /registry/v2/repos/${uid}`)).body.readme, undefined);
    assert.deepEqual((await call(`GET /registry/v2/repos/${uid}/readme`)).body, { uid, content: "# app" });
    assert.deepEqual((await call(`PATCH /registry/v2/repos/${uid}/readme`, { content: "" })).body, { uid });
  });

  test("of a missing repo is a 404, and so is its delete", async ({ organization, call }) => {
    const uid = await made(organization.uid, call);
    const missing = await call("GET /registry/v2/repos/none/readme");
    assert.deepEqual([missing.status, missing.body.message], [404, 'Not found: registry.platform.example/Repo "none"']);
    assert.equal((await call(`DELETE /registry/v2/repos/${uid}/readme`)).status, 404);
  });

  testWith({ strict: true })(
    "of a syncing repo is its source's, whatever is written over it (row 241)",
    async ({ organization, call }) => {
      const mirror = { name: "mirror", sync_config: { source: "public-org/nginx" } };
      const uid = uidOf(await call(`POST /registry/v2/repos/${organization.uid}`, mirror));
      const path = `/registry/v2/repos/${uid}/readme`;
      assert.equal((await call(`GET ${path}`)).body.content, "# nginx\n");
      assert.equal((await call(`PATCH ${path}`, { content: "# own" })).status, 200);
      assert.equal((await call(`GET ${path}`)).body.content, "# nginx\n");
    },
  );

  test("is refused with an unknown key", async ({ organization, call }) => {
    const reply = await call(`PATCH /registry/v2/repos/${await made(organization.uid, call)}/readme`, {
      readme: "x",
    });
    const message = 'could not find field "readme" in "platform.registry.v2.RepoReadme"';
    assert.deepEqual([reply.status, reply.body.message], [400, message]);
  });
});
