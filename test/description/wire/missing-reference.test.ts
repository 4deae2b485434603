import assert from "node:assert/strict";
import { resources } from "../../../src/description/resources";
import { type Fields, list, message, optional, required, uid } from "../../../src/description/spec/types";
import { missingInput } from "../../../src/description/wire/missing-reference";

describe("the input of an object that is not found", () => {
  it("is named, with the kind that it refers to", () => {
    const { fields } = resources["iam:RoleBinding"] ?? { fields: {} };
    const inputs = { parentUid: "org", identityUid: "org/a", roleUid: "org/b" };
    assert.equal(missingInput(fields, inputs, "org/b"), "roleUid: no Role has this uid, or this token cannot see it");
    assert.equal(missingInput(fields, inputs, "org"), "parentUid: no Group has this uid, or this token cannot see it");
  });

  it("is found in lists and messages too", () => {
    const fields: Fields = { all: required(list(message({ of: optional(uid()) }))) };
    assert.equal(
      missingInput(fields, { all: [{ of: "a" }, { of: "b" }] }, "b"),
      "all[1].of: no object has this uid, or this token cannot see it",
    );
  });

  it("is not named where none has that uid, or the platform names no object", () => {
    const { fields } = resources["iam:Group"] ?? { fields: {} };
    assert.equal(missingInput(fields, { parentUid: "org", name: "org/a" }, "org/a"), undefined);
    assert.equal(missingInput(fields, { parentUid: "org" }, undefined), undefined);
  });
});
