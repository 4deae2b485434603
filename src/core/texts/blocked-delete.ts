import type { PreconditionError } from "../../api/errors";
import { listed, quoted, shownUid, shownWord } from "../../api/shown";
import { kindsInside, nameOf, pluralOf, type ResourceSpec } from "../../spec/resource";
import type { Values } from "../../spec/values";
import type { Handle } from "../handle";
import type { ObjectId } from "../ids";
import { type Dependent, type Dependents, linksOf } from "../safety/dependents";
import { knownAs } from "../state/known-as";

const lowerFirst = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1);

/** The most reasons of a refusal that are shown. */
const MAX_REASONS = 10;

/** Why the server refused a delete, in its own words. */
export function reasonsOf({ violations, leftOut, message }: PreconditionError): string {
  const reasons = violations.map(({ type, description }) =>
    [type === "" ? "" : shownWord(type), description === "" ? "" : quoted(description)].filter(Boolean).join(": "),
  );
  return listed(reasons.filter(Boolean), MAX_REASONS, leftOut) || message;
}

/** Why an object is not deleted. */
export interface Obstacle {
  /** What speaks against the delete, in the platform's words or ours. */
  readonly said: string;
  /** The program has the resource still: another object takes the place of this one. */
  readonly isReplaced: boolean;
}

/**
 * Explains a blocked delete by what to delete first. Names kind, name and uid of everything that is still there, and the
 * code that makes Pulumi keep the order by itself.
 */
export function explainBlockedDelete(
  { context, spec, uid, name: kindName }: Handle,
  { said, isReplaced }: Obstacle,
  { found, unlisted, isCut }: Dependents,
): string {
  const title = `${kindName} ${uid} cannot be deleted`;
  // advice: use-one-that-may
  const limits =
    unlisted.length === 0 ? [] : [`- Use a token that can also list ${unlisted.map(pluralOf).join(", ")}.`];
  if (found.length === 0) {
    return [
      `${title}: ${said}. This token sees nothing that is in it or refers to it.`,
      // advice: run-again-blocked, ask-who-sees-more
      "- Run the same command again, or ask someone whose token sees more.",
      ...limits,
    ].join("\n");
  }
  const list = found.map(({ spec: kind, name, uid: dependent }) => {
    const isDeleting = context.journal.isDeleting({ spec: kind, uid: dependent });
    return `  - ${nameOf(kind)} ${name ?? ""} (${shownUid(dependent)})${isDeleting ? ", also in this run" : ""}`;
  });
  return [
    // advice: delete-first
    `${title} yet (${said}). Delete first:`,
    ...list,
    ...(isCut ? ["  - and more"] : []),
    ...limits,
    ...(isReplaced ? replacementAdvice : orderAdvice(spec, found)),
    // advice: delete-there
    "- If others manage it, delete it there.",
  ].join("\n");
}

/**
 * With `adoptUid` the delete comes first, so that the key is free; without it, a new object under another parent does.
 * Where a replacement is forced the key stays, and the engine updates what refers to the object only after its delete.
 */
const replacementAdvice = [
  // advice: take-adopt-uid-out
  "- If you replace it with adoptUid, remove adoptUid. Pulumi then updates what refers to it first.",
  // advice: destroy-target
  "- If you replace it otherwise, run pulumi destroy --target <URN> for each, and then the same command again.",
];

function orderAdvice(spec: ResourceSpec, dependents: readonly Dependent[]): string[] {
  const variable = lowerFirst(nameOf(spec));
  const fields = new Set(dependents.flatMap(({ spec: other }) => referenceField(other, spec) ?? []));
  const examples = [...fields].map((field) => `${field}: ${variable}.id`).join(" or ");
  return [
    // advice: refer-by-id, depends-on
    `- If this stack manages one, refer by id (${examples}) or dependsOn, so that Pulumi deletes it first.`,
    // advice: run-again-further, continue-on-error, parallel
    "- Or run it again with --continue-on-error or a higher --parallel.",
  ];
}

/** The input by which kind `other` refers to kind `spec`. */
function referenceField(other: ResourceSpec, spec: ResourceSpec): string | undefined {
  const links = linksOf(other, spec);
  return (links.find(({ isInside }) => isInside) ?? links[0])?.field;
}

/** Warns of what the platform deletes with an object; undefined if there is none. */
export function deletedAlongWarning({ name, uid }: Handle, { found, isCut }: Dependents): string | undefined {
  if (found.length === 0) return undefined;
  const items = found.map(({ spec, name: own, uid: child }) => `${nameOf(spec)} ${own} (${shownUid(child)})`);
  return `warning: deleting the ${name} ${uid} also deletes what is in it: ${listed(items, MAX_REASONS)}${isCut ? "; and others" : ""}`;
}

/** Warns that a replacement replaces what is inside too; nothing for a kind that nothing lives in. */
export function contentsWarning(
  kinds: readonly ResourceSpec[],
  { spec, uid }: ObjectId,
  { recorded, replaces }: { readonly recorded: Values; readonly replaces: readonly string[] },
): string | undefined {
  const inside = kindsInside(spec, kinds);
  if (inside.length === 0) return undefined;
  const known = knownAs(spec, recorded);
  const title = known === undefined ? uid : `${known} (${uid})`;
  // advice: protect
  return (
    `warning: the change of ${replaces.join(", ")} replaces the ${nameOf(spec)} ${title} and everything in it (${inside.map(pluralOf).join(", ")}). ` +
    "The new one is created empty, and what this program does not manage in it is not moved. The option protect: true refuses such a change"
  );
}
