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

/** Compares numbers. After the first one, a number with a leading zero compares like a decimal fraction. */
function compareNumbers(first: string, second: string): number {
  const [a, b] = [first.split("."), second.split(".")];
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const [x, y] = [a[i], b[i]];
    if (x === undefined || y === undefined) return x === undefined ? -1 : 1;
    const isFraction = i > 0 && (x.startsWith("0") || y.startsWith("0"));
    const order = isFraction ? compareTexts(x, y) : Number(x) - Number(y);
    if (order !== 0) return order;
  }
  return 0;
}

function compareSuffixes(first: string, second: string): number {
  const [a, b] = [partsOf(first), partsOf(second)];
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const [[rank = 0, number = 0] = [], [otherRank = 0, otherNumber = 0] = []] = [a[i], b[i]];
    if (rank !== otherRank || number !== otherNumber) return rank - otherRank || number - otherNumber;
  }
  return 0;
}

const partsOf = (suffixes: string): (readonly [rank: number, number: number])[] =>
  [...suffixes.matchAll(/_([a-z]+)(\d*)/g)].map(([, name = "", number]) => [SUFFIXES[name] ?? 0, Number(number || 0)]);
