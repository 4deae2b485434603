import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { GeneratedPart } from "./generated-part";

const root = join(__dirname, "..");

interface CruisedModule {
  readonly source: string;
  readonly dependencies: readonly { readonly resolved: string }[];
}

/** The room of a source file: the folder below `src`, or the file itself. `src/client/api/pages.ts` → `client`. */
const roomOf = (source: string): string => source.split("/")[1] ?? source;

/** The folder of a source file in its room: `src/client/api/pages.ts` → `client/api`. Undefined for a file of the room, and what is generated. */
function folderOf(source: string): string | undefined {
  const [, room, folder, file] = source.split("/");
  return file === undefined || folder === "generated" ? undefined : `${room}/${folder}`;
}

/** The modules of `src` with their imports, including type-only imports. */
function modules(): readonly CruisedModule[] {
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
  return (JSON.parse(cruised) as { modules: readonly CruisedModule[] }).modules;
}

function importsBetween(placeOf: (source: string) => string | undefined): Map<string, Set<string>> {
  const places = new Map<string, Set<string>>();
  for (const { source, dependencies } of modules()) {
    const from = placeOf(source);
    if (from === undefined) continue;
    const to = places.get(from) ?? new Set();
    places.set(from, to);
    for (const place of dependencies.map(({ resolved }) => placeOf(resolved)))
      if (place !== undefined && place !== from) to.add(place);
  }
  return places;
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

/** The folders, of one room or of several, that import each other in a circle. */
export function circularFolders(): string[] {
  const folders = importsBetween(folderOf);
  return [...folders.keys()].filter((folder) => reachesByDetour(folders, folder, folder));
}

/** The rooms as a Mermaid flowchart. Arrows are imports; transitive ones are left out. */
function picture(): string {
  const rooms = importsBetween(roomOf);
  const names = [...rooms.keys()].sort();
  const arrows = names.flatMap((from) =>
    [...(rooms.get(from) ?? [])]
      .sort()
      .filter((to) => !reachesByDetour(rooms, from, to))
      .map((to) => `  ${from} --> ${to}`),
  );
  return ["```mermaid", "flowchart TD", ...arrows, "```"].join("\n");
}

export const write = (): void => new GeneratedPart("ARCHITECTURE.md", "rooms").write(picture());
