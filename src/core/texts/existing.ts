import { listed, shownUid } from "../../api/shown";
import { AdoptionError, TakenError } from "../errors";
import type { Existing, Plan } from "../handle";
import { knownAs } from "../state/known-as";
import { pathText } from "../state/paths";
import { type MayShow, shownChanges } from "../state/shown-changes";
import { explainTaken } from "./taken";

/** Maximum number of changes of one object that a preview shows. */
const MAX_CHANGES = 10;

/** Why an object that exists cannot become the one of a resource, as parts of a sentence. */
export const reasons = {
  // advice: make-another
  returnedOnce: "the platform returns its code only once. Create another one",
  /** Anybody can name an organization of their own like this one, and let the token see it. */
  rootByName: (nameWithArticle: string) => `the name alone does not identify ${nameWithArticle}`,
  /** Whoever replaces an object must not get the same one back. */
  // advice: replace-by-another
  former:
    "it may be the object that this resource replaces. If it is of a PullToken, change rotate. Otherwise remove the option deleteBeforeReplace: false",
  noRoot: "it must be a root, and it has a parent",
  noParent: "it has no parent, because it is built-in or a root",
  missing: (name: string, message: string) => `there is no ${name} with this uid (${message})`,
  elsewhere: (input: string) => `its ${input} is not the one in the program`,
  immutable: (paths: readonly string[]) => `it differs in ${paths.join(", ")}, which cannot be changed`,
  // advice: give-what-is-there
  wider: (paths: readonly string[]) =>
    `it has more than the program says: ${paths.join(", ")}. Give the program what the platform has`,
  // advice: adopt-same-key
  different: (paths: readonly string[]) =>
    `it differs in ${paths.join(", ")}. Give the program what the platform has, or set platform:adoptExisting to sameKey`,
  // advice: adopt-same-key
  incomparable: (paths: readonly string[]) =>
    `the platform never returns ${paths.join(", ")}, so it cannot be compared. Set platform:adoptExisting to sameKey, which sends it`,
};

/** The error of a create that cannot have an object that exists. */
export function refusalOf({ object, desired, by }: Existing, reason: string): AdoptionError | TakenError {
  const { uid, name } = object;
  if (by === "uid") {
    return new AdoptionError(`adoptUid "${uid}" cannot be adopted as this ${name}: ${reason}. Nothing was changed`);
  }
  const found = [{ uid }];
  return new TakenError(explainTaken(object.newObject(desired), found, reason), found);
}

/** Says what a create will do with an object: `adopts Group 1a2b; description: "made by hand" → "now managed"`. */
export function plannedText(plan: Plan, mayShow: MayShow): string {
  const { object, by, changed, undecided } = plan;
  const title = `${object.name} ${shownUid(object.uid)}`;
  const shown = shownChanges(changed, plan, mayShow);
  return [
    by === "uid" ? `adopts ${title}` : `takes over ${title}, which exists already`,
    shown.length === 0 ? "nothing is changed" : listed(shown, MAX_CHANGES),
    ...keptTexts(plan),
    ...(undecided.length === 0 ? [] : [`refused if ${undecided.join(" or ")} turns out to be another`]),
  ].join("; ");
}

/** Says that an object is adopted by its uid, and what it keeps; undefined if it keeps nothing. */
export function adoptedText(plan: Plan): string | undefined {
  const [kept] = keptTexts(plan);
  return kept && `${plan.object.name} ${plan.object.uid} is adopted, and ${kept}`;
}

/** Says that an object was taken over by its key, and what that has changed. */
export function takenOverText(plan: Plan): string {
  const { spec, name, uid } = plan.object;
  const sent = plan.changed.filter(({ implied }) => !implied).map(({ path }) => pathText(path));
  const how = sent.length === 0 ? "as it is" : `and brought up to date: ${sent.join(", ")}`;
  const known = knownAs(spec, plan.recorded);
  const title = known === undefined ? `${name} ${uid}` : `${name} ${known} (${uid})`;
  return [`${title} exists already and is taken over ${how}`, ...keptTexts(plan)].join(", and ");
}

/** What an adopted object keeps, as parts of a sentence about it: none or one. */
function keptTexts({ kept, remarks }: Plan): string[] {
  const all = [...kept, ...remarks];
  return all.length === 0 ? [] : [`keeps what the program leaves out: ${all.join(", ")}`];
}
