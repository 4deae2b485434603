/** Finds what a platform must remove from Markdown. Reports only certain cases, so that nothing is refused that the platform accepts. */

/** Elements that run code, load something or cover the page. */
const ACTIVE =
  /<\/?(script|style|iframe|frame|frameset|object|embed|applet|form|input|button|select|textarea|link|meta|base|svg|math|template|noscript)(?=[\s/>])/i;

/** A tag with all its attributes. A quoted value may contain `>`. */
const TAG = /<[a-z][a-z0-9-]*(?:[\s/](?:[^<>"']|"[^"]*"|'[^']*')*)?>/gi;

const HANDLER = /[\s/"']on[a-z]+\s*=/i;

/** An attribute, a link target or an autolink, whose URL may run a script. */
const URL_IN_TAG = /\s(?:href|src|action|formaction|srcset|poster|cite|background)\s*=\s*["']?([^"'>]*)/gi;
const URL_IN_LINK = /\]\(\s*<?([^)>]*)|^ {0,3}\[[^\]]+\]:\s*<?(\S*)|<([a-z][a-z0-9+.-]*:[^>\s]*)>/gim;

/** The start of a code block in a list or a quote: marks with any indentation, because only a parser knows what it means. */
const FENCE = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}(?=[^`]*$)|~{3,})/;
/** A line of code. If it continues a list or a paragraph, it may be anything. */
const INDENTED = /^[ >]*(?:\t| {4})/;

function linesOutsideCode(text: string): string[] {
  let fence: string | undefined;
  return text.split("\n").filter((line) => {
    const [, marks] = FENCE.exec(line) ?? [];
    if (fence === undefined) {
      fence = marks;
      return marks === undefined && !INDENTED.test(line);
    }
    const isEnd = marks?.startsWith(fence) && /^[ \t>]*[`~]+[ \t\r]*$/.test(line);
    if (isEnd) fence = undefined;
    return false;
  });
}

/** Removes text that is shown literally or not at all: code, escaped characters and comments. */
const withoutCode = (text: string): string =>
  linesOutsideCode(text)
    .join("\n")
    .replace(/\\[\\<`]/g, "")
    .replace(/(?<!`)(`{1,20})(?!`)(?:[^\n]|\n(?![ \t]*\n)){0,2000}?(?<!`)\1(?!`)/g, "")
    .replace(/<!--[\s\S]*?-->/g, "");

/** Whether a URL runs a script. Browsers ignore white space and control characters in a scheme, and decode entities. */
const isActive = (url: string): boolean => {
  const decoded = url
    .replace(/&#x([0-9a-f]{1,6});?/gi, (_, hex: string) => characterOf(Number.parseInt(hex, 16)))
    .replace(/&#(\d{1,7});?/g, (_, digits: string) => characterOf(Number(digits)))
    .replace(/&(?:tab|newline);/gi, "")
    .replace(/&colon;/gi, ":");
  return /^(?:javascript:|vbscript:|data:text\/html)/.test(decoded.replace(/[\p{Cc}\s]/gu, "").toLowerCase());
};

const characterOf = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : "");

/** Why a readme would have to be sanitized, as the end of a sentence. Undefined if it would not. */
export function markdownComplaint(text: string): string | undefined {
  const shown = withoutCode(text);
  const [, element] = ACTIVE.exec(shown) ?? [];
  const say = (what: string) =>
    `must not contain ${what}, which the platform refuses to show. Put code between \` or \`\`\``;
  if (element !== undefined) return say(`the HTML element <${element.toLowerCase()}>`);
  const tags = shown.match(TAG) ?? [];
  // Attribute values are removed, because a title may contain `on…=`.
  if (tags.some((tag) => HANDLER.test(tag.replace(/=\s*(?:"[^"]*"|'[^']*')/g, "= "))))
    return say("HTML event handlers (on…=)");
  const urls = [
    ...tags.flatMap((tag) => [...tag.matchAll(URL_IN_TAG)].map(([, url]) => url)),
    ...[...shown.matchAll(URL_IN_LINK)].map(([, target, defined, auto]) => target ?? defined ?? auto),
  ];
  return urls.some((url) => isActive(url ?? "")) ? say("links that run scripts (javascript:)") : undefined;
}
