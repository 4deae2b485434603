import type { PreconditionError } from "../../client/api/errors";
import { listed, quoted, shownUid, shownWord } from "../../client/api/shown";
import { kindsInside, nameOf, pluralOf, type ResourceSpec } from "../../description/spec/resource";
import type { Values } from "../../description/spec/values";
import type { ObjectId } from "../ids";
import type { RemoteObject } from "../remote-object";
import { knownAs } from "../state/known-as";
import { type Dependent, type Dependents, linksOf } from "../state/links";
import { managedByOther } from "./reason";

const lowerFirst = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1);

const MAX_REASONS = 10;

export function reasonsOf({ violations, leftOut, message }: PreconditionError): string {
  const reasons = violations.map(({ type, description }) =>
    [type === "" ? "" : shownWord(type), description === "" ? "" : quoted(description)].filter(Boolean).join(": "),
  );
  return listed(reasons.filter(Boolean), MAX_REASONS, leftOut) || message;
}

export interface Obstacle {
  /** Why the delete is refused, in the platform's words or ours. */
  readonly said: string;
  /** Whether a replacement deletes it before the new object exists. */
  readonly isDeletedFirst: boolean;
}

export const managedText = ({ kind, uid }: RemoteObject, owner: Parameters<typeof managedByOther>[0]): string =>
  [
    `${kind.name} ${uid} cannot be deleted, because ${managedByOther(owner).why}.`,
    "- Remove its entry from the state with pulumi state delete. Your directory decides about the object.",
  ].join("\n");

export function explainBlockedDelete(
  { spec, uid, kind, context }: RemoteObject,
  { said, isDeletedFirst }: Obstacle,
  { found, unlisted, isCut }: Dependents,
): string {
  const title = `${kind.name} ${uid}`;
  const limits =
    unlisted.length === 0
      ? []
      : [
          `- ${unlisted.map(pluralOf).join(", ")} could not be listed. If they may block it, use a token that lists them, and run the same command again.`,
        ];
  if (found.length === 0) {
    return [
      `${title} cannot be deleted: ${said}. This token sees nothing that is in it or refers to it.`,
      "- Run the same command again. If it fails again, ask someone who sees more.",
      ...limits,
    ].join("\n");
  }
  const list = found.map(
    ({ spec: other, name, uid: dependent }) =>
      `  - ${[nameOf(other), name].filter(Boolean).join(" ")} (${shownUid(dependent)})`,
  );
  return [
    `${title} cannot be deleted yet (${said}). These are in it or refer to it:`,
    ...list,
    ...(isCut ? ["  - and more"] : []),
    ...limits,
    ...(isDeletedFirst
      ? [ADOPTS, referText(spec, found), ...containersText(spec, found, Object.values(context.resources)), DELETE_FIRST]
      : [referText(spec, found), AGAIN, OTHER_STACK]),
    "- If no stack manages them and nobody needs them, delete them yourself.",
  ].join("\n");
}

/** With `adoptUid` the delete comes first, so that the key is free. A forced replacement keeps the key, and updates dependents afterwards. */
const ADOPTS = "- If this resource sets adoptUid, and its parent or key changes, it is enough to remove adoptUid.";
const DELETE_FIRST =
  "- Then run pulumi destroy --target '<URN>' for each of them, in its stack. The next pulumi up there creates it again.";

/** The new object may exist already. The stack of a role binding then updates it in place, so that nobody loses access. */
const OTHER_STACK =
  "- If another stack manages them, run pulumi up there, so that they refer to the new object or are removed, and then the same command again.";

const AGAIN = "- If it is set, run again without --target, or with --continue-on-error or a higher --parallel.";

function referText(spec: ResourceSpec, dependents: readonly Dependent[]): string {
  const variable = lowerFirst(nameOf(spec));
  const fields = new Set(dependents.flatMap(({ spec: other }) => referenceField(other, spec) ?? []));
  const references = [...fields].map((field) => `${field}: ${variable}.id or `).join("");
  return `- If this stack manages them, set ${references}dependsOn: [${variable}].`;
}

/** Objects that only refer to it, and whose own contents a destroy would delete too. */
function containersText(
  spec: ResourceSpec,
  dependents: readonly Dependent[],
  kinds: readonly ResourceSpec[],
): string[] {
  const others = new Set(dependents.map(({ spec: other }) => other));
  return [...others].flatMap((other) => {
    const field = referenceField(other, spec);
    const isContainer = kindsInside(other, kinds).length > 0 && !linksOf(other, spec).some(({ isInside }) => isInside);
    return isContainer
      ? `- Do not destroy the ${nameOf(other)}. Give it another ${field} until then, with pulumi up.`
      : [];
  });
}

function referenceField(other: ResourceSpec, spec: ResourceSpec): string | undefined {
  const links = linksOf(other, spec);
  return (links.find(({ isInside }) => isInside) ?? links[0])?.field;
}

export function contentsWarning(
  kinds: readonly ResourceSpec[],
  { spec, uid }: ObjectId,
  { recorded, replaces }: { readonly recorded: Values; readonly replaces: readonly string[] },
): string | undefined {
  const inside = kindsInside(spec, kinds);
  if (inside.length === 0) return undefined;
  const known = knownAs(spec, recorded);
  const title = known === undefined ? uid : `${known} (${uid})`;
  return [
    `warning: the change of ${replaces.join(", ")} replaces the ${nameOf(spec)} ${title} and everything in it (${inside.map(pluralOf).join(", ")}). The new one is created empty, and Pulumi does not move objects that this program does not manage.`,
    "- If you do not want this, undo the change. The option protect: true refuses such a change.",
  ].join("\n");
}
