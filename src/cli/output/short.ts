import type { PageColumn } from "../page";

/** Characters of a short uid: the last id of one that has several. */
const LENGTH = 18;

/** The hex digits that tell digests apart at sight, as `docker images` shows them. */
const DIGITS = 12;

/** The short form of a digest: `4ecd951c40ec`. */
export const shortDigest = (digest: string): string => digest.replace(/^sha256:/, "").slice(0, DIGITS);

/** The short form of a uid, `…/4ecd951c40ecbe0c`, or of another id: its end tells it from others. */
export function shortUid(uid: string): string {
  if (uid.length <= LENGTH) return uid;
  const last = uid.slice(uid.lastIndexOf("/"));
  return `…${last.length < LENGTH ? last : uid.slice(1 - LENGTH)}`;
}

/** The short form of the values of a column; undefined for values without one. */
export const shortFormOf = ({ short }: Pick<PageColumn, "short">): ((text: string) => string) | undefined =>
  short === undefined
    ? undefined
    : { uid: shortUid, digest: (text: string) => `${text.slice(0, "sha256:".length + DIGITS)}…` }[short];
