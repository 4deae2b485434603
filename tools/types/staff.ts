import type { Field } from "../../src/description/spec/types";

/** The comment of a field, with who can set it where that is the platform's staff alone. */
export function withStaff(comment: string, { options, presence }: Field): string {
  if (options.staffOnly === undefined) return comment;
  const advice = presence === "computed" ? "" : " Leave it out.";
  return `${comment} Only the platform's staff can set it.${advice}`;
}
