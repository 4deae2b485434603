import { passHostTests } from "../support/sdk-range";

describe("the provider host of the newest supported SDK", function () {
  this.timeout(600_000);

  it("passes the same tests as in the version of package.json (rows 81, 82, 83, 84) (report: a newer SDK of Pulumi does not work)", () =>
    passHostTests("newest"));
});
