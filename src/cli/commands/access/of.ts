import { rootOf } from "../../../uid";
import { type AccessModel, type Binding, grantedBy } from "../../access/model";
import { groupPath, identityPath, roleName } from "../../access/names";
import { type LiveAccess, rootsOf } from "../../access/read";
import type { FlagsFor, Run } from "../../command";
import { CLEAN, column, columns, named, type Report, type Table, uids } from "../../declaration";
import { reportOf } from "../../document";
import { withStackHint } from "../../stack/settings";
import {
  type Asking,
  besides,
  bindingIn,
  byIdentity,
  capabilitiesText,
  endedKeys,
  exitFor,
  groupsBelow,
  identityIn,
  inOrder,
  namedBy,
  readFor,
} from "./answer";
import type { of } from "./declaration";
import { differenceReport, foreseen } from "./preview";
import { accessOfDocument } from "./schema";

/** Lists what an identity may do, or all of them; or what they gain and lose. */
export const run: Run<typeof of> = (call) =>
  withStackHint(call, async () => {
    const [identity] = call.arguments;
    if (call.flags.preview) return differenceReport(await foreseen(call), { identity });
    return ofReport(call, identity, await readFor(call));
  });

/** The report on what an identity may do, or all of them. */
export function ofReport(call: Asking<FlagsFor<typeof of>>, identity: string | undefined, live: LiveAccess): Report {
  const { model } = live;
  const { identityUid: only } = namedBy(live, { identity });
  const bindings = inOrder(
    model,
    [...model.bindings.values()].filter(({ identityUid }) => only === undefined || identityUid === only),
  );
  const identityUids = only === undefined ? [...new Set(bindings.map(({ identityUid }) => identityUid))] : [only];
  // Somebody in no group may be bound in any.
  const roots = only?.includes("/") ? [rootOf(only), ...rootsOf(live)] : rootsOf(live);
  const { remarks, tables, notes } = besides(call, { live, roots });
  const [below, own] = [groupsBelow(model), byIdentity(bindings)];
  return reportOf({
    document: {
      identities: identityUids.map((uid) => ({
        identity: identityIn(model, uid),
        bindings: own(uid).map((binding) => ({
          ...bindingIn(model, binding),
          groupsBelow: below(binding.groupUid),
          capabilities: grantedBy(model, binding),
        })),
      })),
      ...remarks,
    },
    schema: accessOfDocument,
    tables: [tableOf(model, bindings), ...tables],
    list: tableOf(model, bindings, true),
    names: identityUids,
    notes: [...endedKeys(model, identityUids), ...notes],
    exit: exitFor(remarks, CLEAN),
  });
}

/** @param isWhole no capability is left out of a cell */
function tableOf(model: AccessModel, bindings: readonly Binding[], isWhole = false): Table {
  const below = groupsBelow(model);
  return {
    columns: columns(
      named("IDENTITY"),
      named("ROLE", { isFinding: true }),
      named("BOUND IN", { isFinding: true }),
      column("GROUPS BELOW", { isNumber: true }),
      "CAPABILITIES",
      uids("ROLE BINDING", { key: "binding" }),
    ),
    rows: bindings.map((binding) => [
      identityPath(model, binding.identityUid),
      roleName(model, binding.roleUid),
      groupPath(model, binding.groupUid),
      String(below(binding.groupUid)),
      capabilitiesText(grantedBy(model, binding), isWhole),
      binding.uid,
    ]),
    empty: "There is no role binding.",
  };
}
