import { rootOf } from "../../../uid";
import { checkCapability, checkKnown } from "../../access/capability";
import { type AccessModel, type Binding, grantedBy, reaches } from "../../access/model";
import { groupPath, identityPath, roleName } from "../../access/names";
import { type LiveAccess, rootsOf } from "../../access/read";
import type { FlagsFor, Run } from "../../command";
import { CLEAN, columns, named, type Report, type Table, uids } from "../../declaration";
import { reportOf } from "../../document";
import { withStackHint } from "../../stack/settings";
import {
  type Asking,
  bindingIn,
  byIdentity,
  endedKeys,
  exitFor,
  groupIn,
  identityIn,
  inOrder,
  namedBy,
  readFor,
  remarksOn,
} from "./answer";
import type { whoCan } from "./declaration";
import { differenceReport, readPlan } from "./preview";
import { whoCanDocument } from "./schema";

/** Lists the identities that have, gain or lose a capability. */
export const run: Run<typeof whoCan> = (call) =>
  withStackHint(call, async () => {
    const capability = checkCapability(call.arguments[0] ?? "");
    const { on, preview } = call.flags;
    if (preview) return differenceReport(await readPlan(call), { capability, on });
    return whoCanReport(call, capability, await readFor(call));
  });

/** Returns the report on the identities that have a capability. */
export function whoCanReport(call: Asking<FlagsFor<typeof whoCan>>, capability: string, live: LiveAccess): Report {
  const { model } = live;
  checkKnown(model, capability);
  const { groupUid } = namedBy(live, { on: call.flags.on });
  const isAsked = (binding: Binding) =>
    (groupUid === undefined || reaches(binding.groupUid, groupUid)) && grantedBy(model, binding).includes(capability);
  const bindings = inOrder(model, [...model.bindings.values()].filter(isAsked));
  const identityUids = [...new Set(bindings.map(({ identityUid }) => identityUid))];
  const roots = groupUid === undefined ? rootsOf(live) : [rootOf(groupUid)];
  const { remarks, tables, notes } = remarksOn(call, { live, roots });
  const own = byIdentity(bindings);
  return reportOf({
    document: {
      capability,
      group: groupUid === undefined ? null : groupIn(model, groupUid),
      holders: identityUids.map((uid) => ({
        identity: identityIn(model, uid),
        bindings: own(uid).map((binding) => bindingIn(model, binding)),
      })),
      ...remarks,
    },
    schema: whoCanDocument,
    tables: [
      tableOf(model, bindings, groupUid === undefined ? "No identity has it." : "No identity has it there."),
      ...tables,
    ],
    names: identityUids,
    notes: [...endedKeys(model, identityUids), ...notes],
    exit: exitFor(remarks, CLEAN),
  });
}

const tableOf = (model: AccessModel, bindings: readonly Binding[], empty: string): Table => ({
  columns: columns(
    named("IDENTITY", { isFinding: true }),
    named("ROLE"),
    named("BOUND IN"),
    uids("ROLE BINDING", { key: "binding" }),
    uids("IDENTITY UID"),
  ),
  rows: bindings.map(({ uid, identityUid, roleUid, groupUid }) => [
    identityPath(model, identityUid),
    roleName(model, roleUid),
    groupPath(model, groupUid),
    uid,
    identityUid,
  ]),
  empty,
});
