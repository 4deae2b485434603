/** Path templates. `{digest}` matches one segment, `{uid=**}` one or more, `{/uid=**}` the same after a slash, or nothing. They match raw paths. */

const PLACEHOLDER = /(\{\/?\w+(?:=\*\*)?\})/;

export const partsOf = (template: string): string[] => template.split(PLACEHOLDER);

export const isPlaceholder = (part: string): boolean => PLACEHOLDER.test(part);

export class PathTemplate {
  private readonly pattern: RegExp;
  readonly literals: number;
  readonly placeholders: number;

  constructor(text: string) {
    const parts = partsOf(text);
    this.pattern = new RegExp(`^${parts.map(sourceOf).join("")}$`, "s");
    this.placeholders = parts.filter(isPlaceholder).length;
    this.literals = parts.filter((part) => !isPlaceholder(part)).join("").length;
  }

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
