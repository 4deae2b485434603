import type { PreconditionError } from "../api/errors";
import type { JsonObject } from "../api/json";
import { nameOf, parentField, pluralOf, type ResourceSpec } from "../spec/resource";
import type { Values } from "../spec/values";
import { type Dependent, type Dependents, keyText } from "./siblings";

const lowerFirst = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1);

/** How the own name of an object is shown: `Group "team" (uid)`. */
const titleOf = (spec: ResourceSpec, uid: string, values: Values): string =>
  typeof values.name === "string"
    ? `${nameOf(spec)} ${JSON.stringify(values.name)} (${uid})`
    : `${nameOf(spec)} ${uid}`;

/**
 * A blocked delete, retold as what to delete first. Names kind, name and uid of everything that is still there, and the
 * code that makes Pulumi keep the order by itself.
 */
export function explainBlockedDelete(
  spec: ResourceSpec,
  uid: string,
  recorded: Values,
  error: PreconditionError,
  { found, unlisted, isCut }: Dependents,
  hasSeen: (uid: string) => boolean,
): string {
  const title = titleOf(spec, uid, recorded);
  const said =
    error.violations
      .map(({ type, description }) => [type, description].filter(Boolean).join(": "))
      .join("; ")
      .slice(0, 2_000) || error.message;
  const blind =
    unlisted.length === 0
      ? []
      : [`This token may not list ${unlisted.map(pluralOf).join(", ")}: there may be some of these in the way too.`];
  if (found.length === 0) {
    return [
      `${title} cannot be deleted: ${said}. Nothing that this token can see is inside it or refers to it any more: run the command again, or ask someone who sees more.`,
      ...blind,
    ].join("\n");
  }
  const list = found.map(({ spec: kind, name, uid: dependent }) => {
    const seen = hasSeen(dependent) ? ", which this run was asked to delete too" : "";
    return `  - ${nameOf(kind)} ${name} (${dependent})${seen}`;
  });
  return [
    `${title} cannot be deleted yet (${said}). Delete first:`,
    ...list,
    ...(isCut ? ["  - and more"] : []),
    ...blind,
    ...orderAdvice(spec, found),
  ].join("\n");
}

function orderAdvice(spec: ResourceSpec, dependents: readonly Dependent[]): string[] {
  const variable = lowerFirst(nameOf(spec));
  const fields = new Set(dependents.flatMap(({ spec: other }) => referenceField(other, spec) ?? []));
  const examples = [...fields].map((field) => `${field}: ${variable}.id`).join(" or ");
  return [
    `What this stack holds of these is deleted in the right order when it refers to the ${nameOf(spec)} (${examples}, or dependsOn: [${variable}]), not to its uid as text. ` +
      "Without such references, run the same command again (each run gets further), with --continue-on-error, or with a --parallel of at least the number of resources.",
    "What is not in this stack was made by someone else: delete it there, or move it.",
  ];
}

/** The input by which kind `other` refers to kind `spec`. */
function referenceField(other: ResourceSpec, spec: ResourceSpec): string | undefined {
  const refers = Object.entries(other.fields).filter(
    ([, { type, presence }]) => presence !== "computed" && type.kind === "string" && type.refersTo === spec.type,
  );
  const parent = refers.find(([, { options }]) => options.parent);
  return (parent ?? refers[0])?.[0];
}

/** The refusal of a create whose key is taken: which object has it, and the way to take it over. */
export function explainTaken(
  spec: ResourceSpec,
  parentUid: string,
  desired: Values,
  found: readonly JsonObject[],
): string {
  const uids = found.map((item) => String(item.uid));
  const [parentName = "parentUid"] = parentField(spec) ?? [];
  if (spec.uidIsParents) {
    return `${parentName} ${parentUid} has a ${nameOf(spec)} already, and there can be but one. Nothing was created. To manage that one with this resource, give it adoptUid: "${parentUid}"`;
  }
  const subject = `${nameOf(spec)} with ${keyText(spec, desired)} exists already under ${parentName} ${parentUid}`;
  if (uids.length === 1) {
    return `A ${subject}: ${uids[0]}. Nothing was created. To manage that one with this resource, give it adoptUid: "${uids[0]}"; else choose another ${keyText(spec, desired).split(" ")[0]}`;
  }
  return `More than one ${subject}: ${uids.join(", ")}. Nothing was created. To manage one of them with this resource, give it adoptUid`;
}
