import { InvalidArgumentError, PermissionDeniedError } from "../../api/errors";
import type { ResourceSpec, VerbNeeds } from "../../spec/resource";
import type { Values } from "../../spec/values";
import { NotAppliedError } from "../errors";
import { changes } from "../state/changes";

/** A request that the platform refused, or carried out without some of its values. */
export interface Refused {
  readonly spec: ResourceSpec;
  readonly verb: Exclude<keyof VerbNeeds, "see" | "delete">;
  /** The inputs that it sent, at the top. */
  readonly fields: readonly string[];
  readonly error: unknown;
}

/** Whether the same request fails again, until somebody changes the program or a role. */
const isFinal = (error: unknown): boolean =>
  [PermissionDeniedError, InvalidArgumentError, NotAppliedError].some((type) => error instanceof type);

/** Those of some inputs that only the platform's staff can set. */
const staffFields = ({ fields }: ResourceSpec, names: readonly string[]): string[] =>
  names.filter((name) => fields[name]?.options.staffOnly !== undefined);

/** The inputs that a request to a collection, or to an object in it, sends: those that differ, without what has a path of its own. */
export const sentFields = ({ fields }: ResourceSpec, recorded: Values, desired: Values): string[] => {
  const changed = changes(fields, recorded, desired).flatMap(({ path: [name = ""] }) => name);
  return [...new Set(changed)].filter((name) => {
    const { parent, subresource, clientOnly } = fields[name]?.options ?? {};
    return !(parent || subresource || clientOnly);
  });
};

/**
 * What the user does about a refusal, each remedy as a line of a list, to be put behind what happened. Empty where nothing is known
 * of it.
 */
export function remediesFor({ spec, verb, fields, error }: Refused): string {
  if (!isFinal(error)) return "";
  const lines: string[] = [];
  const staff = staffFields(spec, fields);
  if (staff.length > 0) {
    const it = staff.length > 1 ? "them" : "it";
    // advice: remove-staff-field
    lines.push(`Remove ${listOf(staff)} from the program, because only the platform's staff can set ${it}.`);
  }
  const isOnlyForStaff = fields.length > 0 && fields.length === staff.length;
  if (error instanceof PermissionDeniedError && !isOnlyForStaff) lines.push(...rightsFor(spec, verb));
  return lines.map((line) => `\n- ${line}`).join("");
}

/** How a message about an object that is not complete ends: what the user does, or that the next update does it. */
export function nextStep(refused: Refused): string {
  const { fields, error } = refused;
  const remedies = remediesFor(refused);
  if (error instanceof InvalidArgumentError && fields.length > 0) {
    // advice: correct-the-value
    return `\n- If the message names a mistake in ${listOf(fields)}, correct it.${remedies}`;
  }
  if (remedies !== "") return remedies;
  // advice: next-update
  return ". The next update completes it";
}

/** Who can grant what a verb needs. */
function rightsFor(spec: ResourceSpec, verb: Refused["verb"]): string[] {
  if (spec.staffOnly && verb === "create") {
    // advice: ask-the-staff
    return ["Ask the platform's staff to create it, because customers cannot."];
  }
  const own = spec.needs[verb];
  if (own === undefined) return [];
  const needed = [...new Set([...own, ...spec.needs.see])];
  // advice: ask-an-owner
  return [`If the token's identity lacks ${needed.join(" or ")} there, ask an owner of the organization to grant it.`];
}

const listOf = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
