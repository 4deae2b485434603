import assert from "node:assert/strict";
import { NotFoundError } from "../../../../src/api/errors";
import { Kind } from "../../../../src/core/handle";
import { verbsOf } from "../../../../src/core/verbs/verbs-of";
import { group } from "../../../../src/resources/group";
import { roleBinding } from "../../../../src/resources/role-binding";
import { type Platform, startPlatform } from "../../../support/platform";

describe("a create or update whose input names nothing that is there", () => {
  let platform: Platform;
  before(async () => {
    platform = await startPlatform();
  });
  after(() => platform.close());

  it("names the input before the platform's message: a parent", async () => {
    const kind = new Kind(platform.context, group);
    await assert.rejects(verbsOf(group).create(kind, { parentUid: "cd0a", name: "team" }), (error) => {
      assert.ok(error instanceof NotFoundError);
      assert.match(
        error.message,
        /^parentUid: no Group has this uid, or this token cannot see it\. \[NOT_FOUND\] POST \/iam\/v2\/groups\/cd0a: /,
      );
      return true;
    });
  });

  it("names the input: another reference", async () => {
    const parentUid = platform.emulator.organization.uid;
    const [identityUid = ""] = platform.world.uids["iam:Identity"] ?? [];
    const kind = new Kind(platform.context, roleBinding);
    await assert.rejects(
      verbsOf(roleBinding).create(kind, { parentUid, identityUid, roleUid: "cd0a" }),
      /^NotFoundError: roleUid: no Role has this uid, or this token cannot see it\. \[NOT_FOUND\] POST /,
    );
  });
});
