import { quoted } from "../../../api/shown";
import { rootOf, withAncestors } from "../../../uid";
import { checkCapability, checkKnown } from "../../access/capability";
import { type AccessModel, type Binding, chainsTo, givingIn, type Question, reaches, whoOf } from "../../access/model";
import { roleName } from "../../access/names";
import type { LiveAccess } from "../../access/read";
import type { FlagsFor, Run } from "../../command";
import {
  type Call,
  CLEAN,
  columns,
  FOUND,
  named,
  type Report,
  UNKNOWN,
  uids,
  whole,
  wrapping,
} from "../../declaration";
import { reportOf } from "../../document";
import { withStackHint } from "../../stack/settings";
import {
  type Asking,
  bindingIn,
  endedKeys,
  exitFor,
  groupIn,
  identityIn,
  inOrder,
  namedBy,
  readFor,
  remarksOn,
} from "./answer";
import type { why } from "./declaration";
import { type AccessPlan, isPerson, readPlan, withExistingUid } from "./plan";
import { accessWhyDocument } from "./schema";

export const run: Run<typeof why> = (call) =>
  withStackHint(call, async () => {
    checkCapability(call.arguments[1] ?? "");
    const plan = call.flags.preview ? await readPlan(call) : undefined;
    return whyReport(call, plan?.live ?? (await readFor(call)), plan);
  });

export function whyReport(
  call: Asking<FlagsFor<typeof why>> & Pick<Call, "arguments">,
  live: LiveAccess,
  plan?: AccessPlan,
): Report {
  const [identityText = "", capability = "", groupText = ""] = call.arguments;
  const model = plan?.names ?? live.model;
  checkKnown(model, capability);
  const { identityUid = "", groupUid = "" } = namedBy(live, { identity: identityText, on: groupText }, model);
  const [identity, group] = [
    withExistingUid(identityIn(model, identityUid)),
    withExistingUid(groupIn(model, groupUid)),
  ];
  const question: Question = { identityUid, capability, groupUid };
  const [now, after] = [chainsTo(live.model, question), plan && chainsTo(plan.after, question)];
  const ways = waysOf(model, now, after);
  const chains = ways.map((way) => chainIn(model, way, groupUid));
  const roles = ways.map(({ binding }) => roleName(model, binding.roleUid));
  const isAllowed = (after ?? now).length > 0;
  const verb = verbFor(live, plan, question);
  const sentences = plan && { gaps: plan.gaps, notes: [...plan.notes, ...plan.offers] };
  const { remarks, tables, notes } = remarksOn(call, { live, roots: [rootOf(groupUid)] }, sentences);
  // A change with an unknown effect may remove the access.
  const isUnknown = verb === "may have" || (plan !== undefined && plan.planned.unknown.length > 0);
  // Named by uid, a role binding is proof, even in an incomplete result. Objects that the token cannot see may have the same name.
  const isProven = isAllowed && identityText === identityUid && groupText === groupUid;
  const preview = plan && { wasAllowed: now.length > 0, ...plan.fields };
  const sentence = `${quoted(identity.path)} ${verb} ${capability} in ${quoted(group.path)}.`;
  return reportOf({
    document: { identity, capability, group, isAllowed, chains, ...(preview && { preview }), ...remarks },
    schema: accessWhyDocument,
    tables: [tableOf(chains, roles), ...tables],
    notes: [sentence, ...endedKeys(model, [identityUid]), ...notes],
    exit: isUnknown ? UNKNOWN : isProven ? CLEAN : exitFor(remarks, isAllowed ? CLEAN : FOUND),
  });
}

function verbFor(live: LiveAccess, plan: AccessPlan | undefined, question: Question): string {
  const model = plan?.after ?? live.model;
  if (chainsTo(model, question).length > 0) return plan === undefined ? "has" : "will have";
  const isOffered = givingIn(model, question).some(({ identityUid }) => whoOf(model, identityUid) !== undefined);
  const mayBeOffered = isPerson(question.identityUid) && (isOffered || live.uncounted.length > 0);
  if (mayBeOffered || plan?.mayReach(question.groupUid)) return "may have";
  return plan === undefined ? "does not have" : "will not have";
}

export interface Way {
  readonly binding: Binding;
  /** The effect of a pending change. Undefined without --preview. */
  readonly change: keyof typeof TONES | undefined;
}

const TONES = { stays: "quiet", begins: "warning", ends: "bad" } as const;

export function waysOf(model: AccessModel, now: readonly Binding[], after: readonly Binding[] | undefined): Way[] {
  const changeOf = ({ uid }: Binding) => {
    if (after === undefined) return undefined;
    if (!after.some((binding) => binding.uid === uid)) return "ends";
    return now.some((binding) => binding.uid === uid) ? "stays" : "begins";
  };
  const all = new Map([...now, ...(after ?? [])].map((binding) => [binding.uid, binding]));
  return inOrder(model, all.values()).map((binding) => ({ binding, change: changeOf(binding) }));
}

/** Returns a role binding of the document, with the groups below it on the way down. */
function chainIn(model: AccessModel, { binding, change }: Way, groupUid: string) {
  const { role, group, ...rest } = bindingIn(model, binding);
  return {
    ...withExistingUid(rest),
    role: withExistingUid(role),
    group: withExistingUid(group),
    inheritedBy: groupsBetween(binding.groupUid, groupUid).map((uid) => withExistingUid(groupIn(model, uid))),
    ...(change === undefined ? {} : { change }),
  };
}

const tableOf = (chains: readonly ReturnType<typeof chainIn>[], roles: readonly string[]) => ({
  columns: columns(
    ...(chains.some(({ change }) => change !== undefined) ? [whole("CHANGE")] : []),
    named("ROLE", { isFinding: true }),
    named("BOUND IN", { isFinding: true }),
    wrapping("INHERITED BY"),
    uids("ROLE BINDING", { key: "binding" }),
  ),
  rows: chains.map(({ uid, group, inheritedBy, change }, i) => [
    ...(change === undefined ? [] : [{ text: change, tone: TONES[change] }]),
    roles[i] ?? "",
    group.path,
    inheritedBy.map(({ path }) => path).join(", "),
    uid ?? "(new)",
  ]),
  empty: "No role binding gives it.",
});

/** Returns the groups between one and another one below it, the latter included. */
const groupsBetween = (above: string, groupUid: string): string[] =>
  withAncestors(groupUid)
    .filter((uid) => uid !== above && reaches(above, uid))
    .reverse();
