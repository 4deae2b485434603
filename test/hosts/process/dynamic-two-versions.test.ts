import assert from "node:assert/strict";
import { URN } from "../../../src/description/names/hidden-inputs";
import { providerText, startHost } from "../../support/host";

describe("a resource without a URN", () => {
  it("is refused, because another version of this package declares it, and works with one version (report: two copies of the package are in one program)", async () => {
    const host = await startHost();
    try {
      const group = { __provider: providerText("iam:Group"), parentUid: "org", name: "team" };
      const { failures } = await host.check({}, { ...group, [URN]: null });
      assert.match(
        failures[0]?.reason ?? "",
        /another version of pulumi-platform than that of the provider\.\n- If a transform .*\n- Otherwise install one version/,
      );
      assert.deepEqual((await host.check({}, { ...group, [URN]: "a" })).failures, []);
    } finally {
      await host.close();
    }
  });
});
