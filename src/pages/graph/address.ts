import type { Kind } from "../model/access";
import type { Selection } from "../model/focus";

/** What is chosen, as the fragment of the page's address: so the browser goes back to it, and a link can name it. */

const KINDS: readonly Kind[] = ["group", "identity", "role"];

/** The fragment of a selection. */
export const fragmentOf = ({ kind, id }: Selection): string => `#${kind}=${encodeURIComponent(id)}`;

/** The selection of a fragment; undefined for one of something else. */
export function selectionOf(fragment: string): Selection | undefined {
  const [, name, text = ""] = /^#(\w+)=(.+)$/.exec(fragment) ?? [];
  const kind = KINDS.find((known) => known === name);
  if (kind === undefined) return undefined;
  try {
    return { kind, id: decodeURIComponent(text) };
  } catch (error) {
    // A fragment that was cut in the middle of a character.
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
