import { rootOf } from "../../../description/uid";
import { checkCapability, checkKnown } from "../../access/capability";
import { type Binding, grantedBy, reaches, whoOf } from "../../access/model";
import { grantedRole, groupPath, identityPath } from "../../access/names";
import { type LiveAccess, rootsOf } from "../../access/read";
import type { FlagsFor, Run } from "../../command";
import { CLEAN, columns, named, type Report, uids } from "../../declaration";
import { reportOf } from "../../document";
import { withStackHint } from "../../stack/settings";
import {
  type Asking,
  bindingIn,
  exitFor,
  groupIn,
  holdersBy,
  identityIn,
  inOrder,
  namedBy,
  readFor,
  remarksOn,
} from "./answer";
import type { whoCan } from "./declaration";
import { readPlan } from "./plan";
import { differenceReport } from "./preview";
import { whoCanDocument } from "./schema";

export const run: Run<typeof whoCan> = (call) =>
  withStackHint(call, async () => {
    const capability = checkCapability(call.arguments[0] ?? "");
    const { on, preview } = call.flags;
    if (preview) return differenceReport(call, await readPlan(call), { capability, on });
    return whoCanReport(call, capability, await readFor(call));
  });

export function whoCanReport(call: Asking<FlagsFor<typeof whoCan>>, capability: string, live: LiveAccess): Report {
  const { model } = live;
  checkKnown(model, capability);
  const { groupUid } = namedBy(live, { on: call.flags.on });
  const isAsked = (binding: Binding) =>
    (groupUid === undefined || reaches(binding.groupUid, groupUid)) && grantedBy(model, binding).includes(capability);
  const bindings = inOrder(model, [...model.bindings.values()].filter(isAsked));
  const { identities, offers } = holdersBy(model, bindings);
  const bindingsOf = (own: readonly Binding[]) => own.map((binding) => bindingIn(model, binding));
  const roots = groupUid === undefined ? rootsOf(live) : [rootOf(groupUid)];
  const { remarks, tables, notes } = remarksOn(call, { live, roots });
  return reportOf({
    document: {
      capability,
      group: groupUid === undefined ? null : groupIn(model, groupUid),
      holders: identities.map(({ uid, own }) => ({ identity: identityIn(model, uid), bindings: bindingsOf(own) })),
      offers: offers.map(({ who, own }) => ({ who, bindings: bindingsOf(own) })),
      ...remarks,
    },
    schema: whoCanDocument,
    tables: [
      {
        columns: columns(
          named("IDENTITY", { isFinding: true }),
          named("ROLE"),
          named("BOUND IN"),
          uids("ROLE BINDING", { key: "binding" }),
          uids("IDENTITY UID"),
        ),
        rows: bindings.map((binding) => [
          identityPath(model, binding.identityUid),
          grantedRole(model, binding),
          groupPath(model, binding.groupUid),
          binding.uid,
          whoOf(model, binding.identityUid) === undefined ? binding.identityUid : "",
        ]),
        empty: groupUid === undefined ? "No identity has it." : "No identity has it there.",
      },
      ...tables,
    ],
    notes,
    exit: exitFor(remarks, CLEAN),
  });
}
