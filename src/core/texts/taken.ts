import type { JsonObject } from "../../api/json";
import { shownUid } from "../../api/shown";
import { keyFields, parentField, type ResourceSpec } from "../../spec/resource";
import { listOf } from "../../spec/staff-only";
import type { NewObject } from "../handle";

/** `this name`: the natural key of a resource in words; its values may be secret. Empty where there is no key. */
export function keyText(spec: ResourceSpec): string {
  const names = keyFields(spec).map(([name]) => name);
  return names.length === 0 ? "" : `this ${listOf(names)}`;
}

/** `under org/a`: where an object is created, in words. */
export const placeText = (parentUid: string | undefined): string =>
  parentUid === undefined ? "at the top level" : `under ${parentUid}`;

/**
 * The refusal of a create whose key is taken: names the object that has it, and what to do. One remedy on each line, with its
 * condition, unless this run knows that another resource of the program manages the object.
 *
 * @param notTakenOver why it was not taken over, where the setting adoptExisting is not `never`
 */
export function explainTaken(wanted: NewObject, found: readonly JsonObject[], notTakenOver?: string): string {
  const { kind, parentUid } = wanted;
  const { spec } = kind;
  if (kind.context.holders.isReplacement(kind)) return explainTakenFromReplacement(wanted, found, notTakenOver);
  const uids = found.map((item) => shownUid(item.uid));
  const [only, ...others] = uids;
  const [parentName = "parentUid"] = parentField(spec) ?? [];
  const isParents = spec.uidIsParents && parentUid !== undefined;
  const what = others.length === 0 ? capitalised(kind.nameWithArticle) : `More than one ${kind.name}`;
  const title = isParents
    ? `${parentName} ${parentUid} has ${kind.nameWithArticle} already, and can have only one.`
    : `${what} with ${keyText(spec)} exists already ${whereText(spec, parentUid)}: ${uids.join(", ")}.`;
  const uid = isParents ? parentUid : others.length === 0 ? String(only) : "<uid>";
  const isManaged = found.some((item) => kind.context.holders.isOwned({ spec, uid: String(item.uid) }));
  const next = isManaged
    ? ["", ...remediesInProgram(spec)]
    : notTakenOver === undefined
      ? ["", ...remediesFor(wanted, uid)]
      : [reasonText(notTakenOver), ...remediesOfOne(uid)];
  return `${title} Nothing was created.${next.join("\n")}`;
}

/** The same for a replacement. There adoptUid counts for nothing, and an alias is of no use. */
function explainTakenFromReplacement(
  { kind, parentUid }: NewObject,
  found: readonly JsonObject[],
  notTakenOver?: string,
): string {
  const { spec } = kind;
  const uids = found.map((item) => shownUid(item.uid)).join(", ");
  const title = `Pulumi cannot replace the ${kind.name}, because ${keyText(spec) || "its place"} is taken ${whereText(spec, parentUid)} by ${uids}. Nothing was created.`;
  // advice: adopt-existing
  const byOriginal = `\n- If you undo an earlier move, and ${uids} is the original, run once with PLATFORM_ADOPT_EXISTING=identical.`;
  return [
    `${title}${notTakenOver === undefined ? byOriginal : reasonText(notTakenOver)}`,
    // advice: undo-the-replacement
    `- If ${uids} is left over from an earlier replacement, and nobody needs it or what is in it, delete it, and run the same command again.`,
    // advice: undo-the-replacement
    "- Otherwise undo the change that requires the replacement.",
  ].join("\n");
}

const reasonText = (notTakenOver: string): string => ` It was not taken over, because ${notTakenOver}.`;

/** `under parentUid org/a`: where a key is taken, by the input that says so. */
function whereText(spec: ResourceSpec, parentUid: string | undefined): string {
  const [parentName] = parentField(spec) ?? [];
  return parentName === undefined ? placeText(undefined) : `under ${parentName} ${parentUid}`;
}

const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** What to do about an object that exists already and of which nothing else is known, the likeliest first. */
function remediesFor({ kind: { spec, context } }: NewObject, uid: string): string[] {
  const mayAdoptAll = context.adoptExisting === "never" && parentField(spec) !== undefined;
  const names = keyNames(spec);
  return [
    ...remediesOfOne(uid),
    // advice: delete-before-replace
    ...(spec.deletableIf === undefined ? ["- If you replace it, add deleteBeforeReplace: true."] : []),
    // advice: adopt-existing
    ...(mayAdoptAll ? ["- If a killed run left it, set PLATFORM_ADOPT_EXISTING=identical once."] : []),
    // advice: choose-another-name
    ...(names === undefined ? [] : [`- Otherwise choose another ${names}.`]),
  ];
}

/** What to do about one object that exists already. */
const remediesOfOne = (uid: string): string[] => [
  // advice: rename-alias
  '- If you renamed the resource, add aliases: [{ name: "<former name>" }].',
  // advice: move-alias
  "- If you moved it into a component, add aliases: [{ parent: pulumi.rootStackResource }].",
  // advice: adopt-uid
  `- If others created it, add adoptUid: "${uid}".`,
];

/** What to do where two resources of one program want the same object. */
function remediesInProgram(spec: ResourceSpec): string[] {
  const names = keyNames(spec);
  return [
    "Another resource of this program manages it.",
    // advice: choose-another-name
    ...(names === undefined ? [] : [`- If you want two objects, choose another ${names} for one of them.`]),
    // advice: take-one-out
    "- If you want one object, remove one of the two resources from the program.",
  ];
}

/** `name`, `identityUid or roleUid`: the inputs that make the key; undefined for a kind of which a parent has one. */
function keyNames(spec: ResourceSpec): string | undefined {
  const names = keyFields(spec).map(([name]) => name);
  return names.length === 0 ? undefined : names.join(" or ");
}
