import { capitalised, shownUid } from "../../client/api/shown";
import { keyFields, parentField, type ResourceSpec } from "../../description/spec/resource";
import { ownerOf } from "../../description/spec/rules";
import { inWords } from "../../description/spec/staff-only";
import type { JsonObject } from "../../description/wire/json";
import { AdoptionError, TakenError } from "../errors";
import type { Holder } from "../holders";
import type { Existing, NewObject, Taken } from "../remote-object";
import { adoptSetting } from "./adopt-setting";
import { anotherResource } from "./owned";
import { managedByOther, type Reason, refusalText } from "./reason";

/** `this name`: the key of a resource in words, because its values may be secret. Empty if the kind has no key. */
export function keyText(spec: ResourceSpec): string {
  const names = keyFields(spec).map(([name]) => name);
  return names.length === 0 ? "" : `this ${inWords(names)}`;
}

/** `under org/a`: where an object is created, in words. */
export const placeText = (parentUid: string | undefined): string =>
  parentUid === undefined ? "at the top level" : `under ${parentUid}`;

export function takenError(wanted: NewObject, { found, refusal }: Taken): TakenError {
  const text = found.length === 0 && refusal !== undefined ? refusal.message : explainTaken(wanted, found);
  return new TakenError(text, found, refusal && { cause: refusal });
}

export function adoptionError({ object, desired, by }: Existing, reason: Reason): AdoptionError | TakenError {
  const { uid, kind } = object;
  if (by === "uid")
    return new AdoptionError(refusalText(`adoptUid "${uid}" cannot be adopted as this ${kind.name}`, reason));
  const found = [{ uid }];
  return new TakenError(explainTaken(kind.newObject(desired), found, reason), found);
}

/** @param notTakenOver why it was not taken over, if the setting adoptExisting is not `never` */
export function explainTaken(wanted: NewObject, found: readonly JsonObject[], notTakenOver?: Reason): string {
  const { kind } = wanted;
  const { spec } = kind;
  const { holders } = kind.context;
  const objects = found.map(({ uid }) => ({ spec, uid: String(uid) }));
  const holder = objects.flatMap((object) => holders.holderOf(object) ?? []).at(0);
  const isReplacement = holders.isReplacement(kind);
  const title = `${isReplacement ? replacementTitle(wanted, found) : titleOf(wanted, found)} Nothing was created.`;
  if (holder !== undefined && holder.urn === kind.urn) {
    const remedies = [...DELETE_FIRST, newNameFor("If it has retainOnDelete", uidsOf(found)), UNDO];
    return [`${title} It is the object that would be replaced.`, ...remedies].join("\n");
  }
  if (holder !== undefined || objects.some((object) => holders.isOwned(object))) {
    const managed = `${title} ${capitalised(anotherResource(holder?.name))} manages it.`;
    return [
      managed,
      ...remediesInProgram(spec, uidsOf(found), isReplacement || holder?.isReplaced ? holder : undefined),
    ].join("\n");
  }
  const [owner] = found.flatMap((one) => ownerOf(spec, one) ?? []);
  if (owner !== undefined) {
    const reason = managedByOther(owner);
    return [`${title} ${capitalised(reason.why)}.`, ...linesOf(reason)].join("\n");
  }
  const [only, ...others] = found.map(({ uid }) => shownUid(uid));
  const uid = spec.uidIsParents ? wanted.parentUid : others.length === 0 ? only : undefined;
  const remedies = isReplacement
    ? remediesForReplacement(uid ?? "<uid>")
    : notTakenOver === undefined
      ? remediesFor(wanted, uid ?? "<uid>")
      : [ALIAS, ...anotherName(spec)];
  return [title + reasonText(notTakenOver), ...linesOf(notTakenOver), ...remedies].join("\n");
}

function titleOf({ kind, parentUid }: NewObject, found: readonly JsonObject[]): string {
  const { spec, nameWithArticle, name } = kind;
  const [parentName = "parentUid"] = parentField(spec) ?? [];
  if (spec.uidIsParents && parentUid !== undefined) {
    return `${parentName} ${parentUid} already has ${nameWithArticle}, and can have only one.`;
  }
  const what = found.length === 1 ? capitalised(nameWithArticle) : `More than one ${name}`;
  return `${what} with ${keyText(spec)} exists already ${placeText(parentUid)}: ${uidsOf(found)}.`;
}

const replacementTitle = ({ kind, parentUid }: NewObject, found: readonly JsonObject[]): string =>
  `Pulumi cannot replace the ${kind.name}, because ${keyText(kind.spec) || "its place"} is taken ${placeText(parentUid)} by ${uidsOf(found)}.`;

const uidsOf = (found: readonly JsonObject[]): string => found.map(({ uid }) => shownUid(uid)).join(", ");

const DELETE_FIRST = [
  "- If it belongs to a PullToken, change rotate.",
  "- Otherwise remove deleteBeforeReplace: false, and set deleteBeforeReplace: true (without retainOnDelete).",
];

/** The way out of a replacement of which Pulumi believes that its first half is done. */
const newNameFor = (condition: string, uid: string): string =>
  `- ${condition}, give this resource a new name in the program, without aliases, and adoptUid: "${uid}". After pulumi up, the old name can come back with aliases.`;

const UNDO =
  "- Otherwise, or in a component, undo the change that requires the replacement, and run pulumi up. You can then make the change again.";

/** What to do about a replacement whose key an object has of which the run knows nothing. */
const remediesForReplacement = (uid: string): string[] => [
  "- If it belongs to a component and no resource has it, delete it and what refers to it, and run the same command again.",
  newNameFor(
    "If you undo a replacement, or pulumi stack --show-ids lists it twice or nowhere (a kill, a lost response)",
    uid,
  ),
  '- If it is listed once, for another resource, as after a shift in a list, give this resource a new name in the program, and aliases: [{ name: "<name of the other resource>" }].',
  "- If it is listed for this resource and you replace it again (a taint), set deleteBeforeReplace: true. In a PullToken, change rotate.",
  UNDO,
];

const reasonText = (notTakenOver: Reason | undefined): string =>
  notTakenOver === undefined ? "" : ` It was not taken over, because ${notTakenOver.why}.`;

const linesOf = (notTakenOver: Reason | undefined): string[] =>
  (notTakenOver?.remedies ?? []).map((remedy) => `- ${remedy}`);

const ALIAS =
  '- If you renamed it or moved it into a component, add aliases: [{ name: "<its former name>" }] or [{ parent: pulumi.rootStackResource }].';

/** What to do about an existing object of which nothing else is known, the most likely case first. */
function remediesFor({ kind: { spec, context } }: NewObject, uid: string): string[] {
  const mayAdoptAll = context.adoptExisting === "never" && parentField(spec) !== undefined;
  const bySetting = mayAdoptAll ? `run once with ${adoptSetting("identical")}, or ` : "";
  return [
    ALIAS,
    ...(spec.peculiar?.deletableIf === undefined
      ? ["- If you replace it (--replace, a taint), add deleteBeforeReplace: true (without retainOnDelete)."]
      : []),
    `- If no other stack manages it, you can take it over: ${bySetting}set adoptUid: "${uid}".`,
    ...anotherName(spec),
  ];
}

function anotherName(spec: ResourceSpec): string[] {
  const names = keyNames(spec);
  return names === undefined ? [] : [`- Otherwise choose another ${names}.`];
}

/** What to do if another resource has the object: `holder`, if one of the two is replaced, as after a shift in a list. */
function remediesInProgram(spec: ResourceSpec, uid: string, holder: Holder | undefined): string[] {
  const names = keyNames(spec);
  const former = holder?.name ?? "<name of the other resource>";
  return [
    ...(holder === undefined
      ? []
      : [
          `- If this resource should have it, as after a shift in a list, give this resource a new name in the program, and aliases: [{ name: ${JSON.stringify(former)} }], or, if that resource has another object by now, adoptUid: "${uid}".`,
        ]),
    ...(names === undefined ? [] : [`- If you want two objects, choose another ${names} for one of them.`]),
    "- If you want one object, remove one of the two resources from the program.",
  ];
}

/** `name`, `identityUid or roleUid`: the inputs of the key. Undefined for a kind of which a parent has only one. */
function keyNames(spec: ResourceSpec): string | undefined {
  const names = keyFields(spec).map(([name]) => name);
  return names.length === 0 ? undefined : names.join(" or ");
}
