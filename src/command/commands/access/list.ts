import { callerOf } from "../../../client/connect";
import { rootOf } from "../../../description/uid";
import { type AccessModel, type Binding, grantedBy, isPerson, whoOf } from "../../access/model";
import { grantedRole, groupPath, identityPath } from "../../access/names";
import { type LiveAccess, readAccess, rootsOf } from "../../access/read";
import type { FlagsFor, Run } from "../../command";
import {
  CallError,
  CLEAN,
  column,
  columns,
  named,
  type Origin,
  type Report,
  type Table,
  uids,
} from "../../declaration";
import { reportOf } from "../../document";
import { originOf } from "../../stack/origin";
import { settingsOf, withStackHint } from "../../stack/settings";
import {
  type Asking,
  bindingIn,
  capabilitiesText,
  exitFor,
  groupsBelow,
  holdersIn,
  identityIn,
  inOrder,
  namedBy,
  readFor,
  remarksOn,
  showsAll,
} from "./answer";
import type { list } from "./declaration";
import { factsOf, pageTables, tilesOf } from "./page";
import { readPlan } from "./plan";
import { differenceReport } from "./preview";
import { accessListDocument } from "./schema";

export const run: Run<typeof list> = (call) =>
  withStackHint(call, async () => {
    const [identity] = call.arguments;
    const { preview, output } = call.flags;
    if (preview && output === "html")
      throw new CallError("--preview has no page. Use -o markdown, or remove --preview");
    if (preview) return differenceReport(call, await readPlan(call), { identity });
    if (output !== "html") return listReport(call, identity, await readFor(call));
    const settings = await settingsOf(call);
    const live = await readAccess(settings, call.flags);
    const origin = await originOf(settings, "baseUrl", () => callerOf(settings, call.flags.identity));
    return listReport(call, identity, { ...live, origin });
  });

/** A page needs an origin. */
export function listReport(
  call: Asking<FlagsFor<typeof list>>,
  identity: string | undefined,
  live: LiveAccess & { readonly origin?: Origin },
): Report {
  const { model, origin } = live;
  const { identityUid: only } = namedBy(live, { identity });
  const bindings = inOrder(
    model,
    [...model.bindings.values()].filter(
      ({ identityUid }) => only === undefined || identityUid === only || mayBe(model, only, identityUid),
    ),
  );
  const below = groupsBelow(model);
  const { identities, offers } = holdersIn(model, bindings, (binding) => ({
    ...bindingIn(model, binding),
    groupsBelow: below.get(binding.groupUid) ?? 0,
    capabilities: grantedBy(model, binding),
  }));
  const isWithoutRole = only !== undefined && identities.length === 0;
  // A person can have roles in any organization.
  const roots = only?.includes("/") ? [rootOf(only), ...rootsOf(live)] : rootsOf(live);
  const { remarks, tables, notes } = remarksOn(call, { live, roots });
  const title = only === undefined ? "Access" : `Access of ${identityPath(model, only)}`;
  return reportOf({
    document: {
      identities: isWithoutRole ? [{ identity: identityIn(model, only), bindings: [] }] : identities,
      offers,
      ...remarks,
    },
    schema: accessListDocument,
    tables: [
      ...(call.flags.output === "markdown" || call.flags.output === "html"
        ? pageTables(model, bindings)
        : ([tableOf(model, bindings, showsAll(call))] as const)),
      ...tables,
    ],
    ...(origin && { page: { title, facts: factsOf(live, roots, origin), tiles: tilesOf(model, bindings, remarks) } }),
    notes,
    exit: exitFor(remarks, CLEAN),
  });
}

/** Whether a person may be one of the people of an offer. A machine can neither sign in nor redeem an invite. */
const mayBe = (model: AccessModel, personUid: string, identityUid: string): boolean =>
  isPerson(personUid) && whoOf(model, identityUid) !== undefined;

function tableOf(model: AccessModel, bindings: readonly Binding[], isFull: boolean): Table {
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
      grantedRole(model, binding),
      groupPath(model, binding.groupUid),
      String(below.get(binding.groupUid) ?? 0),
      capabilitiesText(grantedBy(model, binding), isFull),
      binding.uid,
    ]),
    empty: "Nobody has a role.",
  };
}
