import type { Oneof } from "../../src/description/spec/field-options";
import { oneofsIn } from "../../src/description/spec/resource";
import type { Fields } from "../../src/description/spec/types";

/** Inputs of which not all can be given together, or not all left out. */
export type Choice = Oneof & { readonly members: readonly string[] };

/** The choices among the inputs of an object, as its declaration has them. */
export const choicesIn = (fields: Fields): Choice[] => oneofsIn(fields).filter(({ members }) => members.length > 1);

/** A choice as a sentence: ``Exactly one of `issuer` and `issuerPattern` must be given.`` */
export function choiceText({ given, members }: Choice): string {
  const quoted = members.map((name) => `\`${name}\``);
  const list = `${quoted.slice(0, -1).join(", ")} and ${quoted.at(-1)}`;
  const text = `${given} of ${list} ${given === "at most one" ? "may be given" : "must be given"}.`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function withChoice(comment: string, fields: Fields, name: string): string {
  const choice = choicesIn(fields).find(({ members }) => members.includes(name));
  return choice === undefined ? comment : `${comment} ${choiceText(choice)}`;
}
