import type { JsonObject } from "../../api/json";
import { shownUid } from "../../api/shown";
import { keyFields, parentField, type ResourceSpec } from "../../spec/resource";
import { listOf } from "../../spec/staff-only";
import type { NewObject } from "../handle";
import type { Reason } from "./reason";

/** `this name`: the key of a resource in words, because its values may be secret. Empty if the kind has no key. */
export function keyText(spec: ResourceSpec): string {
  const names = keyFields(spec).map(([name]) => name);
  return names.length === 0 ? "" : `this ${listOf(names)}`;
}

/** `under org/a`: where an object is created, in words. */
export const placeText = (parentUid: string | undefined): string =>
  parentUid === undefined ? "at the top level" : `under ${parentUid}`;

/** @param notTakenOver why it was not taken over, if the setting adoptExisting is not `never` */
export function explainTaken(wanted: NewObject, found: readonly JsonObject[], notTakenOver?: Reason): string {
  const { kind, parentUid } = wanted;
  const { spec } = kind;
  if (kind.context.holders.isReplacement(kind)) return explainTakenFromReplacement(wanted, found, notTakenOver);
  const uids = found.map((item) => shownUid(item.uid));
  const [only, ...others] = uids;
  const [parentName = "parentUid"] = parentField(spec) ?? [];
  const isParents = spec.uidIsParents && parentUid !== undefined;
  const what = others.length === 0 ? capitalised(kind.nameWithArticle) : `More than one ${kind.name}`;
  const title = isParents
    ? `${parentName} ${parentUid} already has ${kind.nameWithArticle}, and can have only one.`
    : `${what} with ${keyText(spec)} exists already ${placeText(parentUid)}: ${uids.join(", ")}.`;
  const uid = isParents ? parentUid : others.length === 0 ? String(only) : "<uid>";
  const isManaged = found.some((item) => kind.context.holders.isOwned({ spec, uid: String(item.uid) }));
  if (isManaged) {
    const managed = `${title} Nothing was created. Another resource of this program manages it.`;
    return [managed, ...remediesInProgram(spec)].join("\n");
  }
  if (notTakenOver === undefined) return [`${title} Nothing was created.`, ...remediesFor(wanted, uid)].join("\n");
  return [
    `${title} Nothing was created.${reasonText(notTakenOver)}`,
    ...linesOf(notTakenOver),
    ALIAS,
    ...anotherName(spec),
  ].join("\n");
}

/** The refusal of a replacement. It ignores adoptUid, and an alias does not help. */
function explainTakenFromReplacement(
  { kind, parentUid }: NewObject,
  found: readonly JsonObject[],
  notTakenOver?: Reason,
): string {
  const { spec } = kind;
  const uids = found.map((item) => shownUid(item.uid)).join(", ");
  return [
    `Pulumi cannot replace the ${kind.name}, because ${keyText(spec) || "its place"} is taken ${placeText(parentUid)} by ${uids}. Nothing was created.${reasonText(notTakenOver)}`,
    ...linesOf(notTakenOver),
    "- If this undoes a move, run once with PLATFORM_ADOPT_EXISTING=identical.",
    "- If it is left over from an earlier replacement, delete it, and run the same command again.",
    "- Otherwise undo the change that requires the replacement.",
  ].join("\n");
}

const reasonText = (notTakenOver: Reason | undefined): string =>
  notTakenOver === undefined ? "" : ` It was not taken over, because ${notTakenOver.why}.`;

const linesOf = (notTakenOver: Reason | undefined): string[] =>
  (notTakenOver?.remedies ?? []).map((remedy) => `- ${remedy}`);

const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

const ALIAS =
  '- If you renamed it or moved it into a component, add aliases: [{ name: "<its former name>" }] or [{ parent: pulumi.rootStackResource }].';

/** What to do about an existing object of which nothing else is known, the most likely case first. */
function remediesFor({ kind: { spec, context } }: NewObject, uid: string): string[] {
  const mayAdoptAll = context.adoptExisting === "never" && parentField(spec) !== undefined;
  const bySetting = mayAdoptAll ? ", or run once with PLATFORM_ADOPT_EXISTING=identical" : "";
  return [
    ALIAS,
    ...(spec.peculiar?.deletableIf === undefined
      ? ["- If you replace it (--replace, a taint), add deleteBeforeReplace: true."]
      : []),
    `- If you want to take it over, set adoptUid: "${uid}"${bySetting}.`,
    ...anotherName(spec),
  ];
}

function anotherName(spec: ResourceSpec): string[] {
  const names = keyNames(spec);
  return names === undefined ? [] : [`- Otherwise choose another ${names}.`];
}

function remediesInProgram(spec: ResourceSpec): string[] {
  const names = keyNames(spec);
  return [
    ...(names === undefined ? [] : [`- If you want two objects, choose another ${names} for one of them.`]),
    "- If you want one object, remove one of the two resources from the program.",
  ];
}

/** `name`, `identityUid or roleUid`: the inputs of the key. Undefined for a kind of which a parent has only one. */
function keyNames(spec: ResourceSpec): string | undefined {
  const names = keyFields(spec).map(([name]) => name);
  return names.length === 0 ? undefined : names.join(" or ");
}
