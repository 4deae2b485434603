import assert from "node:assert/strict";
import { format, inspect } from "node:util";
import fc from "fast-check";
import { remember, Secret, scrub } from "../../../src/client/api/secret";

const canary = "canary-5f0c2a";

describe("a secret", () => {
  const secret = new Secret(canary);

  it("is hidden when printed, joined, serialized, inspected, copied or thrown (row 68)", () => {
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
});

describe("scrubbing", () => {
  it("redacts every secret of six characters or more; shorter ones would hide ordinary words", () => {
    for (const secret of ["abc-12", "xyz-7"]) remember(secret);
    assert.equal(scrub("abc-12 xyz-7"), "[redacted] xyz-7");
  });

  it("redacts everything that looks like a token", () => {
    const jwt = "eyJhbGciOiJub25lIn0.eyJzdWIiOiJjaSJ9.c2lnbmF0dXJl";
    assert.equal(scrub(`got ${jwt}.`), "got [redacted].");
    assert.equal(
      scrub(`authorization: Bearer 0123456789abcdef0123456789abcdef, else`),
      "authorization: [redacted], else",
    );
    assert.equal(scrub(`{"a":"bearer ${jwt}"}`), '{"a":"[redacted]"}');
  });

  it("does not change other text", () => {
    for (const text of ["", "the bearer", 'Not found: Group "abc"', "eyJ", "org/1a2b3c4d", "invalid bearer token"])
      assert.equal(scrub(text), text);
  });

  it("redacts the longer of two secrets when one is a prefix of the other", () => {
    remember("abcdef-long");
    remember("abcdef-long-and-the-rest");
    assert.equal(scrub("x abcdef-long-and-the-rest"), "x [redacted]");
  });
});

/** A text as JSON has it when every character is escaped. */
const escaped = (text: string): string =>
  Array.from({ length: text.length }, (_, i) => `\\u${text.charCodeAt(i).toString(16).padStart(4, "0")}`).join("");

/** A text as a URL has it when every byte is encoded. */
const encoded = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
const lower = (text: string): string => text.replace(/%..|\\u..../g, (code) => code.toLowerCase());
const upper = (text: string): string => text.replace(/(?<=\\u)..../g, (code) => code.toUpperCase());

/** How a server may write what it was sent. */
const spellings: Readonly<Record<string, (text: string) => string>> = {
  "as it is": (text) => text,
  "as JSON": inJson,
  "as JSON with slashes escaped": (text) => inJson(text).replaceAll("/", "\\/"),
  "as JSON with all escaped": escaped,
  "as JSON with all escaped, in capitals": (text) => upper(escaped(text)),
  "as JSON in JSON": (text) => inJson(inJson(text)),
  "as JSON in JSON with all escaped": (text) => inJson(escaped(text)),
  "percent-encoded": (text) => encodeURIComponent(text),
  "percent-encoded in small letters": (text) => lower(encodeURIComponent(text)),
  "percent-encoded in all characters": encoded,
  "percent-encoded in all characters, in lower case": (text) => lower(encoded(text)),
  "percent-encoded twice": (text) => encodeURIComponent(encodeURIComponent(text)),
  "percent-encoded in JSON": (text) => escaped(encodeURIComponent(text)),
  "as HTML": (text) => text.replace(/[&<>"'/+=]/g, (found) => `&#${found.charCodeAt(0)};`).replaceAll("&#38;", "&amp;"),
  "as HTML with all escaped": (text) => Array.from(text, (c) => `&#x${c.codePointAt(0)?.toString(16)};`).join(""),
  "as HTML in JSON": (text) => inJson(text.replaceAll("&", "&amp;").replaceAll('"', "&quot;")),
  "as a form": (text) => new URLSearchParams([["", text]]).toString().slice(1),
  "over two lines": (text) => `${text.slice(0, 9)}\r\n  ${text.slice(9)}`,
  "with an invisible character in it": (text) => `${text.slice(0, 9)}\u200b${text.slice(9)}`,
};

const oddSecrets = [
  "canary-f2.plain_1",
  'canary-"quoted"\\and/slashed',
  "canary\n-----line two-----\r\nline three",
  "canary-ünïcode-🙂-日本語",
  "canary 100%41 + spaces & more",
];

describe("a secret in another encoding", () => {
  before(() => {
    for (const secret of oddSecrets) remember(secret);
  });

  for (const [name, spell] of Object.entries(spellings))
    it(`is redacted ${name} (row 115)`, () => {
      for (const secret of oddSecrets) {
        assert.equal(scrub(`<< ${spell(secret)} >>`), "<< [redacted] >>", spell(secret));
        assert.equal(scrub(`"${spell(secret)}"`), '"[redacted]"', spell(secret));
      }
    });

  for (const alphabet of ["base64", "base64url"] as const)
    it(`is redacted inside longer text in ${alphabet}, at any offset (row 115)`, () => {
      for (const secret of oddSecrets)
        for (const before of ["", "u", "us", "use", "user:"])
          for (const after of ["", "!", "!!"]) {
            const plain = Buffer.from(before + secret + after).toString(alphabet);
            const inner = Buffer.from(secret).toString("base64url").slice(3, -3);
            for (const [text, rest] of [
              [plain, plain.length],
              [plain.replaceAll("/", "\\/"), plain.length],
              [encodeURIComponent(plain), plain.length],
              [plain.replace(/.{16}/g, "$&\r\n"), plain.length],
            ] as const) {
              const shown = scrub(`Basic ${text} end`);
              assert.match(shown, /^Basic [\s\S]*\[redacted\][\s\S]* end$/, text);
              // Only the surrounding text is left, and nothing of the secret.
              const left = shown.length - "Basic [redacted] end".length;
              assert.ok(left <= rest - inner.length && left <= 20, `${left}: ${shown}`);
            }
          }
    });

  it("is redacted with any of its characters escaped (row 115)", () => {
    const must = new Set(['"', "\\", "%", "\n"]);
    const character = fc.tuple(fc.string({ unit: "binary", minLength: 1, maxLength: 1 }), fc.nat(2));
    fc.assert(
      fc.property(fc.array(character, { minLength: 8, maxLength: 40 }), fc.boolean(), (parts, isUrl) => {
        const secret = `x7${parts.map(([text]) => text).join("")}7x`;
        remember(secret);
        const change = isUrl ? encoded : escaped;
        const text = parts.map(([part, how]) => (how > 0 || must.has(part) ? change(part) : part)).join("");
        assert.equal(scrub(`(${change("x")}7${text}7x)`), "([redacted])");
      }),
      { numRuns: 50 },
    );
  });

  it("is redacted line by line when it has several (row 115)", () => {
    remember("-----BEGIN KEY-----\ncanary-first-line-0001\ncanary-second-line-02\n-----END KEY-----\n");
    assert.equal(scrub("line 2 is canary-second-line-02."), "line 2 is [redacted].");
  });

  it("is found among a thousand with a common prefix, in a long text that almost contains them (row 115)", () => {
    for (let i = 0; i < 1_000; i++) remember(`prefixed-${i}-of-a-thousand-secrets`);
    const text = "prefixed-prefixed-7-of-a-thousand secrets ".repeat(5_000).replaceAll("-7-", "-7_");
    assert.equal(scrub(`${text}prefixed-999-of-a-thousand-secrets`), `${text}[redacted]`);
  });
});
