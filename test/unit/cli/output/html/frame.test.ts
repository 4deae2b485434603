import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { remember } from "../../../../../src/api/secret";
import { framed } from "../../../../../src/cli/output/html/frame";
import { readHtml } from "../../../../support/html";
import { findingsPage, HOSTILE_TEXTS } from "../../../../support/page-data";

const bundle = { script: 'document.title = "a";\n', style: "p { color: red }\n" };
const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

describe("a page as a file", () => {
  const page = findingsPage(20);

  it("is well-formed, and lets the browser run and load nothing but its own script and style (row 130)", () => {
    const { errors, elements } = readHtml(framed({ page, notes: [], bundle, now: 0 }));
    assert.deepEqual(errors, []);
    const policy = elements("meta").find(({ attributes }) => attributes["http-equiv"] === "Content-Security-Policy");
    const [data, script] = elements("script");
    const [style] = elements("style");
    assert.deepEqual(policy?.attributes.content?.split("; "), [
      "default-src 'none'",
      `script-src ${hashOf(script?.text ?? "")}`,
      `style-src ${hashOf(style?.text ?? "")}`,
      "img-src data:",
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ]);
    assert.deepEqual(data?.attributes, { type: "application/json", id: "page" });
    assert.equal(elements("script").length, 2);
    assert.deepEqual([script?.text, style?.text], [bundle.script, bundle.style]);
    const loading = ["src", "srcset", "action", "style", "onload", "ping"];
    for (const name of ["html", "head", "body", "header", "h1", "p", "main", "footer", "link", "meta", "script"]) {
      for (const { attributes } of elements(name)) {
        for (const attribute of loading) assert.equal(attributes[attribute], undefined, `${name} ${attribute}`);
      }
    }
  });

  it("has what others wrote as text in its title, its notes and its data (row 130)", () => {
    for (const title of HOSTILE_TEXTS) {
      const text = framed({ page: { ...page, title }, notes: [...HOSTILE_TEXTS], bundle, now: 0 });
      const { errors, elements } = readHtml(text);
      const shown = title.replace(/[\u2028\u2029]/g, " ");
      assert.deepEqual([errors, elements("title")[0]?.text, elements("h1")[0]?.text], [[], shown, shown]);
      assert.deepEqual([elements("img"), elements("svg"), elements("script").length], [[], [], 2]);
    }
  });

  it("holds no secret", () => {
    remember("secret-of-a-frame");
    const text = framed({
      page: { ...page, title: "secret-of-a-frame" },
      notes: ["a secret-of-a-frame"],
      bundle,
      now: 0,
    });
    assert.ok(!text.includes("secret-of-a-frame"));
  });

  it("says when and by what it was made", () => {
    const text = framed({ page, notes: [], bundle, now: Date.UTC(2026, 0, 5, 8, 30) });
    assert.match(
      readHtml(text).elements("footer")[0]?.text ?? "",
      /^pulumi-platform \d+\.\d+\.\d+, 2026-01-05 08:30:00Z$/,
    );
  });

  it("is not made of a bundle that would end its element, or begin a comment", () => {
    for (const text of ["a</script>", "<!-- b", "<STYLE>", "a\r\nb"]) {
      assert.throws(
        () => framed({ page, notes: [], bundle: { ...bundle, script: text }, now: 0 }),
        /not allowed in HTML/,
      );
      assert.throws(
        () => framed({ page, notes: [], bundle: { ...bundle, style: text }, now: 0 }),
        /not allowed in HTML/,
      );
    }
  });
});
