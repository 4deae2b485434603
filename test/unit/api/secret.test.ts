import assert from "node:assert/strict";
import { format, inspect } from "node:util";
import { remember, Secret, scrub } from "../../../src/api/secret";

const canary = "canary-5f0c2a";

describe("a secret", () => {
  const secret = new Secret(canary);

  it("gives its text to who asks for it by name", () => {
    assert.equal(secret.reveal(), canary);
  });

  it("shows nothing when it is printed, joined, serialised, inspected, copied or thrown (row 68)", () => {
    const error = new Error("failed", { cause: secret });
    const shown = [
      `${secret}`,
      String(secret),
      `${[secret, [secret]]}`,
      JSON.stringify({ secret, list: [secret] }),
      inspect(secret),
      inspect({ deep: { deeper: { secret } } }, { depth: null, showHidden: true }),
      inspect(error, { showHidden: true }),
      format("%s %o %O %j", secret, secret, secret, secret),
      JSON.stringify(structuredClone({ secret })),
      JSON.stringify({ ...secret }),
      JSON.stringify(Object.entries(secret)),
    ];
    for (const text of shown) assert.ok(!text.includes(canary), text);
    assert.equal(`${secret}`, "[redacted]");
    assert.equal(JSON.stringify({ secret }), '{"secret":"[redacted]"}');
    assert.equal(inspect(secret), "[redacted]");
  });

  it("is taken out of all text from then on, wherever it stands (row 67)", () => {
    assert.equal(scrub(`a ${canary}, "${canary}"${canary}`), 'a [redacted], "[redacted]"[redacted]');
  });
});

describe("scrubbing", () => {
  it("takes out what was to be remembered, unless it is too short to be a secret", () => {
    remember("a+b.c*d$&");
    remember("short");
    assert.equal(scrub("x a+b.c*d$& y short"), "x [redacted] y short");
  });

  it("takes out what looks like a token, of whoever it is", () => {
    const jwt = "eyJhbGciOiJub25lIn0.eyJzdWIiOiJjaSJ9.c2lnbmF0dXJl";
    assert.equal(scrub(`got ${jwt}.`), "got [redacted].");
    assert.equal(
      scrub(`authorization: Bearer 0123456789abcdef0123456789abcdef, else`),
      "authorization: [redacted], else",
    );
    assert.equal(scrub(`{"a":"bearer ${jwt}"}`), '{"a":"[redacted]"}');
  });

  it("leaves other text as it is", () => {
    for (const text of ["", "the bearer", 'Not found: Group "abc"', "eyJ", "org/1a2b3c4d"])
      assert.equal(scrub(text), text);
  });

  it("leaves the words bearer token alone", () => {
    assert.equal(scrub("invalid bearer token"), "invalid bearer token");
  });

  it("takes out the longer of two secrets of which one begins the other", () => {
    remember("abcdef-long");
    remember("abcdef-long-and-the-rest");
    assert.equal(scrub("x abcdef-long-and-the-rest"), "x [redacted]");
  });
});
