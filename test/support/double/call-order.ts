/** `team` of `check team`. */
const nameOf = (call: string): string => call.slice(call.indexOf(" ") + 1);
const isDelete = (call: string): boolean => call.startsWith("delete ");

/**
 * Returns the calls of one command in a form in which two runs can be compared. The engine handles independent resources at the
 * same time, so their calls have no fixed order and are sorted. The calls about one resource and its dependencies keep their
 * order, and so does each delete among the other calls.
 *
 * @param dependsOn whether the first resource depends on the second, directly or indirectly
 */
export function settledOrder(calls: readonly string[], dependsOn: (one: string, other: string) => boolean): string[] {
  const inOrder = (earlier: string, later: string): boolean => {
    if (isDelete(earlier) !== isDelete(later)) return true;
    const [one, other] = [nameOf(earlier), nameOf(later)];
    return one === other || dependsOn(one, other) || dependsOn(other, one);
  };
  const left = [...calls];
  const settled: string[] = [];
  while (left.length > 0) {
    const free = left.filter((call, at) => !left.slice(0, at).some((earlier) => inOrder(earlier, call)));
    const next = free.sort()[0] ?? "";
    settled.push(next);
    left.splice(left.indexOf(next), 1);
  }
  return settled;
}
