import { parentOf, rootOf } from "../../../uid";
import { accessGraph, type Overlay, overlay, partAround } from "../../access/graph";
import type { AccessModel, Binding } from "../../access/model";
import { groupPath, identityPath, roleName } from "../../access/names";
import { type LiveAccess, rootsOf } from "../../access/read";
import type { FlagsFor, Run } from "../../command";
import { CLEAN, columns, type Report } from "../../declaration";
import { reportOf } from "../../document";
import { notCheckedNotes } from "../../organization/visibility";
import { withStackHint } from "../../stack/settings";
import { type Asking, exitFor, groupIn, identityIn, inOrder, namedBy, readFor, remarksOn } from "./answer";
import type { graph } from "./declaration";
import { graphPage } from "./page";
import { type AccessPlan, exitForPlan, notesOnPlan, offersIn, planIn, saidOf } from "./plan";
import { readPlan } from "./preview";
import { accessGraphDocument } from "./schema";

/** Draws groups, identities and their roles. */
export const run: Run<typeof graph> = (call) =>
  withStackHint(call, async () => {
    const { preview } = call.flags;
    const plan = preview ? await readPlan(call) : undefined;
    return graphReport(call, plan?.live ?? (await readFor(call)), plan);
  });

/** Returns the report with the graph. */
export function graphReport(call: Asking<FlagsFor<typeof graph>>, live: LiveAccess, plan?: AccessPlan): Report {
  const { on } = call.flags;
  const { model, changes } = overlay(live.model, plan?.after ?? live.model, plan?.names ?? live.model);
  const { groupUid } = namedBy(live, { on }, model);
  const part = partAround(model, groupUid);
  const said = plan && saidOf(plan, offersIn(plan));
  const roots = groupUid === undefined ? rootsOf(live) : [rootOf(groupUid)];
  const { remarks, tables, notes } = remarksOn(call, { live, roots }, said);
  const bindings = inOrder(part, part.bindings.values());
  const roles = [...part.roles.values()].map((role) => ({ ...role, name: role.name || role.uid }));
  return reportOf({
    document: {
      groups: [...part.groups.keys()]
        .sort()
        .map((uid) => ({ ...groupIn(part, uid), parentUid: parentOf(uid) ?? null })),
      identities: [...part.identities.keys()]
        .sort()
        // Of one that lies in a group out of sight, the path is that of the whole.
        .map((uid) => ({ ...identityIn(model, uid), groupUid: parentOf(uid) ?? null })),
      roles,
      bindings: bindings.map((binding) => ({ ...binding, ...changeIn(changes, binding) })),
      ...(plan === undefined ? {} : { preview: planIn(plan) }),
      ...remarks,
    },
    schema: accessGraphDocument,
    graph: accessGraph(part, model, changes),
    page: graphPage({ title: titleOf(plan !== undefined, model, [...roots]), part, whole: model, bindings, changes }),
    tables: [
      {
        columns: columns("IDENTITY", "ROLE", "GROUP"),
        rows: bindings.map(({ identityUid, roleUid, groupUid: uid }) => [
          identityPath(model, identityUid),
          roleName(part, roleUid),
          groupPath(part, uid),
        ]),
        empty: "There are no role bindings.",
      },
      ...tables,
    ],
    warnings: [...remarks.incomplete, ...notCheckedNotes(remarks.notChecked)],
    notes: [...(plan === undefined ? [] : [...notesOnPlan(plan), ...offersIn(plan)]), ...notes],
    exit: plan === undefined ? exitFor(remarks, CLEAN) : exitForPlan(plan, remarks),
  });
}

/** Returns the title of the page, with the organization if there is only one. */
const titleOf = (isPlan: boolean, model: AccessModel, [root, ...others]: readonly string[]): string =>
  (isPlan ? "Access after the change" : "Access") +
  (root === undefined || others.length > 0 ? "" : ` in ${groupPath(model, root)}`);

const changeIn = (changes: Overlay["changes"], { uid }: Binding) => {
  const change = changes.get(uid);
  return change === undefined ? {} : { change };
};
