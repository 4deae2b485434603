import { callerOf } from "../../../client/connect";
import { rootOf, withAncestors } from "../../../description/uid";
import { powerCell, powerOf, strongestFirst } from "../../access/danger";
import { type AccessModel, type Binding, EVERYWHERE, grantedBy, isPerson, whoOf } from "../../access/model";
import { grantedRole, groupPath, identityPath, roleName } from "../../access/names";
import { type LiveAccess, readAccess, rootsOf } from "../../access/read";
import type { FlagsFor, Run } from "../../command";
import {
  CallError,
  CLEAN,
  column,
  columns,
  named,
  type Origin,
  type Page,
  type Report,
  type Table,
  uids,
  wrapping,
} from "../../declaration";
import { reportOf } from "../../document";
import { sortedBy } from "../../order";
import { counted } from "../../output/text";
import { originOf } from "../../stack/origin";
import { settingsOf, withStackHint } from "../../stack/settings";
import {
  type Asking,
  bindingIn,
  capabilitiesText,
  exitFor,
  holdersIn,
  identityIn,
  inOrder,
  namedBy,
  type Remarks,
  readFor,
  remarksOn,
  showsAll,
} from "./answer";
import type { list } from "./declaration";
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

const [ROLE, ALLOWS] = [named("ROLE", { isFinding: true }), named("ALLOWS", { isFinding: true })];

function tableOf(model: AccessModel, bindings: readonly Binding[], isFull: boolean): Table {
  const below = groupsBelow(model);
  return {
    columns: columns(
      named("IDENTITY"),
      ROLE,
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

export function groupsBelow({ groups }: AccessModel): ReadonlyMap<string, number> {
  const counts = new Map([[EVERYWHERE, groups.size]]);
  for (const uid of groups.keys())
    for (const above of withAncestors(uid).slice(1)) counts.set(above, (counts.get(above) ?? 0) + 1);
  return counts;
}

/** What a role allows. One that could not be read may allow everything. */
const powerIn = ({ roles }: AccessModel, roleUid: string) => powerOf(roles.get(roleUid)?.capabilities);

const factsOf = ({ model }: Pick<LiveAccess, "model">, roots: Iterable<string>, origin: Origin) => ({
  Organization: [...roots].map((uid) => groupPath(model, uid)).join(", "),
  ...origin,
  Caller: model.identities.has(origin.Caller) ? identityPath(model, origin.Caller) : origin.Caller,
});

function tilesOf(model: AccessModel, bindings: readonly Binding[], remarks: Remarks): Page["tiles"] {
  const holders = (all: readonly Binding[]) => [...new Set(all.map(({ identityUid }) => identityUid))];
  const isOffered = ({ identityUid }: Binding) => whoOf(model, identityUid) !== undefined;
  const [bound, offered] = [bindings.filter((one) => !isOffered(one)), bindings.filter(isOffered)];
  const people = holders(bound).filter(isPerson).length;
  const dangerous = holders(bindings.filter(({ roleUid }) => powerIn(model, roleUid).rank === 0)).length;
  const might = bindings.some(({ roleUid }) => !model.roles.has(roleUid)) ? ", or might" : "";
  const isIncomplete = remarks.incomplete.length + remarks.notChecked.length > 0;
  const offers = { label: "offers of a role", note: "invites, sign-in, external groups" };
  return [
    { figure: String(dangerous), label: `can give access to others${might}`, tone: dangerous > 0 ? "bad" : undefined },
    ...(isIncomplete ? [{ figure: "?", label: "incomplete", note: "see the notes", tone: "warning" as const }] : []),
    { figure: String(holders(bound).length), label: "identities", note: counted(people, "person", "people") },
    { figure: String(bound.length), label: "role bindings" },
    { figure: remarks.notCounted.length > 0 ? "?" : String(offered.length), ...offers },
  ];
}

/** Returns the tables of the page: the most dangerous role bindings first, and the capabilities of each role once. */
function pageTables(model: AccessModel, bindings: readonly Binding[]): [Table, Table] {
  const below = groupsBelow(model);
  const allowed = (roleUid: string) => powerCell(powerIn(model, roleUid));
  const sorted = [...bindings].sort((a, b) => powerIn(model, a.roleUid).rank - powerIn(model, b.roleUid).rank);
  const roleUids = sortedBy(new Set(bindings.map(({ roleUid }) => roleUid)), (uid) => roleName(model, uid));
  const count = column("GROUPS BELOW", { isNumber: true, isFinding: true });
  return [
    {
      title: "Who has which role",
      columns: columns(named("IDENTITY"), ROLE, ALLOWS, named("BOUND IN"), count, uids("ROLE BINDING")),
      rows: sorted.map((binding) => {
        const { uid, identityUid, roleUid, groupUid } = binding;
        const [who, where] = [identityPath(model, identityUid), groupPath(model, groupUid)];
        return [who, grantedRole(model, binding), allowed(roleUid), where, String(below.get(groupUid) ?? 0), uid];
      }),
      empty: "Nobody has a role.",
    },
    {
      title: "Roles",
      columns: columns(ROLE, ALLOWS, wrapping("CAPABILITIES")),
      rows: roleUids.map((uid) => [
        roleName(model, uid),
        allowed(uid),
        strongestFirst(model.roles.get(uid)?.capabilities ?? []).join(" "),
      ]),
      empty: "There are none.",
    },
  ];
}
