import { compareTexts } from "../../order";

/** Compares versions of apk packages, `8.9.1_rc2-r3`, as apk-tools do. */

const FORM =
  /^(?<numbers>\d+(?:\.\d+)*)(?<letter>[a-z]?)(?<suffixes>(?:_(?:alpha|beta|pre|rc|cvs|svn|git|hg|p)\d*)*)(?:~[0-9a-f]+)?(?:-r(?<revision>\d+))?$/;
/** Suffixes of versions before a release are negative, those after it are positive. */
const SUFFIXES: Readonly<Record<string, number>> = {
  alpha: -4,
  beta: -3,
  pre: -2,
  rc: -1,
  cvs: 1,
  svn: 2,
  git: 3,
  hg: 4,
  p: 5,
};

/** Compares two versions: negative if the first is older. Undefined if one is not an apk version. */
export function compareApkVersions(first: string, second: string): number | undefined {
  const [a, b] = [FORM.exec(first)?.groups, FORM.exec(second)?.groups];
  if (a === undefined || b === undefined) return undefined;
  return (
    compareNumbers(a.numbers ?? "", b.numbers ?? "") ||
    compareTexts(a.letter ?? "", b.letter ?? "") ||
    compareSuffixes(a.suffixes ?? "", b.suffixes ?? "") ||
    Number(a.revision ?? 0) - Number(b.revision ?? 0)
  );
}

type Compare<T> = (a: T | undefined, b: T | undefined, place: number) => number;

const compareLists = <T>(a: readonly T[], b: readonly T[], compare: Compare<T>): number => {
  const orders = Array.from({ length: Math.max(a.length, b.length) }, (_, i) => compare(a[i], b[i], i));
  return orders.find((order) => order !== 0) ?? 0;
};

/** After the first number, one with a leading zero compares like a decimal fraction. A version without a further number is older. */
const compareNumbers = (a: string, b: string): number =>
  compareLists(a.split("."), b.split("."), (x = "-1", y = "-1", place) =>
    place > 0 && (x.startsWith("0") || y.startsWith("0")) ? compareTexts(x, y) : Number(x) - Number(y),
  );

const compareSuffixes = (a: string, b: string): number => compareLists(ranksIn(a), ranksIn(b), (x = 0, y = 0) => x - y);

/** Returns two numbers for each suffix: `-1, 2` for `_rc2`. */
const ranksIn = (suffixes: string): number[] =>
  [...suffixes.matchAll(/_([a-z]+)(\d*)/g)].flatMap(([, name = "", number]) => [SUFFIXES[name] ?? 0, Number(number)]);
