/** `team` of `check team`. */
const nameOf = (call: string): string => call.slice(call.indexOf(" ") + 1);
const isDelete = (call: string): boolean => call.startsWith("delete ");

/**
 * The calls of one command in the form that two runs are compared in. The engine handles resources at the same time when none
 * of them depends on the other, so that the order of their calls is open: then they are sorted. All else stays in order: the
 * calls about one resource and about what it depends on, and each delete among the calls that are not deletes.
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
