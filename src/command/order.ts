/** Compares two texts by their UTF-16 units. The order is the same on every machine. */
export const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export const sortedBy = <T>(things: Iterable<T>, textOf: (thing: T) => string): T[] =>
  [...things]
    .map((thing) => ({ thing, text: textOf(thing) }))
    .sort((a, b) => compareTexts(a.text, b.text))
    .map(({ thing }) => thing);
