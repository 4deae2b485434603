/** Suggests the most similar known name, or lists all of them if none is similar. */
export function suggestion(name: string, known: readonly string[]): string {
  const nearest = nearestTo(name, known);
  if (nearest !== undefined) return `Did you mean ${nearest}?`;
  return `Must be one of: ${known.slice(0, 30).join(", ")}${known.length > 30 ? ", …" : ""}`;
}

/** The most similar known name. Undefined if none is similar. */
export function nearestTo(name: string, known: readonly string[]): string | undefined {
  // A name without its prefix, or in another notation, is the best match: BASE or repo.list for CAP_REPO_LIST.
  const ending = `_${name.toUpperCase().replace(/[^A-Z0-9]+/g, "_")}`;
  const ranked = known.map((candidate) => ({
    candidate,
    distance: candidate.endsWith(ending) ? 0 : editDistance(name.toLowerCase(), candidate.toLowerCase()),
  }));
  ranked.sort((a, b) => a.distance - b.distance);
  const [nearest] = ranked;
  const isNear = nearest !== undefined && nearest.distance <= Math.max(2, nearest.candidate.length / 2);
  return isNear ? nearest.candidate : undefined;
}

export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= Math.min(a.length, 100); i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substitution, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
