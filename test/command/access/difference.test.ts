import assert from "node:assert/strict";
import * as fc from "fast-check";
import { type AccessChange, difference } from "../../../src/command/access/difference";
import { type AccessModel, bindingsGiving, modelOf } from "../../../src/command/access/model";
import { liveObject, smallOrganization } from "../organizations";

type Question = Readonly<Record<"identityUid" | "capability" | "groupUid", string>>;

describe("the difference of two models", () => {
  it("is what was not allowed before and is after, and the other way round, for random bindings", () => {
    const groups = ["r", "r/t", "r/t/w", "r/o"];
    const bindings = fc.array(
      fc.tuple(fc.constantFrom(...groups), fc.constantFrom("r/t/ci", "person"), fc.constantFrom("b1", "r/p")),
      { maxLength: 6 },
    );
    const modelWith = (given: readonly (readonly [string, string, string])[]): AccessModel =>
      modelOf([
        ...smallOrganization().filter(({ spec }) => spec.type !== "iam:RoleBinding"),
        ...given.map(([group, identityUid, roleUid], i) =>
          liveObject("iam:RoleBinding", `${group}/b${i}`, { identityUid, roleUid }),
        ),
      ]);
    const isIn = (changes: readonly AccessChange[], isGain: boolean, { identityUid, capability, groupUid }: Question) =>
      changes.filter(
        (change) =>
          change.isGain === isGain &&
          change.identityUid === identityUid &&
          change.capabilities.includes(capability) &&
          change.groupUids.includes(groupUid),
      ).length;
    fc.assert(
      fc.property(bindings, bindings, (one, other) => {
        const [before, after] = [modelWith(one), modelWith(other)];
        const changes = difference(before, after);
        for (const identityUid of ["r/t/ci", "person"])
          for (const capability of ["CAP_REPO_LIST", "CAP_TAG_LIST", "CAP_IAM_GROUPS_LIST"])
            for (const groupUid of groups) {
              const question = { identityUid, capability, groupUid };
              const [had, has] = [before, after].map((model) => bindingsGiving(model, question).length > 0);
              assert.equal(isIn(changes, true, question), Number(!had && has));
              assert.equal(isIn(changes, false, question), Number(had && !has));
            }
      }),
    );
  });
});
