import { inputFields } from "../../src/spec/resource";
import type { Fields } from "../../src/spec/types";

/** Inputs of which not all can be given together, or not all left out. */
export interface Choice {
  readonly rule: "exactlyOneOf" | "atMostOneOf" | "atLeastOneOf";
  /** Their names, two or more. */
  readonly names: readonly string[];
}

const RULES = ["exactlyOneOf", "atMostOneOf", "atLeastOneOf"] as const;

/** The choices among the inputs of an object, as its declaration has them. */
export function choicesIn(fields: Fields): Choice[] {
  const found = new Map<string, { rule: Choice["rule"]; names: string[] }>();
  for (const [name, { options }] of inputFields(fields)) {
    for (const rule of RULES) {
      const group = options[rule];
      if (group === undefined) continue;
      const choice = found.get(`${rule} ${group}`) ?? { rule, names: [] };
      choice.names.push(name);
      found.set(`${rule} ${group}`, choice);
    }
  }
  return [...found.values()].filter(({ names }) => names.length > 1);
}

const words = {
  exactlyOneOf: "Exactly one of",
  atMostOneOf: "At most one of",
  atLeastOneOf: "At least one of",
} as const;

/** A choice as a sentence: ``Exactly one of `issuer` and `issuerPattern` must be given.`` */
export function choiceText({ rule, names }: Choice): string {
  const quoted = names.map((name) => `\`${name}\``);
  const list = `${quoted.slice(0, -1).join(", ")} and ${quoted.at(-1)}`;
  return `${words[rule]} ${list} ${rule === "atMostOneOf" ? "may be given" : "must be given"}.`;
}

/** The comment of an input, with the choice that it is part of. */
export function withChoice(comment: string, fields: Fields, name: string): string {
  const choice = choicesIn(fields).find(({ names }) => names.includes(name));
  return choice === undefined ? comment : `${comment} ${choiceText(choice)}`;
}
