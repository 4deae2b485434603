/** Parses JSON. Returns undefined for any other text, which the schemas then refuse. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
