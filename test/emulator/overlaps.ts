import { isPlaceholder, PathTemplate, partsOf } from "../../src/emulator/gateway/path-template";

/** One character of a path, or any number of them (`loops`). */
interface Token {
  readonly is: string | "not a slash" | "any";
  readonly loops: boolean;
}

const ONE = { segment: "not a slash", deep: "any" } as const;

/** Whether some path has the form of both templates. */
export const overlap = (a: string, b: string): boolean =>
  readings(a).some((one) => readings(b).some((other) => meet(one, other)));

/** Whether each path that has the form of one template has that of the other, too. */
export function isInside(inner: string, outer: string): boolean {
  // NUL, which no literal has, stands for what a placeholder takes; around a slash, where that may be several segments.
  const exampleOf = (part: string): string =>
    `${part.startsWith("{/") ? "/" : ""}${part.includes("=**") ? "\0/\0" : "\0"}`;
  const template = new PathTemplate(outer);
  return [inner, inner.replace(/\{\/.*?\}/, "")].every(
    (text) =>
      template.match(
        partsOf(text)
          .map((part) => (isPlaceholder(part) ? exampleOf(part) : part))
          .join(""),
      ) !== undefined,
  );
}

/** The ways to read a template: with what may be missing, and without. */
function readings(text: string): Token[][] {
  return partsOf(text).reduce<Token[][]>(
    (heads, part) => {
      const one = part.includes("=**") ? ONE.deep : ONE.segment;
      const isOptional = part.startsWith("{/");
      const tokens: Token[] = !isPlaceholder(part)
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
