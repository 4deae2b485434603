import assert from "node:assert/strict";
import fc from "fast-check";
import { remember } from "../../../../../src/api/secret";
import { embeddedJson, escapedHtml } from "../../../../../src/cli/output/html/embed";
import { plain } from "../../../../../src/cli/output/text";
import { readHtml } from "../../../../support/html";

/** Texts of pieces that mean something to HTML, among others. */
const nasty = fc
  .array(fc.oneof(fc.constantFrom("</script", "<!--", "<script>", "-->", "&lt;", "\u2028", '"', "'", ">"), fc.string()))
  .map((parts) => parts.join(""));

describe("data embedded in HTML", () => {
  it("is read back as it was, whatever its texts hold (row 130)", () => {
    fc.assert(
      fc.property(fc.array(nasty), fc.integer(), (texts, number) => {
        const html = `<!doctype html><title>x</title><script type="application/json">${embeddedJson({ texts, number })}</script><p>`;
        const { elements } = readHtml(html);
        assert.equal(elements("script").length, 1);
        assert.deepEqual(JSON.parse(elements("script")[0]?.text ?? ""), { texts: texts.map(plain), number });
        assert.equal(elements("p").length, 1);
      }),
    );
  });

  it("holds no secret, and no line separator that a script would not take", () => {
    remember("secret-of-a-page");
    assert.equal(embeddedJson(["a secret-of-a-page b\u2028c\u2029"]), '["a [redacted] b c "]');
  });
});

describe("a text in HTML", () => {
  it("is nothing but text, in an element and in an attribute", () => {
    fc.assert(
      fc.property(nasty, (raw) => {
        const text = plain(raw);
        const { elements } = readHtml(
          `<!doctype html><title>${escapedHtml(text)}</title><i title="${escapedHtml(text)}"></i>`,
        );
        assert.equal(elements("title")[0]?.text, text);
        assert.deepEqual(elements("i"), [{ attributes: { title: text }, text: "" }]);
      }),
    );
  });
});
