import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "../../../version";
import type { Page } from "../../page";
import { timeText } from "../../times";
import { plain } from "../text";
import { embeddedJson, escapedHtml } from "./embed";

/** The script and the style of a kind of page. */
export interface Bundle {
  readonly script: string;
  readonly style: string;
}

/** This file has the same depth in dist and src. */
const folder = join(__dirname, "..", "..", "..", "..", "dist", "pages");

/** Returns the bundle of a kind of page, which the build makes from src/pages. Throws if the package is not built. */
export const bundleOf = (kind: Page["kind"]): Bundle => ({
  script: readFileSync(join(folder, `${kind}.js`), "utf8"),
  style: readFileSync(join(folder, `${kind}.css`), "utf8"),
});

/** The parts of a page. */
interface PageParts {
  readonly page: Page;
  /** Sentences below the heading that say why the page may be incomplete. */
  readonly warnings?: readonly string[] | undefined;
  /** Sentences at the end. */
  readonly notes: readonly string[];
  readonly bundle: Bundle;
  /** Creation time, in milliseconds since 1970. */
  readonly now: number;
}

/**
 * Returns a page as one file. It loads nothing and runs only its own script. The Content-Security-Policy contains the hashes of script and
 * style, and Trusted Types keep texts from becoming markup.
 */
export function framed({ page, warnings = [], notes, bundle: { script, style }, now }: PageParts): string {
  // With these texts, HTML would end the script or the style early, or change its hash.
  for (const text of [script, style]) {
    if (/<\/?s(cript|tyle)|<!--|\r/i.test(text))
      throw new Error("the bundle of a page contains text that is not allowed in HTML");
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
    // Without this, browsers request an icon from the server.
    '<link rel="icon" href="data:,">',
    `<title>${title}</title>`,
    `<style>${style}</style>`,
    "</head>",
    "<body>",
    // A long name breaks after a slash.
    `<header><h1>${title.replaceAll("/", "/<wbr>")}</h1>${paragraphs(warnings)}</header>`,
    '<main id="main"><noscript><p>This page needs JavaScript, which is disabled here.</p></noscript></main>',
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
