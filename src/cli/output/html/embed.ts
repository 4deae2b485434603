import { plain } from "../text";

/** Escapes a text for an HTML element, or for an attribute in double quotes. */
export const escapedHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * Returns data as JSON for a script element. It contains no `<`, because `</script` would end the element and `<!--` would extend it. Texts
 * are safe as in a report: one line without secrets and misleading characters.
 */
export function embeddedJson(data: unknown): string {
  // The search for secrets is slow, and many texts are repeated.
  const known = new Map<string, string>();
  const shown = (text: string): string => {
    const clean = known.get(text) ?? plain(text);
    known.set(text, clean);
    return clean;
  };
  return JSON.stringify(data, (_, value: unknown) => (typeof value === "string" ? shown(value) : value)).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
