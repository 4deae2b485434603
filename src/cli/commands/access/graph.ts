import { parentOf, rootOf } from "../../../uid";
import { accessGraph, partAround } from "../../access/graph";
import { groupNamed, groupPath, identityPath, roleName } from "../../access/names";
import { rootsOf } from "../../access/read";
import { CLEAN, type Run } from "../../declaration";
import { withStackHint } from "../../stack/settings";
import { exitFor, groupIn, identityIn, inOrder, naming, notesOn, readFor, remarksOn, tellGaps } from "./answer";
import type { GraphFlags } from "./declaration";
import { accessGraphDocument } from "./schema";

/** Draws who has which roles where. */
export const run: Run<GraphFlags> = (call) =>
  withStackHint(call, async () => {
    const { on } = call.flags;
    const live = await readFor(call);
    const groupUid = on === undefined ? undefined : naming(live, () => groupNamed(live.model, on));
    const part = partAround(live.model, groupUid);
    const remarks = remarksOn(live, groupUid === undefined ? rootsOf(live.model) : [rootOf(groupUid)]);
    tellGaps(call, remarks.incomplete);
    const bindings = inOrder(part, part.bindings.values());
    return {
      document: {
        version: 1,
        kind: "access-graph",
        groups: [...part.groups.keys()]
          .sort()
          .map((uid) => ({ ...groupIn(part, uid), parentUid: parentOf(uid) ?? null })),
        identities: [...part.identities.keys()]
          .sort()
          // Of one that lies in a group out of sight, the path is that of the whole.
          .map((uid) => ({ ...identityIn(live.model, uid), groupUid: parentOf(uid) ?? null })),
        roles: [...part.roles.values()].map(({ uid, name, isBuiltIn, capabilities }) => ({
          uid,
          name: name || uid,
          isBuiltIn,
          capabilities,
        })),
        bindings: bindings,
        ...remarks,
      },
      schema: accessGraphDocument,
      graph: accessGraph(part, live.model),
      page: {
        kind: "graph",
        title: "Who has which roles where",
        groups: [...part.groups.values()].map(({ uid, name }) => ({
          id: uid,
          name: name || uid,
          parent: parentOf(uid),
        })),
        identities: [...part.identities.keys()].map((uid) => ({
          id: uid,
          name: identityPath(live.model, uid),
          type: "",
        })),
        roles: [...part.roles.values()].map(({ uid, name, capabilities }) => ({
          id: uid,
          name: name || uid,
          capabilities,
        })),
        bindings: bindings.map(({ uid, identityUid, roleUid, groupUid: group }) => ({
          id: uid,
          identity: identityUid,
          role: roleUid,
          group,
        })),
      },
      tables: [
        {
          columns: [
            { key: "identity", heading: "IDENTITY" },
            { key: "role", heading: "ROLE" },
            { key: "group", heading: "GROUP" },
          ],
          rows: bindings.map(({ identityUid, roleUid, groupUid: uid }) => [
            identityPath(live.model, identityUid),
            roleName(part, roleUid),
            groupPath(part, uid),
          ]),
          empty: "There is no role binding.",
        },
      ],
      notes: notesOn(remarks),
      exit: exitFor(remarks, CLEAN),
    };
  });
