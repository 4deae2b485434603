/**
 * Templates of paths: `{digest}` stands for one segment, `{uid=**}` for one or several, and `{/uid=**}` for the same with the
 * slash before it, or for nothing. They are matched against paths as they were sent.
 */

/** Names of the placeholders of a template: `"repo" | "digest"`. */
export type NamesIn<Path extends string> = Path extends `${string}{${infer Part}}${infer Rest}`
  ? NameOf<Part> | NamesIn<Rest>
  : never;
type NameOf<Part extends string> = Part extends `/${infer Name}=**`
  ? Name
  : Part extends `${infer Name}=**`
    ? Name
    : Part;

const PLACEHOLDER = /(\{\/?\w+(?:=\*\*)?\})/;

/** A template cut at its placeholders, which are parts of their own. */
export const partsOf = (template: string): string[] => template.split(PLACEHOLDER);

/** Whether a part of a template is a placeholder. */
export const isPlaceholder = (part: string): boolean => PLACEHOLDER.test(part);

/** A template, ready to be matched. */
export class PathTemplate {
  private readonly pattern: RegExp;
  /** Number of characters that are no placeholder's. */
  readonly literals: number;
  readonly placeholders: number;

  constructor(text: string) {
    const parts = partsOf(text);
    this.pattern = new RegExp(`^${parts.map(sourceOf).join("")}$`, "s");
    this.placeholders = parts.filter(isPlaceholder).length;
    this.literals = parts.filter((part) => !isPlaceholder(part)).join("").length;
  }

  /** The parts of a path by the names of the placeholders, still escaped; undefined for a path of another form. */
  match(path: string): Readonly<Record<string, string>> | undefined {
    const match = this.pattern.exec(path);
    if (match === null) return undefined;
    return Object.fromEntries(Object.entries(match.groups ?? {}).map(([name, part]) => [name, part ?? ""]));
  }
}

function sourceOf(part: string): string {
  const [, slash, name, deep] = /^\{(\/)?(\w+)(=\*\*)?\}$/.exec(part) ?? [];
  if (name === undefined) return part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  if (slash !== undefined) return `(?:/(?<${name}>.*))?`;
  return `(?<${name}>${deep === undefined ? "[^/]+" : ".+"})`;
}
