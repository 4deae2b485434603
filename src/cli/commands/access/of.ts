import { rootOf } from "../../../uid";
import { type AccessModel, type Binding, grantedBy } from "../../access/model";
import { groupPath, identityNamed, identityPath, roleName } from "../../access/names";
import { type LiveAccess, rootsOf } from "../../access/read";
import type { FlagsFor, Run } from "../../command";
import { CLEAN, column, type Report, type Table } from "../../declaration";
import { reportOf } from "../../document";
import { notCheckedTables } from "../../not-checked";
import { withStackHint } from "../../stack/settings";
import {
  type Asking,
  bindingIn,
  capabilitiesText,
  endedKeys,
  exitFor,
  gapsIn,
  groupsBelow,
  identityIn,
  inOrder,
  naming,
  notesOn,
  readFor,
  remarksOn,
  tellGaps,
} from "./answer";
import type { of } from "./declaration";
import { differenceReport, foreseen } from "./preview";
import { accessOfDocument } from "./schema";

/** Lists what an identity may do, or all of them; or what they gain and lose. */
export const run: Run<typeof of> = (call) =>
  withStackHint(call, async () => {
    const [named] = call.arguments;
    if (call.flags.preview)
      return differenceReport(await foreseen(call), named === undefined ? {} : { identity: named });
    return ofReport(call, named, await readFor(call));
  });

/** The report on what an identity may do, or all of them. */
export function ofReport(call: Asking<FlagsFor<typeof of>>, named: string | undefined, live: LiveAccess): Report {
  const { model } = live;
  const only = named === undefined ? undefined : naming(live, () => identityNamed(model, named));
  const bindings = inOrder(
    model,
    [...model.bindings.values()].filter(({ identityUid }) => only === undefined || identityUid === only),
  );
  const identityUids = only === undefined ? [...new Set(bindings.map(({ identityUid }) => identityUid))] : [only];
  const remarks = remarksOn(live, rootsFor(live, only));
  tellGaps(call, gapsIn(remarks));
  return reportOf({
    document: {
      identities: identityUids.map((uid) => ({
        identity: identityIn(model, uid),
        bindings: bindings
          .filter(({ identityUid }) => identityUid === uid)
          .map((binding) => ({
            ...bindingIn(model, binding),
            groupsBelow: groupsBelow(model, binding.groupUid),
            capabilities: grantedBy(model, binding),
          })),
      })),
      ...remarks,
    },
    schema: accessOfDocument,
    tables: [tableOf(model, bindings), ...notCheckedTables(remarks.notChecked)],
    list: tableOf(model, bindings, true),
    notes: [...endedKeys(model, identityUids), ...notesOn(remarks)],
    exit: exitFor(remarks, CLEAN),
  });
}

/** The organisations that matter: of one identity its own, and those where it is bound. */
function rootsFor(live: LiveAccess, only: string | undefined): Set<string> {
  const all = rootsOf(live);
  // Somebody in no group may be bound in any.
  return only?.includes("/") ? new Set([rootOf(only), ...all]) : all;
}

/** @param isWhole no capability is left out of a cell */
function tableOf(model: AccessModel, bindings: readonly Binding[], isWhole = false): Table {
  return {
    columns: [
      column("IDENTITY"),
      column("BOUND IN"),
      column("GROUPS BELOW", { isNumber: true }),
      column("ROLE"),
      column("CAPABILITIES"),
      { key: "binding", heading: "ROLE BINDING" },
    ],
    rows: bindings.map((binding) => [
      identityPath(model, binding.identityUid),
      groupPath(model, binding.groupUid),
      String(groupsBelow(model, binding.groupUid)),
      roleName(model, binding.roleUid),
      capabilitiesText(grantedBy(model, binding), isWhole),
      binding.uid,
    ]),
    empty: "There is no role binding.",
  };
}
