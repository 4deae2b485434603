import assert from "node:assert/strict";
import { Run } from "../../../../src/hosts/shared/run";
import { roleBinding } from "../../../../src/resources/role-binding";

describe("a run of a provider", () => {
  it("reads the settings once for each configuration, and shares a core between equal ones", () => {
    const run = new Run(undefined, () => undefined);
    let reads = 0;
    const configure = (baseUrl: string) => {
      run.config = (key) => {
        reads += 1;
        return key === "platform:baseUrl" ? baseUrl : undefined;
      };
    };
    configure("https://a.example.com");
    const { core } = run;
    const once = reads;
    assert.ok(once > 0);
    assert.equal(run.core, core);
    assert.equal(run.settings, run.settings);
    assert.equal(reads, once);
    configure("https://a.example.com");
    assert.equal(run.core, core, "all kinds of a program share a core");
    configure("https://b.example.com");
    assert.notEqual(run.core, core);
  });

  it("complains about a missing input in a preview only, because in an update another resource may be the cause", () => {
    const checked = (isPreview: boolean) => {
      const ref = { spec: roleBinding, urn: "binding", isPreview };
      return new Run(undefined, () => undefined).check(ref, [{}, { parentUid: "org", roleUid: "r" }], false).complaints;
    };
    assert.deepEqual([checked(true), checked(false)], [["identityUid is required"], []]);
  });
});
