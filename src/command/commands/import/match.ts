/** Matches paths of names with globs, all without any. `*` and `?` stop at a slash, `**` does not, and `web/**` matches `web` too. */
export function pathMatcher(globs: readonly string[] | undefined): (path: string) => boolean {
  if (globs === undefined) return () => true;
  const patterns = globs.map((glob) => new RegExp(`^${patternOf(glob)}$`, "su"));
  return (path) => patterns.some((pattern) => pattern.test(path));
}

/** Returns a glob as a regular expression. A run of stars becomes one wildcard, to avoid slow backtracking. */
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
