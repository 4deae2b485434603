import assert from "node:assert/strict";
import { checkCapability, checkKnown } from "../../../src/command/access/capability";
import { modelOf } from "../../../src/command/access/model";
import { liveObject } from "../../support/organizations";

describe("the name of a capability", () => {
  it("is one that this version knows, or of its form: a role may have newer ones", () => {
    assert.equal(checkCapability("CAP_REPO_LIST"), "CAP_REPO_LIST");
    assert.equal(checkCapability("CAP_BRAND_NEW"), "CAP_BRAND_NEW");
    const role = liveObject("iam:Role", "r/p", { name: "p", capabilities: ["CAP_BRAND_NEW"] });
    checkKnown(modelOf([role]), "CAP_BRAND_NEW");
    assert.throws(() => checkKnown(modelOf([]), "CAP_BRAND_NEW"), /unknown capability "CAP_BRAND_NEW"/);
  });

  it("that does not exist is refused with suggestions, and each of them works", () => {
    assert.throws(
      () => checkCapability("repo.delete"),
      /^CallError: unknown capability "repo\.delete". Did you mean CAP_REPO_DELETE\?$/,
    );
    assert.equal(checkCapability("CAP_REPO_DELETE"), "CAP_REPO_DELETE");
    assert.throws(() => checkCapability("groups list"), /\. Did you mean CAP_IAM_GROUPS_LIST\?$/);
    assert.throws(() => checkCapability("bake bread"), /^CallError: unknown capability "bake bread"\. /);
    assert.throws(() => checkCapability(""), /^CallError: unknown capability ""\. /);
  });

  it("with a typo is refused with the right one (row 177)", () => {
    assert.throws(
      () => checkKnown(modelOf([]), checkCapability("CAP_REPO_DELTE")),
      /^CallError: unknown capability "CAP_REPO_DELTE". Did you mean CAP_REPO_DELETE\?$/,
    );
  });
});
