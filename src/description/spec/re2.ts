import type { RE2JS } from "re2js";

/** Patterns of RE2, the platform's pattern language. JavaScript's has other syntax, and takes exponential time for some patterns. */

/** Loads RE2 at the first pattern of a program, because that takes 40 ms. A bundler finds this `require`. */
const load = () =>
  // The type of the package that this text names.
  require("re2js") as typeof import("re2js");

/** Returns a compiled pattern, or why RE2 cannot compile it, without any part of it. */
function compiled(pattern: string): RE2JS | string {
  const { RE2JS, RE2JSSyntaxException } = load();
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) return error.getDescription();
    throw error;
  }
}

/** Why RE2 cannot compile a pattern, as the end of a sentence. Undefined if it can. */
export function patternComplaint(pattern: string): string | undefined {
  const reason = compiled(pattern);
  return typeof reason === "string"
    ? `must be a pattern of RE2, which has no lookaround and no backreferences: ${reason}`
    : undefined;
}

/** Whether a pattern matches a whole text. One that RE2 cannot compile matches nothing. */
export function matchesWhole(pattern: string, text: string): boolean {
  const matcher = compiled(pattern);
  return typeof matcher !== "string" && matcher.matches(text);
}

/** What a valid pattern that does not begin with `^` and end with `$` may also accept. Undefined for an anchored one. */
export function anchorAdvice(pattern: string): string | undefined {
  const parts = alternatives(pattern);
  const open = [
    ...(parts.every(isAnchoredAtStart) ? [] : ["before"]),
    ...(parts.every(isAnchoredAtEnd) ? [] : ["after"]),
  ];
  if (open.length === 0) return undefined;
  const form = parts.length > 1 ? "^(…)$" : "^…$";
  return `should be anchored, ${form}, because the platform may also accept a value with any other text ${open.join(" or ")} what it matches`;
}

/** An escape, a quotation, a class of characters, or one other character. */
const TOKEN = /\\Q.*?(?:\\E|$)|\\.|\[\^?\]?(?:\\.|\[:\^?\w+:\]|[^\]\\])*\]|./gs;

/** The alternatives of a pattern that no group contains, as tokens. Flags at its beginning do not count, unless they change `^` and `$`. */
function alternatives(pattern: string): string[][] {
  const tokens = pattern.replace(/^\(\?[isU]+\)/, "").match(TOKEN) ?? [];
  const parts: string[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (token === "(") depth += 1;
    if (token === ")") depth -= 1;
    if (token === "|" && depth === 0) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}

const isAnchoredAtStart = ([first = "", second = ""]: readonly string[]): boolean =>
  /^(\^|\\A)$/.test(first) && !/^[?*+{]$/.test(second);

const isAnchoredAtEnd = (tokens: readonly string[]): boolean => /^(\$|\\z)$/.test(tokens.at(-1) ?? "");
