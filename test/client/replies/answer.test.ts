import assert from "node:assert/strict";
import { scrub } from "../../../src/client/api/secret";
import { readAnswer } from "../../../src/client/replies/answer";
import { observe } from "../../../src/core/state/wire";
import { diff } from "../../../src/core/verbs/diff";
import { SECRET_KEY } from "../../../src/description/names/dynamic";
import { boolean, computed, int64, message, optional, string } from "../../../src/description/spec/types";
import { UNKNOWNS } from "../../../src/description/spec/unknown";
import { accountAssociation, groupInvite, identity, role } from "../../support/resources";

const fields = {
  count: computed(int64),
  inner: optional(message({ text: optional(string()), flag: optional(boolean) })),
} as const;

/** An account association as an answer has it, with the id of one installation. */
const associationWith = (installationId: unknown) => ({
  github: { appInstallations: { "42": { installations: [{ installationId, name: "acme" }] } } },
});

describe("the reader of answers", () => {
  it("accepts a 64-bit integer as digits, or as a number in the safe range", () => {
    for (const count of ["9007199254740993", "-5"]) assert.deepEqual(readAnswer(fields, { count }), { count });
    assert.deepEqual(readAnswer(fields, { count: 5 }), { count: "5" });
    for (const count of ["0", 0, "", null]) assert.deepEqual(readAnswer(fields, { count }), {});
  });

  it("refuses a rounded or invalid 64-bit integer, in lookups and in resources alike", () => {
    const rounded = {
      name: "ProtocolError",
      message: /^the response has a 64-bit integer as a JSON number, which lost its last digits: /,
    };
    for (const count of [2 ** 53, 1e25, 1.5]) assert.throws(() => readAnswer(fields, { count }), rounded);
    assert.throws(() => readAnswer(fields, { count: "12x" }), {
      message: "the response must have a 64-bit integer, not 12x",
    });
    for (const read of [readAnswer, observe]) {
      assert.throws(() => read(accountAssociation.fields, associationWith(2 ** 53)), rounded);
      const whole = associationWith("9007199254740993");
      assert.deepEqual(read(accountAssociation.fields, whole), whole);
      assert.deepEqual(read(accountAssociation.fields, associationWith(7)), associationWith("7"));
    }
  });

  it("keeps an enum value that the gateway sends as a number, because it has no name for it (row 135)", () => {
    const { capabilities } = readAnswer(role.fields, { capabilities: ["CAP_REPO_LIST", 9999] });
    assert.deepEqual(capabilities, ["CAP_REPO_LIST", "9999"]);
    assert.equal(diff(role, { capabilities }, { capabilities: ["CAP_REPO_LIST"] }).changed, true);
  });

  it("puts a text in quotes that Pulumi's engine takes for a mark of its own (row 296)", () => {
    for (const text of [...UNKNOWNS, SECRET_KEY].map(String)) {
      const claims = { [text]: text, plain: "a" };
      const quoted = JSON.stringify(text);
      const read = readAnswer(identity.fields, { name: text, claimMatch: { claims } });
      assert.deepEqual(read, { name: quoted, claimMatch: { claims: { [quoted]: quoted, plain: "a" } } });
      assert.deepEqual(readAnswer(role.fields, { capabilities: [text] }), { capabilities: [quoted] });
    }
  });

  it("replaces half of a surrogate pair, with which the engine could not read the host's response (row 296)", () => {
    const read = readAnswer(identity.fields, {
      name: "a\udc00b\ud83d\ude00",
      claimMatch: { claims: { "\ud800": "\udfff" } },
    });
    assert.deepEqual(read, { name: "a\ufffdb\ud83d\ude00", claimMatch: { claims: { "\ufffd": "\ufffd" } } });
  });

  it("keeps an empty message that is present; recorded outputs leave it out", () => {
    const answer = { inner: { text: "", flag: false } };
    assert.deepEqual(readAnswer(fields, answer), { inner: {} });
    assert.deepEqual(observe(fields, answer), {});
  });

  it("registers secrets, so that no message shows them", () => {
    readAnswer(groupInvite.fields, { code: "inv-canary-of-the-reader" });
    assert.doesNotMatch(scrub("the code is inv-canary-of-the-reader"), /canary/);
  });
});
