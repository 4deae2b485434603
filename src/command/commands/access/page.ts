import { powerCell, powerOf, strongestFirst } from "../../access/danger";
import { type AccessModel, type Binding, isPerson, whoOf } from "../../access/model";
import { grantedRole, groupPath, identityPath, roleName } from "../../access/names";
import type { LiveAccess } from "../../access/read";
import { column, columns, named, type Origin, type Page, type Table, uids, wrapping } from "../../declaration";
import { sortedBy } from "../../order";
import { counted } from "../../output/text";
import { groupsBelow, type Remarks } from "./answer";

const [ROLE, ALLOWS] = [named("ROLE", { isFinding: true }), named("ALLOWS", { isFinding: true })];

/** What a role allows. One that could not be read may allow everything. */
const powerIn = ({ roles }: AccessModel, roleUid: string) => powerOf(roles.get(roleUid)?.capabilities);

export const factsOf = ({ model }: Pick<LiveAccess, "model">, roots: Iterable<string>, origin: Origin) => ({
  Organization: [...roots].map((uid) => groupPath(model, uid)).join(", "),
  ...origin,
  Caller: model.identities.has(origin.Caller) ? identityPath(model, origin.Caller) : origin.Caller,
});

export function tilesOf(model: AccessModel, bindings: readonly Binding[], remarks: Remarks): Page["tiles"] {
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
export function pageTables(model: AccessModel, bindings: readonly Binding[]): [Table, Table] {
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
