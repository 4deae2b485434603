import assert from "node:assert/strict";
import { readOrganization, specOf } from "../../../src/command/organization/read";
import { startEmulator } from "../../../src/emulator";
import { clientOf } from "../../support/platform";

describe("the objects of an organization", () => {
  it("are not complete if a list shows fewer than it counts", async () => {
    const emulator = await startEmulator();
    try {
      const { uid } = emulator.organization;
      emulator.put("iam:Group", uid, { name: "team" });
      const group = specOf("iam:Group");
      const read = () => readOrganization(clientOf(emulator), uid, [group]);
      assert.deepEqual(
        (await read()).objects.map(({ values }) => values.name),
        ["acme", "team"],
      );
      const short = emulator.fault({
        method: "GET",
        path: /^\/iam\/v2\/groups$/,
        times: 2,
        action: { kind: "body", status: 200, body: '{"groups":[],"totalCount":"1"}' },
      });
      const { unlisted } = await read();
      assert.match(unlisted[0]?.error.message ?? "", /contains fewer objects than its totalCount/);
      short.remove();
      assert.deepEqual((await read()).unlisted, []);
    } finally {
      await emulator.close();
    }
  });
});
