import { quoted } from "../api/shown";
import type { ResourceSpec } from "../spec/resource";
import type { KindSight, Visibility } from "../visibility/sight";
import { column, type Table } from "./declaration";

/** A kind that the caller is not known to see in a group: there may be more of it than any list shows. */
export interface NotChecked {
  /** `iam:RoleBinding`. */
  readonly kind: string;
  readonly group: PlacedGroup;
  readonly visibility: Exclude<Visibility, "visible">;
  /** A sentence without a full stop, in lower case. */
  readonly reason: string;
}

/** A group by its uid and by the names of the groups from the root down to it. */
interface PlacedGroup {
  readonly uid: string;
  readonly path: string;
}

/** The kinds that a caller is not known to see in some groups, group by group. */
export const notChecked = (
  sight: KindSight,
  kinds: readonly ResourceSpec[],
  groups: readonly PlacedGroup[],
): NotChecked[] =>
  groups.flatMap(({ uid, path }) =>
    kinds.flatMap((spec): NotChecked[] => {
      const sighting = sight.of(spec, uid);
      return sighting.visibility === "visible" ? [] : [{ kind: spec.type, group: { uid, path }, ...sighting }];
    }),
  );

/** What stands in one row: the kinds that are not checked in a group for one reason. */
interface Row {
  readonly kinds: readonly string[];
  readonly path: string;
  readonly reason: string;
}

function rowsOf(all: readonly NotChecked[]): Row[] {
  const rows = new Map<string, Row>();
  for (const { kind, group, reason } of all) {
    const key = `${group.uid} ${reason}`;
    rows.set(key, { kinds: [...(rows.get(key)?.kinds ?? []), kind], path: group.path, reason });
  }
  return [...rows.values()];
}

/** The table of what is not checked; none where everything is. */
export const notCheckedTables = (all: readonly NotChecked[]): Table[] =>
  all.length === 0
    ? []
    : [
        {
          title: "Not checked",
          columns: [column("KIND"), column("GROUP"), column("WHY")],
          rows: rowsOf(all).map(({ kinds, path, reason }) => [{ text: kinds.join(", "), tone: "bad" }, path, reason]),
          empty: "",
        },
      ];

/** The same as sentences, for forms of output without tables. */
export const notCheckedNotes = (all: readonly NotChecked[]): string[] =>
  rowsOf(all).map(
    ({ kinds, path, reason }) => `Not checked in ${quoted(path)}: ${kinds.join(", ")}, because ${reason}.`,
  );
