import { listed, shownUid } from "../../client/api/shown";
import { nameWithArticle, type ResourceSpec } from "../../description/spec/resource";
import type { AdoptionPlan } from "../remote-object";
import { knownAs } from "../state/known-as";
import { pathText } from "../state/paths";
import { type MayShow, shownChanges } from "../state/shown-changes";
import { adoptSetting } from "./adopt-setting";
import type { Reason } from "./reason";

const MAX_CHANGES = 10;

export const reasons = {
  returnedOnce: {
    why: "the platform shows its code or secret only once, when it is created",
    remedies: ["Create another one instead."],
  },
  /** Anybody can give an organization of their own this name, and let the token see it. */
  rootByName: (nameWithArticle: string, uid: string): Reason => ({
    why: `the name alone does not identify ${nameWithArticle}`,
    remedies: [`If it is yours, set adoptUid: "${uid}".`],
  }),
  /** A create by `--replace` looks like that of a new resource, whose object the state may have lost. */
  former: (uid: string): Reason => ({
    why: "it may be the object that this resource replaces",
    remedies: [
      "If pulumi stack --show-ids lists it in a PullToken, change rotate.",
      `If it belongs to a PullToken and is not listed, delete ${uid} and the role bindings that refer to it, and run the same command again.`,
      `If it has retainOnDelete, set adoptUid: "${uid}". Unless the resource is new, also give it a new name in the program.`,
      "Otherwise remove the option deleteBeforeReplace: false.",
    ],
  }),
  otherKind: (actual: ResourceSpec): Reason => ({
    why: `it is ${nameWithArticle(actual)}`,
    remedies: [`Set adoptUid at ${nameWithArticle(actual)} instead.`],
  }),
  noParent: { why: "it has no parent, so it is built in" },
  missing: (name: string, message: string): Reason => ({ why: `no ${name} has this uid (${message})` }),
  elsewhere: (input: string): Reason => ({ why: `its ${input} differs from the program` }),
  immutable: (paths: readonly string[]): Reason => ({
    why: `it differs in ${paths.join(", ")}, which cannot be changed`,
  }),
  wider: (paths: readonly string[]): Reason => ({
    why: `it has values that the program does not set: ${paths.join(", ")}`,
    remedies: ["Set the same values in the program as on the platform."],
  }),
  different: (paths: readonly string[], uid: string): Reason => ({
    why: `it differs in ${paths.join(", ")}`,
    remedies: [
      `Set the same values in the program as on the platform, or run once with ${adoptSetting("sameKey")}, which updates the object.`,
      `If you want to update this object alone, set adoptUid: "${uid}".`,
    ],
  }),
  incomparable: (paths: readonly string[], uid: string): Reason => ({
    why: `the platform never returns ${paths.join(", ")}, so it cannot be compared with the program`,
    remedies: [
      `Run once with ${adoptSetting("sameKey")}. The adoption then sends the value of the program.`,
      `If you want to take over this object alone, set adoptUid: "${uid}".`,
    ],
  }),
} as const satisfies Record<string, Reason | ((...values: never[]) => Reason)>;

/** What a create will do with an existing object: `adopts Group 1a2b; description: "made by hand" → "now managed"`. */
export function plannedText(plan: AdoptionPlan, mayShow: MayShow): string {
  const { object, by, changed, undecided } = plan;
  const title = `${object.kind.name} ${shownUid(object.uid)}`;
  const shown = shownChanges(changed, [plan.recorded, plan.desired], mayShow);
  return [
    by === "uid" ? `adopts ${title}` : `takes over ${title}, which exists already`,
    shown.length === 0 ? "changes nothing" : listed(shown, MAX_CHANGES),
    ...keptTexts(plan),
    ...(undecided.length === 0 ? [] : [`refused if ${undecided.join(" or ")} turns out to differ`]),
  ].join("; ");
}

/** Reports an adoption. Undefined if there is nothing to say: the uid was given, and the object keeps no value of its own. */
export function adoptionText(plan: AdoptionPlan): string | undefined {
  const { spec, uid, kind } = plan.object;
  const { name } = kind;
  const kept = keptTexts(plan);
  if (plan.by === "uid") return kept.length === 0 ? undefined : `${name} ${uid} is adopted, and ${kept.join()}`;
  const sent = plan.changed.filter(({ byServer }) => !byServer).map(({ path }) => pathText(path));
  const how = sent.length === 0 ? "unchanged" : `and updated: ${sent.join(", ")}`;
  const known = knownAs(spec, plan.recorded);
  const title = known === undefined ? `${name} ${uid}` : `${name} ${known} (${uid})`;
  return [`${title} exists already and is taken over ${how}`, ...kept].join(", and ");
}

function keptTexts({ kept, remarks }: AdoptionPlan): string[] {
  const all = [...kept, ...remarks];
  return all.length === 0 ? [] : [`keeps values that the program does not set: ${all.join(", ")}`];
}
