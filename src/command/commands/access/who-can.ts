import { rootOf } from "../../../description/uid";
import { bindingsGiving, whoOf } from "../../access/model";
import { checkCapability, grantedRole, groupPath, identityPath } from "../../access/names";
import { type LiveAccess, rootsOf } from "../../access/read";
import type { FlagsFor, Run } from "../../command";
import { CLEAN, columns, named, type Report, uids } from "../../declaration";
import { reportOf } from "../../document";
import { withStackHint } from "../../stack/settings";
import { type Asking, bindingIn, exitFor, groupIn, holdersIn, inOrder, namedBy, readFor, remarksOn } from "./answer";
import type { whoCan } from "./declaration";
import { readPlan } from "./plan";
import { differenceReport } from "./preview";
import { whoCanDocument } from "./schema";

export const run: Run<typeof whoCan> = (call) =>
  withStackHint(call, async () => {
    const [capability = ""] = call.arguments;
    const { on, preview } = call.flags;
    if (preview) return differenceReport(call, await readPlan(call), { capability, on });
    return whoCanReport(call, capability, await readFor(call));
  });

export function whoCanReport(call: Asking<FlagsFor<typeof whoCan>>, capability: string, live: LiveAccess): Report {
  const { model } = live;
  checkCapability(model, capability);
  const { groupUid } = namedBy(live, { on: call.flags.on });
  const bindings = inOrder(model, bindingsGiving(model, { capability, groupUid }));
  const { identities, offers } = holdersIn(model, bindings, (binding) => bindingIn(model, binding));
  const roots = groupUid === undefined ? rootsOf(live) : [rootOf(groupUid)];
  const { remarks, tables, notes } = remarksOn(call, { live, roots });
  return reportOf({
    document: {
      capability,
      group: groupUid === undefined ? null : groupIn(model, groupUid),
      holders: identities,
      offers,
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
