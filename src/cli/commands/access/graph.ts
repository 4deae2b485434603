import { parentOf, rootOf } from "../../../uid";
import { accessGraph, type Overlay, overlay, partAround } from "../../access/graph";
import type { Binding } from "../../access/model";
import { groupNamed, groupPath, identityPath, roleName } from "../../access/names";
import { rootsOf } from "../../access/read";
import type { Run } from "../../command";
import { CLEAN, column } from "../../declaration";
import { reportOf } from "../../document";
import { notCheckedTables } from "../../not-checked";
import { withStackHint } from "../../stack/settings";
import { exitFor, gapsIn, groupIn, identityIn, inOrder, naming, notesOn, readFor, remarksOn, tellGaps } from "./answer";
import type { graph } from "./declaration";
import { exitForPlan, notesOnPlan, offersIn, planIn, tellPlan } from "./plan";
import { foreseen } from "./preview";
import { accessGraphDocument } from "./schema";

/** Draws who has which roles where. */
export const run: Run<typeof graph> = (call) =>
  withStackHint(call, async () => {
    const { on, preview } = call.flags;
    const plan = preview ? await foreseen(call) : undefined;
    const live = plan?.live ?? (await readFor(call));
    const { model, changes } = overlay(live.model, plan?.after ?? live.model, plan?.names ?? live.model);
    const groupUid = on === undefined ? undefined : naming(live, () => groupNamed(model, on));
    const part = partAround(model, groupUid);
    const remarks = remarksOn(live, groupUid === undefined ? rootsOf(live) : [rootOf(groupUid)]);
    if (plan === undefined) tellGaps(call, gapsIn(remarks));
    else tellPlan(plan, remarks, offersIn(plan));
    const bindings = inOrder(part, part.bindings.values());
    return reportOf({
      document: {
        groups: [...part.groups.keys()]
          .sort()
          .map((uid) => ({ ...groupIn(part, uid), parentUid: parentOf(uid) ?? null })),
        identities: [...part.identities.keys()]
          .sort()
          // Of one that lies in a group out of sight, the path is that of the whole.
          .map((uid) => ({ ...identityIn(model, uid), groupUid: parentOf(uid) ?? null })),
        roles: [...part.roles.values()].map(({ uid, name, isBuiltIn, capabilities }) => ({
          uid,
          name: name || uid,
          isBuiltIn,
          capabilities,
        })),
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
        identities: [...part.identities.keys()].map((uid) => ({
          id: uid,
          name: identityPath(model, uid),
        })),
        roles: [...part.roles.values()].map(({ uid, name, capabilities }) => ({
          id: uid,
          name: name || uid,
          capabilities,
        })),
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
          columns: [column("IDENTITY"), column("ROLE"), column("GROUP")],
          rows: bindings.map(({ identityUid, roleUid, groupUid: uid }) => [
            identityPath(model, identityUid),
            roleName(part, roleUid),
            groupPath(part, uid),
          ]),
          empty: "There is no role binding.",
        },
        ...notCheckedTables(remarks.notChecked),
      ],
      notes: [...(plan === undefined ? [] : [...notesOnPlan(plan), ...offersIn(plan)]), ...notesOn(remarks)],
      exit: plan === undefined ? exitFor(remarks, CLEAN) : exitForPlan(plan, remarks),
    });
  });

const changeIn = (changes: Overlay["changes"], { uid }: Binding) => {
  const change = changes.get(uid);
  return change === undefined ? {} : { change };
};
