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

/** One character of a path, or any number of them (`loops`). */
interface Token {
  readonly is: string | "not a slash" | "any";
  readonly loops: boolean;
}

const PLACEHOLDER = /(\{\/?\w+(?:=\*\*)?\})/;
const ONE = { segment: "not a slash", deep: "any" } as const;

/** A template, ready to be matched. */
export class PathTemplate {
  private readonly pattern: RegExp;
  /** Number of characters that are no placeholder's. */
  readonly literals: number;
  readonly placeholders: number;

  constructor(readonly text: string) {
    const parts = text.split(PLACEHOLDER);
    this.pattern = new RegExp(`^${parts.map(sourceOf).join("")}$`, "s");
    this.placeholders = parts.filter((part) => PLACEHOLDER.test(part)).length;
    this.literals = parts.filter((part) => !PLACEHOLDER.test(part)).join("").length;
  }

  /** The parts of a path by the names of the placeholders, still escaped; undefined for a path of another form. */
  match(path: string): Readonly<Record<string, string>> | undefined {
    const match = this.pattern.exec(path);
    if (match === null) return undefined;
    return Object.fromEntries(Object.entries(match.groups ?? {}).map(([name, part]) => [name, part ?? ""]));
  }

  /** Whether some path has both forms. */
  overlaps(other: PathTemplate): boolean {
    const [ours, theirs] = [readings(this.text), readings(other.text)];
    return ours.some((a) => theirs.some((b) => meet(a, b)));
  }

  /** Whether each path of this form has the other one, too. */
  isInside(other: PathTemplate): boolean {
    // A character that no literal has stands for what a placeholder takes; around a slash, where that may be several segments.
    return [this.text, this.text.replace(/\{\/.*?\}/, "")].every((text) =>
      other.pattern.test(
        text
          .split(PLACEHOLDER)
          .map((part) => (PLACEHOLDER.test(part) ? exampleOf(part) : part))
          .join(""),
      ),
    );
  }
}

const exampleOf = (part: string): string =>
  `${part.startsWith("{/") ? "/" : ""}${part.includes("=**") ? "\0/\0" : "\0"}`;

function sourceOf(part: string): string {
  const [, slash, name, deep] = /^\{(\/)?(\w+)(=\*\*)?\}$/.exec(part) ?? [];
  if (name === undefined) return part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  if (slash !== undefined) return `(?:/(?<${name}>.*))?`;
  return `(?<${name}>${deep === undefined ? "[^/]+" : ".+"})`;
}

/** The ways to read a template: with what may be missing, and without. */
function readings(text: string): Token[][] {
  return text.split(PLACEHOLDER).reduce<Token[][]>(
    (heads, part) => {
      const one = part.includes("=**") ? ONE.deep : ONE.segment;
      const isOptional = part.startsWith("{/");
      const tokens: Token[] = !PLACEHOLDER.test(part)
        ? [...part].map((is) => ({ is, loops: false }))
        : [
            { is: isOptional ? "/" : one, loops: false },
            { is: one, loops: true },
          ];
      return heads.flatMap((head) => [[...head, ...tokens], ...(isOptional ? [head] : [])]);
    },
    [[]],
  );
}

/** Whether some text is read by both: a search through all pairs of places that one text can lead to. */
function meet(a: readonly Token[], b: readonly Token[]): boolean {
  const pending: [number, number][] = [[0, 0]];
  const seen = new Set<number>();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [i, j] = next;
    const place = i * (b.length + 1) + j;
    if (seen.has(place)) continue;
    seen.add(place);
    const [one, other] = [a[i], b[j]];
    if (one === undefined && other === undefined) return true;
    if (one?.loops) pending.push([i + 1, j]);
    if (other?.loops) pending.push([i, j + 1]);
    if (one === undefined || other === undefined || !share(one.is, other.is)) continue;
    pending.push([one.loops ? i : i + 1, other.loops ? j : j + 1]);
  }
  return false;
}

/** Whether some character is both. */
function share(a: Token["is"], b: Token["is"]): boolean {
  if (a === ONE.deep || b === ONE.deep || a === b) return true;
  if (a !== ONE.segment && b !== ONE.segment) return false;
  return (a === ONE.segment ? b : a) !== "/";
}
