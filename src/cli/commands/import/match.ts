/**
 * Whether a path of names, `web/frontend/ci`, is one that the globs mean; any path without globs. `*` and `?` stop at a slash,
 * `**` does not, and `web/**` means `web` too.
 */
export function pathMatcher(globs: readonly string[] | undefined): (path: string) => boolean {
  if (globs === undefined) return () => true;
  const patterns = globs.map((glob) => new RegExp(`^${patternOf(glob)}$`, "su"));
  return (path) => patterns.some((pattern) => pattern.test(path));
}

/** A glob as a regular expression. Runs of stars count once, so that none is slower than it must be. */
const patternOf = (glob: string): string =>
  glob
    .split(/(\/\*\*$|^\*\*\/|\/\*\*\/|\*{2,}|\*|\?)/)
    .map((part) => wildcards.get(part) ?? part.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&").replaceAll("\\-", "-"))
    .join("");

const wildcards: ReadonlyMap<string, string> = new Map([
  ["/**", "(?:\\/.*)?"],
  ["**/", "(?:.*\\/)?"],
  ["/**/", "\\/(?:.*\\/)?"],
  ["**", ".*"],
  ["*", "[^\\/]*"],
  ["?", "[^\\/]"],
]);
