import {
  ApiError,
  InvalidArgumentError,
  PermissionDeniedError,
  ProtocolError,
  TransportError,
} from "../../client/api/errors";
import type { ResourceSpec, VerbNeeds } from "../../description/spec/resource";
import { inWords, staffInputs } from "../../description/spec/staff-only";
import type { Values } from "../../description/spec/values";
import { NotAppliedError } from "../errors";
import { changes } from "../state/changes";

export interface RefusedVerb {
  readonly spec: ResourceSpec;
  readonly verb: Exclude<keyof VerbNeeds, "see" | "delete">;
  /** The inputs that it sent, by their outermost names. */
  readonly fields: readonly string[];
  /** The inputs that a later request sends. */
  readonly waiting?: readonly string[];
  readonly error: unknown;
}

/** Whether the same request fails again until somebody changes the program or a role. */
const isFinal = (error: unknown): boolean =>
  [PermissionDeniedError, InvalidArgumentError, NotAppliedError].some((type) => error instanceof type);

/** The changed inputs that a request to a collection or an object sends. Inputs with a path of their own wait. */
export function sentFields(
  { fields }: ResourceSpec,
  recorded: Values,
  desired: Values,
): Required<Pick<RefusedVerb, "fields" | "waiting">> {
  const changed = [...new Set(changes(fields, recorded, desired).flatMap(({ path: [name = ""] }) => name))];
  const optionsOf = (name: string) => fields[name]?.options ?? {};
  return {
    fields: changed.filter((name) => {
      const { parent, subresource, clientOnly } = optionsOf(name);
      return !(parent || subresource || clientOnly);
    }),
    waiting: changed.filter((name) => optionsOf(name).subresource !== undefined),
  };
}

/** What the user does about a refusal, each remedy on a line of its own, to append to a message. Empty if nothing is known. */
export function remediesFor({ spec, verb, fields, waiting = [], error }: RefusedVerb): string {
  if (!isFinal(error)) return "";
  const lines: string[] = [];
  const staff = staffInputs(spec, fields);
  if (staff.length > 0) {
    // The next request would be refused for the same reason.
    const all = [...new Set([...staff, ...staffInputs(spec, waiting)])];
    const it = all.length > 1 ? "them" : "it";
    const remedy = `Give ${inWords(all)} the platform's value, or remove ${it} if the platform has none`;
    lines.push(`${remedy}, because only the platform's staff can set ${it}.`);
  }
  if (error instanceof NotAppliedError && staff.length === 0) lines.push(OTHER_VALUE);
  const isOnlyForStaff = fields.length > 0 && fields.length === staff.length;
  if (error instanceof PermissionDeniedError && !isOnlyForStaff) lines.push(...rightsFor(spec, verb));
  return lines.map((line) => `\n- ${line}`).join("");
}

/** What to do if the platform keeps its own form of a value. The value is not shown, because it may be another form of a secret. */
export const OTHER_VALUE =
  "If the platform keeps its value each time, write this value in the program. pulumi preview --refresh --diff shows it.";

/** What to add to the message of an update that failed with this error. Empty if the platform has not stored it. */
export const undoText = (error: unknown): string =>
  error instanceof TransportError ||
  error instanceof ProtocolError ||
  (error instanceof ApiError && (!error.isRefusal || error.code === "INTERNAL"))
    ? "\n- The platform may have done it. If you undo the change, run pulumi up --refresh."
    : "";

/** The end of a message about an incomplete object: what the user does, or that the next update completes it. */
export function nextStep(refused: RefusedVerb): string {
  const { fields, error } = refused;
  const remedies = remediesFor(refused);
  if (error instanceof InvalidArgumentError && fields.length > 0) {
    return `\n- If the platform names a mistake in ${inWords(fields)}, correct that value.${remedies}`;
  }
  if (remedies !== "") return remedies;
  return ". The next update completes it";
}

function rightsFor(spec: ResourceSpec, verb: RefusedVerb["verb"]): string[] {
  if (spec.peculiar?.staffOnly && verb === "create") {
    return ["Ask the platform's staff to create it, because customers cannot."];
  }
  const own = spec.needs[verb];
  if (own === undefined) return [];
  const needed = [...new Set([...own, ...spec.needs.see])];
  return [
    `If the token's identity lacks the capability ${needed.join(" or ")} in this group, ask an owner of the organization for a role that has it.`,
  ];
}
