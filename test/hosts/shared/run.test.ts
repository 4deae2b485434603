import assert from "node:assert/strict";
import { roleBinding } from "../../../src/description/resources/role-binding";
import type { Values } from "../../../src/description/spec/values";
import { Run } from "../../../src/hosts/shared/run";

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

  it("lets a replacement delete first where creates may adopt, if the state has the adoptUid of the program, whatever the host keeps of it", () => {
    const unadopted = { parentUid: "org", identityUid: "org/i", roleUid: "r" };
    const desired = { ...unadopted, parentUid: "org/b" };
    const adopting = { ...desired, adoptUid: "org/x" };
    const replaced = (given: Values, kept: Values, recorded: Values = { ...unadopted, adoptUid: "org/x" }) => {
      const run = new Run(undefined, () => undefined);
      const ref = { spec: roleBinding, urn: "binding", createsFirst: false };
      run.check(ref, [recorded, given], true);
      return () => run.diff({ ...ref, id: "org/rb" }, recorded, kept);
    };
    for (const kept of [desired, adopting]) {
      assert.throws(replaced(desired, kept), /Run this change with PLATFORM_ADOPT_EXISTING=never/);
      assert.deepEqual(replaced(adopting, kept)().replaces, ["parentUid"]);
      assert.throws(replaced(adopting, kept, unadopted), /because with adoptUid Pulumi[\s\S]+- Remove adoptUid/);
    }
    // Programs in YAML and other languages have no class of ours, so the new object is created first.
    const bare = { spec: roleBinding, urn: "binding" };
    const run = new Run(undefined, () => undefined);
    run.check(bare, [unadopted, desired], true);
    assert.deepEqual(run.diff({ ...bare, id: "org/rb" }, unadopted, desired).replaces, ["parentUid"]);
  });
});
