import type { z } from "zod";
import type { Client } from "../../client/api/client";
import { quoted } from "../../client/api/shown";
import { callerOf } from "../../client/connect";
import type { Settings } from "../../client/settings";
import { readSight } from "../../client/visibility/read-sight";
import { type KindSight, seenAtBoth } from "../../client/visibility/sight";
import type { ResourceSpec } from "../../description/spec/resource";
import { type Cell, columns, named, type Table, wrapping } from "../declaration";
import type { notCheckedEntries } from "../document";
import type { CallerFlags } from "../stack/options";

/** The part of an organization that a token sees. src/client/visibility has the rules. */

/** Reads what the caller sees. The returned function reads it again, and returns what was visible both times. Throws ConfigurationError. */
export async function sightAround(
  client: Client,
  settings: Settings,
  { identity }: CallerFlags,
): Promise<() => Promise<KindSight>> {
  const read = async () => readSight(client, await callerOf(settings, identity, client));
  const before = await read();
  return async () => seenAtBoth(before, await read());
}

/** A kind that the caller may not see in a group. There may be more objects than a list shows. */
export type NotChecked = z.infer<typeof notCheckedEntries>[number];

export const notChecked = (
  sight: KindSight,
  kinds: readonly ResourceSpec[],
  groups: readonly NotChecked["group"][],
): NotChecked[] =>
  groups.flatMap(({ uid, path }) =>
    kinds.flatMap((spec): NotChecked[] => {
      const seen = sight.of(spec, uid);
      if (seen.visibility === "visible") return [];
      return [{ kind: spec.type, group: { uid, path }, visibility: seen.visibility, reason: seen.reason }];
    }),
  );

/** Returns the rows of a table: the kinds that are not checked in a group for the same reason. */
function rowsOf(all: readonly NotChecked[]) {
  const rows = new Map<string, { readonly kinds: string[]; readonly path: string; readonly reason: string }>();
  for (const { kind, group, reason } of all) {
    const key = `${group.uid} ${reason}`;
    const row = rows.get(key) ?? { kinds: [], path: group.path, reason };
    row.kinds.push(kind);
    rows.set(key, row);
  }
  return [...rows.values()];
}

export function notCheckedTables(all: readonly NotChecked[]): Table[] {
  if (all.length === 0) return [];
  const heads = columns(named("KIND", { isFinding: true }), named("GROUP"), wrapping("WHY"));
  const rows = rowsOf(all).map(({ kinds, path, reason }): Cell[] => [
    { text: kinds.join(", "), tone: "warning" },
    path,
    reason,
  ]);
  return [{ title: "Not checked", columns: heads, rows }];
}

/** Like `notCheckedTables`, but as sentences for formats without tables. */
export const notCheckedNotes = (all: readonly NotChecked[]): string[] =>
  rowsOf(all).map(
    ({ kinds, path, reason }) => `Not checked in ${quoted(path)}: ${kinds.join(", ")}, because ${reason}.`,
  );
