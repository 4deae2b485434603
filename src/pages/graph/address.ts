import type { Kind } from "../model/access";
import type { Selection } from "../model/focus";

/** The selection in the fragment of the page's address, so that links and the browser's back button work. */

const KINDS: readonly Kind[] = ["group", "identity", "role"];

/** Returns the fragment of a selection. */
export const fragmentOf = ({ kind, id }: Selection): string => `#${kind}=${encodeURIComponent(id)}`;

/** Returns the selection of a fragment, or undefined for another fragment. */
export function selectionOf(fragment: string): Selection | undefined {
  const [, name, text = ""] = /^#(\w+)=(.*)$/.exec(fragment) ?? [];
  const kind = KINDS.find((known) => known === name);
  if (kind === undefined) return undefined;
  try {
    return { kind, id: decodeURIComponent(text) };
  } catch (error) {
    // The fragment was cut in the middle of a character.
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
