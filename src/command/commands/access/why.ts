import { quoted } from "../../../client/api/shown";
import { rootOf, withAncestors } from "../../../description/uid";
import { bindingsGiving, isPerson, reaches, whoOf } from "../../access/model";
import { checkCapability, grantedRole } from "../../access/names";
import type { LiveAccess } from "../../access/read";
import type { FlagsFor, Run } from "../../command";
import {
  CLEAN,
  type CommandCall,
  columns,
  FOUND,
  named,
  type Report,
  UNKNOWN,
  uids,
  wrapping,
} from "../../declaration";
import { reportOf } from "../../document";
import { withStackHint } from "../../stack/settings";
import { type Asking, bindingIn, exitFor, groupIn, identityIn, inOrder, namedBy, readFor, remarksOn } from "./answer";
import type { why } from "./declaration";
import { accessWhyDocument } from "./schema";

export const run: Run<typeof why> = (call) => withStackHint(call, async () => whyReport(call, await readFor(call)));

export function whyReport(
  call: Asking<FlagsFor<typeof why>> & Pick<CommandCall, "arguments">,
  live: LiveAccess,
): Report {
  const [identityText = "", capability = "", groupText = ""] = call.arguments;
  const { model } = live;
  checkCapability(model, capability);
  const { identityUid = "", groupUid = "" } = namedBy(live, { identity: identityText, on: groupText });
  const [identity, group] = [identityIn(model, identityUid), groupIn(model, groupUid)];
  const bindings = inOrder(model, bindingsGiving(model, { identityUid, capability, groupUid }));
  const isAllowed = bindings.length > 0;
  // People who are not known yet have it, or may have it because a list of them failed.
  const isOffered = () =>
    live.uncounted.length > 0 ||
    bindingsGiving(model, { capability, groupUid }).some((one) => whoOf(model, one.identityUid) !== undefined);
  const mayHave = !isAllowed && isPerson(identityUid) && isOffered();
  const verb = isAllowed ? "has" : mayHave ? "may have" : "does not have";
  const { remarks, tables, notes } = remarksOn(call, { live, roots: [rootOf(groupUid)] });
  // Named by uid, a role binding is proof, even in an incomplete result. Objects that the token cannot see may have the same name.
  const isProven = isAllowed && identityText === identityUid && groupText === groupUid;
  const sentence = `${quoted(identity.path)} ${verb} ${capability} in ${quoted(group.path)}.`;
  const chains = bindings.map((binding) => {
    const inheritedBy = groupsBetween(binding.groupUid, groupUid).map((uid) => groupIn(model, uid));
    const entry = { ...bindingIn(model, binding), inheritedBy };
    const below = inheritedBy.map(({ path }) => path).join(", ");
    return { entry, row: [grantedRole(model, binding), entry.group.path, below, binding.uid] };
  });
  return reportOf({
    document: { identity, capability, group, isAllowed, chains: chains.map(({ entry }) => entry), ...remarks },
    schema: accessWhyDocument,
    tables: [{ columns: COLUMNS, rows: chains.map(({ row }) => row), empty: "No role binding gives it." }, ...tables],
    notes: [sentence, ...notes],
    exit: mayHave ? UNKNOWN : isProven ? CLEAN : exitFor(remarks, isAllowed ? CLEAN : FOUND),
  });
}

const COLUMNS = columns(
  named("ROLE", { isFinding: true }),
  named("BOUND IN", { isFinding: true }),
  wrapping("INHERITED BY"),
  uids("ROLE BINDING", { key: "binding" }),
);

/** Returns the groups between one and another one below it, the latter included. */
const groupsBetween = (above: string, groupUid: string): string[] =>
  withAncestors(groupUid)
    .filter((uid) => uid !== above && reaches(above, uid))
    .reverse();
