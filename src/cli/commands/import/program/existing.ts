import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { nameOf, type ResourceSpec } from "../../../../spec/resource";
import { CallError } from "../../../declaration";
import type { LiveObject } from "../../../organization/read";
import { MANIFEST, type Manifest, parseManifest } from "../manifest";

/** The program that stands in a folder. */
export interface Existing {
  /** What was written into it; undefined for a new program. */
  readonly manifest: Manifest | undefined;
  /** Texts of its sources, by path in the folder. */
  readonly sources: ReadonlyMap<string, string>;
}

/** Folder of the files of groups. */
export const GROUPS = "groups";

/**
 * Reads what earlier imports have left in a folder, with all that was edited since. Throws CallError where the folder holds
 * something else, or the import of another group.
 *
 * @param parentUid of the group that is to be imported
 */
export function readExisting(folder: string, parentUid: string): Existing {
  const file = join(folder, MANIFEST);
  if (!existsSync(file)) {
    const others = existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith(".")) : [];
    if (others.length === 0) return { manifest: undefined, sources: new Map() };
    // advice: import-empty-folder
    throw new CallError(
      `${folder} holds files that no import has written: give an empty folder, or one that is not there yet`,
    );
  }
  const manifest = parseManifest(readFileSync(file, "utf8"));
  if (manifest.parentUid !== parentUid) {
    // advice: import-same-parent
    throw new CallError(
      `${folder} holds what lies in ${manifest.parentUid}: give that uid as --parent, or another folder as --out`,
    );
  }
  const names = ["", `${GROUPS}/`].flatMap((below) => sourcesIn(join(folder, below)).map((name) => below + name));
  return { manifest, sources: new Map(names.map((name) => [name, readFileSync(join(folder, name), "utf8")])) };
}

const sourcesIn = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".ts")) : [];

/** The words in sources, which no new variable may be called. */
export const wordsIn = (sources: Iterable<string>): Set<string> =>
  new Set([...sources].flatMap((text) => text.match(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu) ?? []));

/** Whether a variable stands in a source as an import has written it. */
export const declares = (source: string, variable: string, isExported: boolean): boolean =>
  new RegExp(`^${isExported ? "export " : "(?:export )?"}const ${variable}\\b`, "m").test(source);

/**
 * The variable that holds a resource in a source, found by the name of the resource, for variables may be renamed; undefined where
 * none does, or several could.
 */
export function variableOf(source: string, [spec, name]: readonly [ResourceSpec, string], isExported: boolean) {
  const start = `^${isExported ? "export " : "(?:export )?"}const (\\w+)(?:: [\\w.]+)? = `;
  const resource = new RegExp(`${start}new platform\\.${nameOf(spec)}\\(\\s*["']([^"']+)["']`, "gm");
  const found = [...source.matchAll(resource)].filter(([, , one]) => one === name);
  return found.length === 1 ? found[0]?.[1] : undefined;
}

/** Whether a source imports a name from a file, and calls it the same. */
export const importsName = (source: string, name: string, from: string): boolean =>
  [...source.matchAll(/^import \{([^}]*)\} from ["']([^"']+)["']/gm)].some(
    ([, names = "", file]) => file === from && names.split(",").some((one) => one.trim() === name),
  );

/** The names of the resources of a kind that stand in sources. */
export const namesDeclared = (spec: ResourceSpec, sources: Iterable<string>): string[] =>
  [...sources].flatMap((text) =>
    [...text.matchAll(new RegExp(`new platform\\.${nameOf(spec)}\\(\\s*["']([^"']+)["']`, "g"))].map(
      ([, name = ""]) => name,
    ),
  );

/** Whether somebody has declared an object by hand, by its uid. */
export function isDeclaredByHand(sources: Iterable<string>, { spec, uid }: Pick<LiveObject, "spec" | "uid">): boolean {
  const resource = `new platform\\.${nameOf(spec)}\\(`;
  // Up to the next resource, so that the uid is one of this one's arguments.
  const pattern = new RegExp(`${resource}(?:(?!new platform\\.)[\\s\\S])*?\\badoptUid: ["']${uid}["']`);
  return [...sources].some((text) => pattern.test(text));
}
