import type { JsonObject } from "../../api/json";
import { shownUid } from "../../api/shown";
import { keyFields, parentField, type ResourceSpec } from "../../spec/resource";
import type { NewObject } from "../run/handle";
import { keyText, placeText } from "./siblings";

/**
 * The refusal of a create whose key is taken: names the object that has it, and how to adopt it.
 *
 * @param reason why it is not taken over, where the setting adoptExisting is not `never`
 */
export function explainTaken({ kind, parentUid }: NewObject, found: readonly JsonObject[], reason?: string): string {
  const { spec, context } = kind;
  const uids = found.map((item) => shownUid(item.uid));
  const nothing = `Nothing was created.${reason === undefined ? "" : ` It is not taken over, for ${reason}.`}`;
  const bySetting = context.adoptExisting === "never" && parentField(spec) !== undefined ? BY_SETTING : "";
  if (spec.uidIsParents && parentUid !== undefined) {
    const [parentName = "parentUid"] = parentField(spec) ?? [];
    return `${parentName} ${parentUid} has ${kind.nameWithArticle} already, and there can be but one. ${nothing} ${remedies(spec, parentUid)}${bySetting}`;
  }
  const other = keyFields(spec)
    .map(([name]) => name)
    .join(" or ");
  const there = `exists already ${whereText(spec, parentUid)}`;
  if (uids.length === 1) {
    // advice: choose-another-name
    return `${capitalised(kind.nameWithArticle)} with ${keyText(spec)} ${there}: ${uids[0]}. ${nothing} ${remedies(spec, `${uids[0]}`)}${bySetting} Or choose another ${other}.`;
  }
  return `More than one ${kind.name} with ${keyText(spec)} ${there}: ${uids.join(", ")}. ${nothing} ${remedies(spec, "<uid>")}`;
}

/** The same for a replacement. There adoptUid counts for nothing, and an alias is of no use. */
export function explainTakenFromReplacement({ kind, parentUid }: NewObject, found: readonly JsonObject[]): string {
  const { spec } = kind;
  const uids = found.map((item) => shownUid(item.uid)).join(", ");
  return (
    `The replacement of ${kind.nameWithArticle} is not made: ${keyText(spec) || "one"} is taken ${whereText(spec, parentUid)} by ${uids}. ` +
    "Nothing was created. " +
    // advice: undo-the-replacement
    "Put back what this change replaces it for, or make room: delete that one, which may be the former object of an earlier " +
    "replacement whose delete was refused"
  );
}

/** `under parentUid org/a`: where a key is taken, by the input that says so. */
function whereText(spec: ResourceSpec, parentUid: string | undefined): string {
  const [parentName] = parentField(spec) ?? [];
  return parentName === undefined ? placeText(undefined) : `under ${parentName} ${parentUid}`;
}

const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** What to do about an object that exists already, the likeliest first. */
const remedies = ({ deletableIf }: ResourceSpec, uid: string): string =>
  // advice: rename-alias
  'Renamed or moved in the program? Then give the resource the option aliases: [{ name: "<its former name>" }] ' +
  // advice: move-alias
  "(moved into a component: aliases: [{ parent: pulumi.rootStackResource }]). " +
  (deletableIf === undefined ? BY_FORCE : "") +
  // advice: adopt-uid
  `Made by someone else? Then the argument adoptUid: "${uid}" takes it over.`;

const BY_SETTING =
  // advice: adopt-existing
  " Left by a run that was killed, or one of many? Then platform:adoptExisting (PLATFORM_ADOPT_EXISTING) set to identical takes " +
  "over all that is as the program says.";

const BY_FORCE =
  // advice: delete-before-replace
  "Replaced by --replace, by a taint or by a replacementTrigger? Then give it the option deleteBeforeReplace: true. ";
