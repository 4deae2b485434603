import type { Column } from "../declaration";
import { cutTo, widthOf, wrapped } from "./text";

export const GAP = "  ";

/** Minimum width of a column, in characters. */
const MIN_WIDTH = 4;
/** Width from which a column of details is useful: a kind or a CVE id fits. A narrower one is hidden. */
const DETAIL_WIDTH = 16;
/** Width of a column of sentences or values, where there is room, and where there is little. */
const READABLE_WIDTH = 30;
const WRAPPED_WIDTH = 12;

export interface Fitted {
  readonly column: Column;
  readonly width: number;
  /** For the heading, if any, and the values, their lines. No line is wider than the width. */
  readonly texts: readonly (readonly string[])[];
}

/** A column before its texts are cut. */
interface Whole {
  readonly column: Column;
  readonly texts: readonly string[];
  readonly width: number;
}

/** Characters of a short uid, and of a short digest: 12 hex digits, as `docker images` shows them. */
const [SHORT_UID, SHORT_DIGEST] = [18, "sha256:".length + 12];

const shortForms = {
  /** `…/4ecd951c40ecbe0c`: the end identifies a uid. */
  uid(text: string): string {
    if (text.length <= SHORT_UID) return text;
    const last = text.slice(text.lastIndexOf("/"));
    return `…${last.length < SHORT_UID ? last : text.slice(1 - SHORT_UID)}`;
  },
  digest: (text: string): string => `${text.slice(0, SHORT_DIGEST)}…`,
};

/** Returns the width down to which a column may be narrowed. */
type Least = (one: Whole) => number;

/**
 * Fits columns into the width of a terminal. It shortens uids and digests, hides uids, narrows details, and hides those. Then it leaves
 * out the first groups of paths, wraps sentences and values in few characters, and wraps names last. It never narrows whole columns.
 *
 * @param texts for each column its heading, if any, and its values
 */
export function fitted(columns: readonly Column[], texts: readonly (readonly string[])[], available: number): Fitted[] {
  const whole = columns.map((column, i) => wide(column, texts[i] ?? []));
  if (excessOf(whole, available) <= 0) return cut(whole, whole.map(widthIn));
  const left = whole.map(({ column, texts: [heading = "", ...values] }) => {
    return wide(column, [heading, ...(column.short === undefined ? values : values.map(shortForms[column.short]))]);
  });
  hideLast(
    left,
    ({ short }) => short === "uid",
    () => excessOf(left, available) <= 0,
  );
  hideLast(left, isDetail, () => narrowed(left, available, [readable]).excess <= 0);
  return cut(left, narrowed(left, available, [readable, leastPath, leastWrapped, leastName, least]).widths);
}

const wide = (column: Column, texts: readonly string[]): Whole => ({
  column,
  texts,
  width: texts.reduce((most, text) => Math.max(most, widthOf(text)), 0),
});

const widthIn = ({ width }: Pick<Whole, "width">): number => width;

/** Returns how many characters too wide the columns are. */
const excessOf = (all: readonly Pick<Whole, "width">[], available: number): number =>
  all.reduce((sum, { width }) => sum + width, GAP.length * (all.length - 1)) - available;

/** Hides columns from the last one on, until the others fit. */
function hideLast(left: Whole[], mayBeHidden: (column: Column) => boolean, fits: () => boolean): void {
  for (let i = left.length - 1; i >= 0 && !fits(); i--) {
    const one = left[i];
    if (one !== undefined && mayBeHidden(one.column)) left.splice(i, 1);
  }
}

/** Whether a column only has details, which may be hidden. */
const isDetail = ({ isWhole, isName, isFinding, isWrapped, short }: Column): boolean =>
  !isWhole && !isName && !isFinding && !isWrapped && short === undefined;

const readable: Least = ({ column, width }) => {
  if (column.isWrapped) return READABLE_WIDTH;
  return isDetail(column) && !column.isNumber ? DETAIL_WIDTH : width;
};
const leastWrapped: Least = ({ column, width }) => (column.isWrapped ? WRAPPED_WIDTH : width);
const leastPath: Least = ({ column, texts, width }) =>
  column.isName ? Math.max(...texts.map((text) => widthOf(shortPath(text, 0)))) : width;
const leastName: Least = ({ column, width }) => (column.isName ? WRAPPED_WIDTH : width);
const least: Least = ({ column: { isWhole, isNumber, short }, width }) =>
  isWhole || isNumber || short !== undefined ? width : MIN_WIDTH;

/** Narrows the widest columns first, as far as one rule after the other allows. */
function narrowed(all: readonly Whole[], available: number, rules: readonly Least[]) {
  const widths = all.map(widthIn);
  let excess = excessOf(all, available);
  for (const rule of rules) {
    const leasts = all.map(rule);
    while (excess > 0) {
      const widest = widths.reduce(
        (best, width, i) => (width > (leasts[i] ?? 0) && (best < 0 || width > (widths[best] ?? 0)) ? i : best),
        -1,
      );
      if (widest < 0) break;
      widths[widest] = (widths[widest] ?? 0) - 1;
      excess -= 1;
    }
  }
  return { widths, excess };
}

const cut = (all: readonly Whole[], widths: readonly number[]): Fitted[] =>
  all.map(({ column, texts }, i) => {
    const room = widths[i] ?? 0;
    const linesOf = (text: string) => {
      if (column.isName) return wrapped(shortPath(text, room), room);
      return column.isWrapped ? wrapped(text, room) : [cutTo(text, room)];
    };
    const cells = texts.map(linesOf);
    return { column, width: wide(column, cells.flat()).width, texts: cells };
  });

/** A path, with the words before it: `iam:Role in acme/team-a`. Texts with quotes are no paths. */
const PATH = /^(?<before>[^/"]* )?(?<path>[^/"]*\/[^"]*)$/u;

/** Returns a text with its path in shorter and shorter forms: without the first group, and in the end with its last name only. */
function shorterForms(text: string): string[] {
  const { before = "", path = "" } = PATH.exec(text)?.groups ?? {};
  const names = path.split("/");
  return names.slice(1).map((_, i) => `${before}…/${names.slice(i + 1).join("/")}`);
}

/** Leaves out the first groups of a path that is too wide, as few as possible. */
function shortPath(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  const forms = shorterForms(text);
  return forms.find((one) => widthOf(one) <= width) ?? forms.at(-1) ?? text;
}
