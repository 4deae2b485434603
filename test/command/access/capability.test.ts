import assert from "node:assert/strict";
import { modelOf } from "../../../src/command/access/model";
import { checkCapability } from "../../../src/command/access/names";
import { liveObject } from "../organizations";

const refusal = (text: string) => () => checkCapability(modelOf([]), text);

describe("the name of a capability", () => {
  it("is one that this version knows, or that a role has: a role may have newer ones", () => {
    const role = liveObject("iam:Role", "r/p", { name: "p", capabilities: ["CAP_BRAND_NEW"] });
    checkCapability(modelOf([]), "CAP_REPO_LIST");
    checkCapability(modelOf([role]), "CAP_BRAND_NEW");
    assert.throws(refusal("CAP_BRAND_NEW"), /unknown capability "CAP_BRAND_NEW"/);
  });

  it("that does not exist is refused with suggestions, and each of them works", () => {
    assert.throws(
      refusal("repo.delete"),
      /^CallError: unknown capability "repo\.delete". Did you mean CAP_REPO_DELETE\?$/,
    );
    checkCapability(modelOf([]), "CAP_REPO_DELETE");
    assert.throws(refusal("groups list"), /\. Did you mean CAP_IAM_GROUPS_LIST\?$/);
    assert.throws(refusal("bake bread"), /^CallError: unknown capability "bake bread"\. /);
    assert.throws(refusal(""), /^CallError: unknown capability ""\. /);
  });

  it("with a typo is refused with the right one (row 177)", () => {
    assert.throws(
      refusal("CAP_REPO_DELTE"),
      /^CallError: unknown capability "CAP_REPO_DELTE". Did you mean CAP_REPO_DELETE\?$/,
    );
  });
});
