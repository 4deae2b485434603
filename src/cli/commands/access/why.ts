import { quoted } from "../../../api/shown";
import { parentOf, rootOf } from "../../../uid";
import { checkCapability, checkKnown } from "../../access/capability";
import { type AccessModel, type Binding, chainsTo } from "../../access/model";
import { groupNamed, groupPath, identityNamed, identityPath, roleName } from "../../access/names";
import { CLEAN, FOUND, type Run, type Table } from "../../declaration";
import { withStackHint } from "../../stack/settings";
import {
  bindingIn,
  endedKeys,
  exitFor,
  groupIn,
  identityIn,
  inOrder,
  naming,
  notesOn,
  readFor,
  remarksOn,
  tellGaps,
} from "./answer";
import type { AccessFlags } from "./declaration";
import { accessWhyDocument } from "./schema";

/** Tells why an identity has a capability in a group, or that it has not. */
export const run: Run<AccessFlags> = (call) =>
  withStackHint(call, async () => {
    const [identity = "", name = "", group = ""] = call.arguments;
    const capability = checkCapability(name);
    const live = await readFor(call);
    const { model } = live;
    checkKnown(model, capability);
    const [identityUid, groupUid] = naming(
      live,
      () => [identityNamed(model, identity), groupNamed(model, group)] as const,
    );
    const chains = inOrder(model, chainsTo(model, { identityUid, capability, groupUid }));
    const remarks = remarksOn(live, [rootOf(groupUid)]);
    tellGaps(call, remarks.incomplete);
    const [who, where] = [quoted(identityPath(model, identityUid)), quoted(groupPath(model, groupUid))];
    const isAllowed = chains.length > 0;
    return {
      document: {
        version: 1,
        kind: "access-why",
        identity: identityIn(model, identityUid),
        capability,
        group: groupIn(model, groupUid),
        isAllowed,
        chains: chains.map((binding) => ({
          ...bindingIn(model, binding),
          inheritedBy: groupsBetween(binding.groupUid, groupUid).map((uid) => groupIn(model, uid)),
        })),
        ...remarks,
      },
      schema: accessWhyDocument,
      tables: [tableOf(model, chains, groupUid)],
      notes: [
        isAllowed ? `${who} has ${capability} in ${where}.` : `${who} does not have ${capability} in ${where}.`,
        ...endedKeys(model, [identityUid]),
        ...notesOn(remarks),
      ],
      // What is seen to be granted is granted, whatever else there may be.
      exit: isAllowed ? CLEAN : exitFor(remarks, FOUND),
    };
  });

const tableOf = (model: AccessModel, chains: readonly Binding[], groupUid: string): Table => ({
  columns: [
    { key: "role", heading: "ROLE" },
    { key: "boundIn", heading: "BOUND IN" },
    { key: "inheritedBy", heading: "INHERITED BY" },
    { key: "binding", heading: "ROLE BINDING" },
  ],
  rows: chains.map((binding) => [
    roleName(model, binding.roleUid),
    groupPath(model, binding.groupUid),
    groupsBetween(binding.groupUid, groupUid)
      .map((uid) => groupPath(model, uid))
      .join(", "),
    binding.uid,
  ]),
  empty: "No role binding gives it.",
});

/** The groups from below one down to another in it, the latter included. */
function groupsBetween(above: string, groupUid: string): string[] {
  const uids: string[] = [];
  for (let at: string | undefined = groupUid; at !== undefined && at !== above; at = parentOf(at)) uids.unshift(at);
  return uids;
}
