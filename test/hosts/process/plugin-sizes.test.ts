import assert from "node:assert/strict";
import type { Props } from "../../support/host";
import { startPlugin, urnOf } from "../../support/plugin-host";
import { hostPlace } from "./host-place";

/** gRPC takes 4 MB by default, and refuses any larger message. */
const GRPC_DEFAULT = 4 * 1024 * 1024;

describe("large messages of the plugin [plugin]", () => {
  const at = hostPlace(startPlugin);

  it("hold a resource of more than 4 MB", async () => {
    const urn = urnOf("registry:Repo", "large");
    // A request of an update and the answer to a read have it twice. The emulator takes no body that large.
    const readme = "0123456789abcde\n".repeat((0.6 * GRPC_DEFAULT) / 16);
    const inputs: Props = { parentUid: at.emulator.organization.uid, name: "large", readme };
    const checked = await at.host.check(urn, {}, inputs);
    assert.deepEqual(checked, { inputs, reasons: [] });
    const { id, properties } = await at.host.create(urn, inputs);
    const found = await at.host.read({ urn, id }, properties, inputs);
    assert.ok(JSON.stringify(found).length > GRPC_DEFAULT);
    assert.deepEqual(found.inputs, inputs);
    const updated = await at.host.update({ urn, id }, properties, { ...inputs, readme: `${readme}!` });
    assert.equal(updated.readme, `${readme}!`);
  });
});
