import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { GeneratedPart } from "./generated-part";

const root = join(__dirname, "..");

/** A module in dependency-cruiser's report. */
interface CruisedModule {
  readonly source: string;
  readonly dependencies: readonly { readonly resolved: string }[];
}

/** The room of a source file: the folder below `src`, or the file itself. `src/api/json.ts` → `api`. */
const roomOf = (source: string): string => source.split("/")[1] ?? source;

/** Imports between rooms, including type-only imports. */
function imports(): Map<string, Set<string>> {
  const cruised = execFileSync(
    process.execPath,
    [
      join(root, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs"),
      "src",
      "--include-only",
      "^src/",
      "-T",
      "json",
    ],
    { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 },
  );
  const { modules } = JSON.parse(cruised) as { modules: readonly CruisedModule[] };
  const rooms = new Map<string, Set<string>>();
  for (const { source, dependencies } of modules) {
    const from = roomOf(source);
    const to = rooms.get(from) ?? new Set();
    rooms.set(from, to);
    for (const { resolved } of dependencies) if (roomOf(resolved) !== from) to.add(roomOf(resolved));
  }
  return rooms;
}

/** Whether `from` reaches `to` in more than one step. */
function reachesByDetour(rooms: ReadonlyMap<string, ReadonlySet<string>>, from: string, to: string): boolean {
  const seen = new Set<string>();
  const open = [...(rooms.get(from) ?? [])].filter((room) => room !== to);
  for (let room = open.pop(); room !== undefined; room = open.pop()) {
    if (room === to) return true;
    if (seen.has(room)) continue;
    seen.add(room);
    open.push(...(rooms.get(room) ?? []));
  }
  return false;
}

/** The rooms as a Mermaid flowchart. Arrows are imports; transitive ones are left out. Throws on circular imports. */
export function picture(): string {
  const rooms = imports();
  const names = [...rooms.keys()].sort();
  const circular = names.filter((room) => reachesByDetour(rooms, room, room));
  if (circular.length > 0) throw new Error(`rooms that import each other in a circle: ${circular.join(", ")}`);
  const arrows = names.flatMap((from) =>
    [...(rooms.get(from) ?? [])]
      .sort()
      .filter((to) => !reachesByDetour(rooms, from, to))
      .map((to) => `  ${from} --> ${to}`),
  );
  return ["```mermaid", "flowchart TD", ...arrows, "```"].join("\n");
}

export const picturePart = new GeneratedPart("ARCHITECTURE.md", "rooms");

export const write = (): void => picturePart.write(picture());
