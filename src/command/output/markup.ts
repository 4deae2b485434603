import { plain } from "./text";

/** HTML, as opposed to text. */
class Markup {
  constructor(readonly text: string) {}
}

export type { Markup };

/** Returns a template as HTML. The texts in it are escaped, so that none of them becomes markup. */
export const markup = (
  template: TemplateStringsArray,
  ...parts: readonly (string | number | Markup | readonly Markup[])[]
): Markup => {
  const texts = parts.map((part) => {
    if (part instanceof Markup) return part.text;
    if (typeof part === "object") return part.map(({ text }) => text).join("");
    return plain(String(part)).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
  });
  return new Markup(String.raw({ raw: template }, ...texts));
};
