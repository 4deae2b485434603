import { scimToken } from "../../../resources/scim-token";
import { powerCell, powerOf } from "../../access/danger";
import { type Cell, named } from "../../declaration";
import { roleText } from "../../organization/grants";
import { type Findings, isFinding } from "./findings";
import { type OpenScim, scimText } from "./scim";

/** Unmanaged grants as rows: who has which role where, and what the role allows. */

/** A grant in a row of a table. */
export interface ListedGrant {
  readonly who: string;
  readonly role: string;
  /** The most dangerous thing that it allows. Red if its holder can grant access to others. */
  readonly allows: Cell;
  readonly group: string;
  readonly kind: string;
  readonly uid: string;
  /** Whether its holder can grant access to others, or might. */
  readonly isDangerous: boolean;
}

/** The column of what a grant allows. */
export const ALLOWS = named("ALLOWS", { isFinding: true });

/** Who may use an open SCIM interface. */
export const scimHolder = ({ name }: OpenScim): string => `whoever has the SCIM token of "${name}"`;

/** The grants among the findings, the most dangerous first. */
export function grantsIn({ unmanaged, scim, search }: Findings): ListedGrant[] {
  const pathOf = (uid: string) => search?.groups.find((group) => group.uid === uid)?.path ?? uid;
  const roles = unmanaged.filter(isFinding).flatMap(({ object, grant, capabilities }) => {
    if (grant === undefined) return [];
    const { who, role, group } = grant;
    const power = powerOf(capabilities);
    const row = { who, role: roleText(role), group: group.path, kind: object.spec.type, uid: object.uid };
    return [{ rank: power.rank, row: { ...row, allows: powerCell(power), isDangerous: power.rank === 0 } }];
  });
  const people = scim.filter(isFinding).map((one) => {
    const row = {
      who: scimHolder(one),
      role: scimText(one),
      group: pathOf(one.groupUid),
      kind: scimToken.type,
      uid: one.uid,
    };
    return { rank: 0, row: { ...row, allows: { text: "adding people", tone: "bad" } as const, isDangerous: true } };
  });
  return [...roles, ...people].sort((a, b) => a.rank - b.rank).map(({ row }) => row);
}
