import assert from "node:assert/strict";
import { NotFoundError } from "../../../src/client/api/errors";
import { resources } from "../../../src/description/resources";
import { type Fields, list, message, optional, required, uid } from "../../../src/description/spec/types";
import { missingInput } from "../../../src/description/wire/missing-reference";

const notFound = (resourceName: string): NotFoundError => {
  const resource = { kind: "ResourceInfo", resourceType: "iam/X", resourceName, description: "" } as const;
  return new NotFoundError("no", { code: "NOT_FOUND", message: "", details: [resource] }, { ambiguous: false });
};

describe("the input of an object that is not found", () => {
  it("is named, with the kind that it refers to", () => {
    const { fields } = resources["iam:RoleBinding"] ?? { fields: {} };
    const inputs = { parentUid: "org", identityUid: "org/a", roleUid: "org/b" };
    assert.equal(
      missingInput(fields, inputs, notFound("org/b")),
      "roleUid: no Role has this uid, or this token cannot see it",
    );
    assert.equal(
      missingInput(fields, inputs, notFound("org")),
      "parentUid: no Group has this uid, or this token cannot see it",
    );
  });

  it("is found in lists and messages too", () => {
    const fields: Fields = { all: required(list(message({ of: optional(uid()) }))) };
    assert.equal(
      missingInput(fields, { all: [{ of: "a" }, { of: "b" }] }, notFound("b")),
      "all[1].of: no object has this uid, or this token cannot see it",
    );
  });

  it("is not named where none has that uid, or the platform names no object", () => {
    const { fields } = resources["iam:Group"] ?? { fields: {} };
    assert.equal(missingInput(fields, { parentUid: "org", name: "org/a" }, notFound("org/a")), undefined);
    const silent = new NotFoundError("no", { code: "NOT_FOUND", message: "", details: [] }, { ambiguous: false });
    assert.equal(missingInput(fields, { parentUid: "org" }, silent), undefined);
  });
});
