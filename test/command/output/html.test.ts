import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { htmlReport } from "../../../src/command/output/html";
import { HOSTILE_TEXTS } from "../hostile-texts";
import { accessHtml, driftHtml, historyHtml } from "../html-pages";

const documents = { drift: driftHtml(60), "access list": accessHtml(60), history: historyHtml(60) };
const tagsIn = (text: string) => text.match(/<[^>]*>/g) ?? [];
const escaped = (text: string) =>
  text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`).replace(/\p{Zl}|\p{Zp}/gu, " ");

describe("a report as HTML", () => {
  for (const [name, text] of Object.entries(documents)) {
    it(`of ${name} has a title with organization, platform, caller and time`, () => {
      const facts = ["acme", "https://platform.example.com/", escaped(HOSTILE_TEXTS[0]), "2026-01-05 00:00:00Z"];
      assert.ok(text.includes(` · ${facts.join(" · ")}</title>`), text.slice(0, 1500));
      for (const fact of facts) assert.ok(text.includes(`<dd>${fact}</dd>`), fact);
    });

    it(`of ${name} has no script, loads nothing, closes nothing, and its policy allows only its style (row 130)`, () => {
      const [, style = ""] = /<style>(.*)<\/style>/s.exec(text) ?? [];
      const hash = createHash("sha256").update(style).digest("base64");
      assert.ok(text.includes(`default-src &#39;none&#39;; style-src &#39;sha256-${hash}&#39;; `));
      assert.doesNotMatch(style, /url\(|@import|https?:/);
      const loading = tagsIn(text).filter((tag) =>
        /^<(script|details|img|iframe|object|embed|a)\b|src=|href=/.test(tag),
      );
      assert.deepEqual(loading, ['<link rel="icon" href="data:,">']);
    });

    it(`of ${name} has hostile texts only as text (row 130)`, () => {
      for (const hostile of HOSTILE_TEXTS) assert.ok(text.includes(`<p class="note">${escaped(hostile)}</p>`), hostile);
      const known =
        /^<(?:!doctype html|\/?[a-z0-9]+(?: (?:[a-z]+\d?(?:-[a-z]+)?|viewBox|preserveAspectRatio)="[^"<>]*")*\/?)>$/;
      for (const tag of tagsIn(text)) {
        assert.match(tag, known);
        assert.doesNotMatch(tag, / on[a-z]+=/);
      }
    });
  }

  it("has the rows of the Markdown, with the uid below the first text", () => {
    const page = { title: "t", facts: { Organization: "", Platform: "", Caller: "", Time: "" }, tiles: [] };
    const columns = [
      { key: "name", heading: "NAME" },
      { key: "uid", heading: "UID", short: "uid" },
    ] as const;
    const rows = [
      ["web", "a/b"],
      [{ text: "api", tone: "bad" } as const, ""],
    ];
    const text = htmlReport({ page, notes: [], tables: [{ title: "T", columns, rows }] });
    const cells = text.match(/<t[hd] [^>]*>.*?<\/t[hd]>/g);
    assert.deepEqual(cells, [
      '<th scope="col" class="text">NAME</th>',
      '<td data-label="NAME" class="text"><span class="plain">web</span><small>uid a/b</small></td>',
      '<td data-label="NAME" class="text"><span class="bad">api</span></td>',
    ]);
  });

  it("draws the moves of a tag as one line, and each digest as a level", () => {
    const [, chart = ""] = /<svg class="chart"(.*)<\/svg>\n/s.exec(historyHtml(8)) ?? [];
    // Seven digests of eight moves, and the one before.
    assert.equal(chart.match(/<line /g)?.length, 8);
    assert.equal(chart.match(/<circle /g)?.length, 9);
    assert.equal(chart.match(/class="warning"/g)?.length, 1);
    assert.match(chart, /<path d="M0 282H0V282H13\.16V246H[\dHV.]*H100"\/>/);
  });
});
