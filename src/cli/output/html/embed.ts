import { plain } from "../text";

/** A text in HTML, in an element or in an attribute with double quotes. */
export const escapedHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * Data as JSON within a script element. HTML ends such an element at `</script`, and reads on past its end after `<!--`: no `<`
 * is left. Texts are those of a report: no secret, one line, nothing that misleads.
 */
export function embeddedJson(data: unknown): string {
  // Looking for secrets is what takes time, and many texts come again and again.
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
