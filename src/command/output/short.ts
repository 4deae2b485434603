import type { Column } from "../declaration";

/** Characters of a short uid. */
const LENGTH = 18;

/** Hex digits of a short digest, as `docker images` shows them. */
const DIGITS = 12;

/** Returns the short form of a uid, `…/4ecd951c40ecbe0c`. Its end identifies it. */
export function shortUid(uid: string): string {
  if (uid.length <= LENGTH) return uid;
  const last = uid.slice(uid.lastIndexOf("/"));
  return `…${last.length < LENGTH ? last : uid.slice(1 - LENGTH)}`;
}

export const shortFormOf = ({ short }: Pick<Column, "short">): ((text: string) => string) | undefined =>
  short === undefined
    ? undefined
    : { uid: shortUid, digest: (text: string) => `${text.slice(0, "sha256:".length + DIGITS)}…` }[short];
