import assert from "node:assert/strict";
import { oldestSupported, passHostTests, versionOf } from "../support/sdk-range";

describe("the provider host of the oldest supported SDK", function () {
  this.timeout(600_000);

  it("passes the same tests as in the version of package.json (rows 81, 82, 83, 84) (report: an older SDK of Pulumi does not work)", async () => {
    assert.equal(versionOf("oldest"), oldestSupported());
    await passHostTests("oldest");
  });
});
