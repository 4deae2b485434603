import assert from "node:assert/strict";
import { modelOf } from "../../../src/command/access/model";
import {
  checkCapability,
  groupNamed,
  groupPath,
  identityNamed,
  identityPath,
  roleName,
} from "../../../src/command/access/names";
import { liveObject, smallOrganization } from "../organizations";

const model = modelOf([
  ...smallOrganization(),
  liveObject("iam:Group", "r/o/w", { name: "web" }),
  liveObject("iam:Identity", "r/o/ci", { name: "deploy" }),
  liveObject("iam:Group", "hidden/g", { name: "loose" }),
]);

describe("names of groups and identities", () => {
  it("are paths from the root down, with an id in place of a group out of sight", () => {
    assert.equal(groupPath(model, "r/t/w"), "acme/team/web");
    assert.equal(groupPath(model, "hidden/g"), "hidden/loose");
    assert.equal(identityPath(model, "r/t/ci"), "acme/team/ci");
    assert.equal(identityPath(model, "person"), "ann@example.com");
    assert.equal(identityPath(model, "somebody"), "somebody");
    assert.deepEqual([roleName(model, "b1"), roleName(model, "gone")], ["viewer", "gone"]);
  });

  it("are understood as a uid, a path, or the end of one", () => {
    for (const text of ["r/t/w", "acme/team/web", "team/web"]) assert.equal(groupNamed(model, text), "r/t/w");
    for (const text of ["r/t/ci", "acme/team/ci", "team/ci", "ci"]) assert.equal(identityNamed(model, text), "r/t/ci");
    assert.equal(identityNamed(model, "ann@example.com"), "person");
    assert.equal(groupNamed(model, "acme"), "r");
    const [acme, team] = [liveObject("iam:Group", "r/o/a", { name: "acme" }), { name: "team" }];
    const deeper = modelOf([...smallOrganization(), acme, liveObject("iam:Group", "r/o/a/t", team)]);
    assert.equal(groupNamed(deeper, "acme/team"), "r/t", "the whole path, though it is the end of another");
  });

  it("that may be several name them all on one line, and each of these does", () => {
    assert.throws(
      () => groupNamed(model, "web"),
      /: "web" may be "acme\/team\/web" \(r\/t\/w\) or "acme\/ops\/web" \(r\/o\/w\)\. Give the whole path, or the uid$/,
    );
    for (const text of ["acme/ops/web", "r/o/w"]) assert.equal(groupNamed(model, text), "r/o/w");
  });

  it("that a person chose take over no name of a machine identity, and nothing named alike is guessed (row 179)", () => {
    const person = (uid: string, name: string) =>
      liveObject("iam:RoleBinding", `r/of-${uid}`, { identityUid: uid, roleUid: "b1", identity: { uid, name } });
    const hostile = modelOf([
      ...smallOrganization(),
      person("mallory", "ci"),
      person("eve", "team/ci"),
      person("bob", "acme/team/ci"),
      liveObject("iam:Group", "other", { name: "team" }),
    ]);
    const refusal = (text: string, find = identityNamed) => {
      try {
        return find(hostile, text);
      } catch (error) {
        return String(error);
      }
    };
    assert.equal(
      refusal("ci"),
      'CallError: "ci" may be "acme/team/ci" (r/t/ci) or "ci" (mallory) or "team/ci" (eve) or "acme/team/ci" (bob). Give the uid',
    );
    for (const text of ["team/ci", "acme/team/ci"]) assert.match(refusal(text), /^CallError: "[^"]+" may be /);
    for (const uid of ["mallory", "r/t/ci"]) assert.equal(refusal(uid), uid);
    assert.equal(
      refusal("team", groupNamed),
      'CallError: "team" may be "acme/team" (r/t) or "team" (other). Give the uid',
    );
  });

  it("that are unknown are refused, with the name in a harmless form, and a similar one that works", () => {
    assert.throws(() => groupNamed(model, "teem"), {
      message: 'there is no group "teem" among the 6 that the token can see. Did you mean "acme/team"?',
    });
    assert.throws(() => identityNamed(model, 'a"\n\u001b[31m'), /there is no identity "a' \[31m" among the 3/);
  });
});

describe("the name of a capability", () => {
  it("is one that this version knows, or that a role has: a role may have newer ones", () => {
    const role = liveObject("iam:Role", "r/p", { name: "p", capabilities: ["CAP_BRAND_NEW"] });
    for (const name of ["CAP_REPO_LIST", "CAP_BRAND_NEW"]) checkCapability(modelOf([role]), name);
  });

  it("is refused with the nearest one if it is misspelled (row 177)", () => {
    for (const text of ["CAP_REPO_DELTE", "repo.delete"])
      assert.throws(
        () => checkCapability(modelOf([]), text),
        (error) => String(error).startsWith(`CallError: unknown capability "${text}". Did you mean CAP_REPO_DELETE?`),
      );
  });
});
