import { quoted } from "../../../api/shown";
import { rootOf, withAncestors } from "../../../uid";
import { checkCapability, checkKnown } from "../../access/capability";
import { type AccessModel, type Binding, chainsTo, reaches } from "../../access/model";
import { groupPath, identityPath, roleName } from "../../access/names";
import type { LiveAccess } from "../../access/read";
import type { FlagsFor, Run } from "../../command";
import {
  type Call,
  CLEAN,
  columns,
  type ExitCode,
  FOUND,
  named,
  type Report,
  type Table,
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
  type Remarks,
  readFor,
  remarksOn,
  unreadOffers,
} from "./answer";
import type { why } from "./declaration";
import {
  type AccessPlan,
  isNewObject,
  isPerson,
  mayReach,
  notesOnPlan,
  offersIn,
  planIn,
  saidOf,
  withExistingUid,
} from "./plan";
import { readPlan } from "./preview";
import { accessWhyDocument } from "./schema";

/** Reports why an identity has a capability in a group, now and after a pending change. */
export const run: Run<typeof why> = (call) =>
  withStackHint(call, async () => {
    checkCapability(call.arguments[1] ?? "");
    const plan = call.flags.preview ? await readPlan(call) : undefined;
    return whyReport(call, plan?.live ?? (await readFor(call)), plan);
  });

/** Returns the report on why an identity has a capability in a group. */
export function whyReport(
  call: Asking<FlagsFor<typeof why>> & Pick<Call, "arguments">,
  live: LiveAccess,
  plan?: AccessPlan,
): Report {
  const [identity = "", capability = "", group = ""] = call.arguments;
  const model = plan?.names ?? live.model;
  checkKnown(model, capability);
  const { identityUid = "", groupUid = "" } = namedBy(live, { identity, on: group }, model);
  const isByUid = identity === identityUid && group === groupUid;
  const waysIn = (one: AccessModel) => chainsTo(one, { identityUid, capability, groupUid });
  const now = waysIn(live.model);
  const after = plan && waysIn(plan.after);
  const ways = waysOf(model, now, after);
  const said = plan && saidOf(plan, offersIn(plan));
  const { remarks, tables, notes } = remarksOn(call, { live, roots: [rootOf(groupUid)] }, said);
  const hasUnknownEffects = plan !== undefined && plan.planned.unknown.length > 0;
  const isAllowed = (after ?? now).length > 0;
  const [who, where] = [quoted(identityPath(model, identityUid)), quoted(groupPath(model, groupUid))];
  const isOffered =
    isPerson(identityUid) &&
    (unreadOffers(live).length > 0 ||
      plan?.offers.some(
        ({ isGain, capabilities, groupUids }) =>
          isGain && capabilities.includes(capability) && groupUids.includes(groupUid),
      ) === true);
  const isPossible = plan !== undefined && !isAllowed && (isOffered || mayReach(plan, groupUid));
  const predicted = isAllowed ? "will have" : isPossible ? "may have" : "will not have";
  const verb = plan === undefined ? (isAllowed ? "has" : "does not have") : predicted;
  return reportOf({
    document: {
      identity: withExistingUid(identityIn(model, identityUid)),
      capability,
      group: withExistingUid(groupIn(model, groupUid)),
      isAllowed,
      chains: ways.map(({ binding, change }) => ({
        ...chainIn(model, binding, groupUid),
        ...(change === undefined ? {} : { change }),
      })),
      ...(plan === undefined ? {} : { preview: { wasAllowed: now.length > 0, ...planIn(plan) } }),
      ...remarks,
    },
    schema: accessWhyDocument,
    tables: [tableOf(model, ways, groupUid), ...tables],
    notes: [
      `${who} ${verb} ${capability} in ${where}.`,
      ...endedKeys(model, [identityUid]),
      ...(plan === undefined ? [] : [...notesOnPlan(plan), ...offersIn(plan)]),
      ...notes,
    ],
    // A change with an unknown effect may remove the access.
    exit: hasUnknownEffects || isPossible ? UNKNOWN : exitOf(isAllowed && isByUid, remarks, isAllowed ? CLEAN : FOUND),
  });
}

/**
 * Returns the exit code. If the call names identity and group by uid, a role binding is proof, even in an incomplete result. A name may
 * also belong to an identity or group that the token cannot see.
 */
const exitOf = (isCertain: boolean, remarks: Remarks, answer: ExitCode): ExitCode =>
  isCertain ? CLEAN : exitFor(remarks, answer);

/** A role binding that gives a capability. */
export interface Way {
  readonly binding: Binding;
  /** The effect of a pending change. Undefined without --preview. */
  readonly change: keyof typeof TONES | undefined;
}

const TONES = { stays: "quiet", begins: "warning", ends: "bad" } as const;

/** Returns the bindings that give a capability now or after a change. */
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
function chainIn(model: AccessModel, binding: Binding, groupUid: string) {
  const { role, group, ...rest } = bindingIn(model, binding);
  return {
    ...withExistingUid(rest),
    role: withExistingUid(role),
    group: withExistingUid(group),
    inheritedBy: groupsBetween(binding.groupUid, groupUid).map((uid) => withExistingUid(groupIn(model, uid))),
  };
}

const tableOf = (model: AccessModel, ways: readonly Way[], groupUid: string): Table => ({
  columns: columns(
    ...(ways.some(({ change }) => change !== undefined) ? [whole("CHANGE")] : []),
    named("ROLE", { isFinding: true }),
    named("BOUND IN", { isFinding: true }),
    wrapping("INHERITED BY"),
    uids("ROLE BINDING", { key: "binding" }),
  ),
  rows: ways.map(({ binding, change }) => [
    ...(change === undefined ? [] : [{ text: change, tone: TONES[change] }]),
    roleName(model, binding.roleUid),
    groupPath(model, binding.groupUid),
    groupsBetween(binding.groupUid, groupUid)
      .map((uid) => groupPath(model, uid))
      .join(", "),
    isNewObject(binding.uid) ? "(new)" : binding.uid,
  ]),
  empty: "No role binding gives it.",
});

/** Returns the groups between one and another one below it, the latter included. */
const groupsBetween = (above: string, groupUid: string): string[] =>
  withAncestors(groupUid)
    .filter((uid) => uid !== above && reaches(above, uid))
    .reverse();
