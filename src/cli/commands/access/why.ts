import { quoted } from "../../../api/shown";
import { parentOf, rootOf } from "../../../uid";
import { checkCapability, checkKnown } from "../../access/capability";
import { type AccessModel, type Binding, chainsTo } from "../../access/model";
import { groupNamed, groupPath, identityNamed, identityPath, roleName } from "../../access/names";
import type { LiveAccess } from "../../access/read";
import type { FlagsFor, Run } from "../../command";
import { type Call, CLEAN, column, type ExitCode, FOUND, type Report, type Table, UNKNOWN } from "../../declaration";
import { reportOf } from "../../document";
import { notCheckedTables } from "../../not-checked";
import { withStackHint } from "../../stack/settings";
import {
  type Asking,
  bindingIn,
  endedKeys,
  exitFor,
  gapsIn,
  groupIn,
  identityIn,
  inOrder,
  naming,
  notesOn,
  type Remarks,
  readFor,
  remarksOn,
  tellGaps,
} from "./answer";
import type { why } from "./declaration";
import {
  type Foreseen,
  foreseenUid,
  isForeseen,
  isPerson,
  mayReach,
  notesOnPlan,
  offersIn,
  planIn,
  tellPlan,
} from "./plan";
import { foreseen } from "./preview";
import { accessWhyDocument } from "./schema";

/** Tells why an identity has a capability in a group, or that it has not; and what a pending change makes of it. */
export const run: Run<typeof why> = (call) =>
  withStackHint(call, async () => {
    checkCapability(call.arguments[1] ?? "");
    const plan = call.flags.preview ? await foreseen(call) : undefined;
    return whyReport(call, plan?.live ?? (await readFor(call)), plan);
  });

/** The report on why an identity has a capability in a group: the arguments of the call. */
export function whyReport(
  call: Asking<FlagsFor<typeof why>> & Pick<Call, "arguments">,
  live: LiveAccess,
  plan?: Foreseen,
): Report {
  const [identity = "", capability = "", group = ""] = call.arguments;
  const model = plan?.names ?? live.model;
  checkKnown(model, capability);
  const [identityUid, groupUid] = naming(
    live,
    () => [identityNamed(model, identity), groupNamed(model, group)] as const,
  );
  const isByUid = identity === identityUid && group === groupUid;
  const waysIn = (one: AccessModel) => chainsTo(one, { identityUid, capability, groupUid });
  const now = waysIn(live.model);
  const after = plan && waysIn(plan.after);
  const ways = waysOf(model, now, after);
  const remarks = remarksOn(live, [rootOf(groupUid)]);
  const isUntold = plan !== undefined && plan.planned.untold.length > 0;
  if (plan === undefined) tellGaps(call, gapsIn(remarks));
  else tellPlan(plan, remarks, offersIn(plan));
  const isAllowed = (after ?? now).length > 0;
  const [who, where] = [quoted(identityPath(model, identityUid)), quoted(groupPath(model, groupUid))];
  const isOffered =
    isPerson(identityUid) &&
    plan?.offers.some(
      ({ isGain, capabilities, groupUids }) =>
        isGain && capabilities.includes(capability) && groupUids.includes(groupUid),
    ) === true;
  const isOpen = plan !== undefined && !isAllowed && (isOffered || mayReach(plan, groupUid));
  const foretold = isAllowed ? "will have" : isOpen ? "may have" : "will not have";
  const verb = plan === undefined ? (isAllowed ? "has" : "does not have") : foretold;
  return reportOf({
    document: {
      identity: foreseenUid(identityIn(model, identityUid)),
      capability,
      group: foreseenUid(groupIn(model, groupUid)),
      isAllowed,
      chains: ways.map(({ binding, change }) => ({
        ...chainIn(model, binding, groupUid),
        ...(change === undefined ? {} : { change }),
      })),
      ...(plan === undefined ? {} : { preview: { wasAllowed: now.length > 0, ...planIn(plan) } }),
      ...remarks,
    },
    schema: accessWhyDocument,
    tables: [tableOf(model, ways, groupUid), ...notCheckedTables(remarks.notChecked)],
    notes: [
      `${who} ${verb} ${capability} in ${where}.`,
      ...endedKeys(model, [identityUid]),
      ...(plan === undefined ? [] : [...notesOnPlan(plan), ...offersIn(plan)]),
      ...notesOn(remarks),
    ],
    // What a change leaves untold may take away what is granted.
    exit: isUntold || isOpen ? UNKNOWN : exitOf(isAllowed && isByUid, remarks, isAllowed ? CLEAN : FOUND),
  });
}

/**
 * What is seen to be granted is granted, whatever else there may be, to an identity and in a group that are named by their uids. A name may
 * also be that of an identity or group that the token does not see.
 */
const exitOf = (isCertain: boolean, remarks: Remarks, answer: ExitCode): ExitCode =>
  isCertain ? CLEAN : exitFor(remarks, answer);

/** A role binding that gives a capability. */
export interface Way {
  readonly binding: Binding;
  /** What a pending change makes of that, if one is asked about. */
  readonly change: keyof typeof TONES | undefined;
}

const TONES = { stays: "quiet", begins: "warning", ends: "bad" } as const;

/** The bindings that give a capability now, or after a change. */
export function waysOf(model: AccessModel, now: readonly Binding[], after: readonly Binding[] | undefined): Way[] {
  const changeOf = ({ uid }: Binding) => {
    if (after === undefined) return undefined;
    if (!after.some((binding) => binding.uid === uid)) return "ends";
    return now.some((binding) => binding.uid === uid) ? "stays" : "begins";
  };
  const all = new Map([...now, ...(after ?? [])].map((binding) => [binding.uid, binding]));
  return inOrder(model, all.values()).map((binding) => ({ binding, change: changeOf(binding) }));
}

/** A role binding in the document, with the way down from it. */
function chainIn(model: AccessModel, binding: Binding, groupUid: string) {
  const { role, group, ...rest } = bindingIn(model, binding);
  return {
    ...foreseenUid(rest),
    role: foreseenUid(role),
    group: foreseenUid(group),
    inheritedBy: groupsBetween(binding.groupUid, groupUid).map((uid) => foreseenUid(groupIn(model, uid))),
  };
}

function tableOf(model: AccessModel, ways: readonly Way[], groupUid: string): Table {
  const tells = ways.some(({ change }) => change !== undefined);
  return {
    columns: [
      ...(tells ? [column("CHANGE", { isWhole: true })] : []),
      column("ROLE"),
      column("BOUND IN"),
      column("INHERITED BY"),
      { key: "binding", heading: "ROLE BINDING" },
    ],
    rows: ways.map(({ binding, change }) => [
      ...(change === undefined ? [] : [{ text: change, tone: TONES[change] }]),
      roleName(model, binding.roleUid),
      groupPath(model, binding.groupUid),
      groupsBetween(binding.groupUid, groupUid)
        .map((uid) => groupPath(model, uid))
        .join(", "),
      isForeseen(binding.uid) ? "(new)" : binding.uid,
    ]),
    empty: "No role binding gives it.",
  };
}

/** The groups from below one down to another in it, the latter included. */
function groupsBetween(above: string, groupUid: string): string[] {
  const uids: string[] = [];
  for (let at: string | undefined = groupUid; at !== undefined && at !== above; at = parentOf(at)) uids.unshift(at);
  return uids;
}
