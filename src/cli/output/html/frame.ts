import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "../../../version";
import type { Page } from "../../page";
import { timeText } from "../../times";
import { plain } from "../text";
import { embeddedJson, escapedHtml } from "./embed";

/** What the browser runs and how it looks, for a kind of page. */
export interface Bundle {
  readonly script: string;
  readonly style: string;
}

/** As far above this file in dist as it is in src. */
const folder = join(__dirname, "..", "..", "..", "..", "dist", "pages");

/** The bundle of a kind, which the build makes of src/pages. Throws where the package is not built. */
export const bundleOf = (kind: Page["kind"]): Bundle => ({
  script: readFileSync(join(folder, `${kind}.js`), "utf8"),
  style: readFileSync(join(folder, `${kind}.css`), "utf8"),
});

/** What a page is made of. */
interface PageParts {
  readonly page: Page;
  /** Sentences below the heading: why the page may lack something. */
  readonly warnings?: readonly string[] | undefined;
  /** Sentences at the end. */
  readonly notes: readonly string[];
  readonly bundle: Bundle;
  /** When it is made, in milliseconds since 1970. */
  readonly now: number;
}

/**
 * A page as one file. It loads nothing and runs its own script only: its Content-Security-Policy names both by their hashes, and
 * lets no text become markup (Trusted Types).
 */
export function framed({ page, warnings = [], notes, bundle: { script, style }, now }: PageParts): string {
  // HTML would end the script or the style there, or hash other bytes than these.
  for (const text of [script, style]) {
    if (/<\/?s(cript|tyle)|<!--|\r/i.test(text)) throw new Error("the bundle of a page cannot stand in HTML");
  }
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
  const title = escapedHtml(plain(page.title));
  return [
    "<!doctype html>",
    '<html lang="en">',
    "<head>",
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="referrer" content="no-referrer">',
    '<meta name="robots" content="noindex">',
    // Browsers ask the server for an icon otherwise.
    '<link rel="icon" href="data:,">',
    `<title>${title}</title>`,
    `<style>${style}</style>`,
    "</head>",
    "<body>",
    `<header><h1>${title}</h1>${paragraphs(warnings)}</header>`,
    '<main id="main"><noscript><p>This page is drawn by a script, which is switched off here.</p></noscript></main>',
    ...(notes.length === 0
      ? []
      : [`<section class="notes" aria-label="Notes"><h2>Notes</h2>${paragraphs(notes)}</section>`]),
    `<footer><p>pulumi-platform ${escapedHtml(version)}, ${timeText(now)}</p></footer>`,
    `<script type="application/json" id="page">${embeddedJson(page)}</script>`,
    `<script>${script}</script>`,
    "</body>",
    "</html>",
    "",
  ].join("\n");
}

const paragraphs = (sentences: readonly string[]): string =>
  sentences.map((sentence) => `<p>${escapedHtml(plain(sentence))}</p>`).join("");

const hashOf = (text: string): string => `sha256-${createHash("sha256").update(text).digest("base64")}`;
