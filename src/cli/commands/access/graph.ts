import { parentOf, rootOf } from "../../../uid";
import { accessGraph, type Overlay, overlay, partAround } from "../../access/graph";
import type { Binding } from "../../access/model";
import { groupPath, identityPath, roleName } from "../../access/names";
import { rootsOf } from "../../access/read";
import type { Run } from "../../command";
import { CLEAN, columns } from "../../declaration";
import { reportOf } from "../../document";
import { withStackHint } from "../../stack/settings";
import { besides, exitFor, groupIn, identityIn, inOrder, namedBy, readFor } from "./answer";
import type { graph } from "./declaration";
import { exitForPlan, notesOnPlan, offersIn, planIn, saidOf } from "./plan";
import { foreseen } from "./preview";
import { accessGraphDocument } from "./schema";

/** Draws who has which roles where. */
export const run: Run<typeof graph> = (call) =>
  withStackHint(call, async () => {
    const { on, preview } = call.flags;
    const plan = preview ? await foreseen(call) : undefined;
    const live = plan?.live ?? (await readFor(call));
    const { model, changes } = overlay(live.model, plan?.after ?? live.model, plan?.names ?? live.model);
    const { groupUid } = namedBy(live, { on }, model);
    const part = partAround(model, groupUid);
    const said = plan && saidOf(plan, offersIn(plan));
    const roots = groupUid === undefined ? rootsOf(live) : [rootOf(groupUid)];
    const { remarks, tables, notes } = besides(call, { live, roots }, said);
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
      page: {
        kind: "graph",
        title: plan === undefined ? "Who has which roles where" : "Who will have which roles where",
        groups: [...part.groups.values()].map(({ uid, name }) => ({
          id: uid,
          name: name || uid,
          parent: parentOf(uid),
        })),
        identities: [...part.identities.keys()].map((uid) => ({ id: uid, name: identityPath(model, uid) })),
        roles: roles.map(({ uid, name, capabilities }) => ({ id: uid, name, capabilities })),
        bindings: bindings.map((binding) => ({
          id: binding.uid,
          identity: binding.identityUid,
          role: binding.roleUid,
          group: binding.groupUid,
          ...changeIn(changes, binding),
        })),
      },
      tables: [
        {
          columns: columns("IDENTITY", "ROLE", "GROUP"),
          rows: bindings.map(({ identityUid, roleUid, groupUid: uid }) => [
            identityPath(model, identityUid),
            roleName(part, roleUid),
            groupPath(part, uid),
          ]),
          empty: "There is no role binding.",
        },
        ...tables,
      ],
      notes: [...(plan === undefined ? [] : [...notesOnPlan(plan), ...offersIn(plan)]), ...notes],
      exit: plan === undefined ? exitFor(remarks, CLEAN) : exitForPlan(plan, remarks),
    });
  });

const changeIn = (changes: Overlay["changes"], { uid }: Binding) => {
  const change = changes.get(uid);
  return change === undefined ? {} : { change };
};
