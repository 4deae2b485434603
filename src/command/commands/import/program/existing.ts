import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { nameOf, type ResourceSpec } from "../../../../description/spec/resource";
import { CallError } from "../../../declaration";
import type { LiveObject } from "../../../organization/read";
import { MANIFEST, type Manifest, parseManifest } from "../manifest";

export interface Existing {
  /** The record of earlier imports. Undefined for a new program. */
  readonly manifest: Manifest | undefined;
  /** Texts of its sources, by path in the folder. */
  readonly sources: ReadonlyMap<string, string>;
}

/** The file that `pulumi up` runs, and that imports extend. */
export const INDEX = "index.ts";

/** Reads the program in a folder, with all edits. Throws CallError if the folder contains other files, or the import of another group. */
export function readExisting(folder: string, parentUid: string): Existing {
  const file = join(folder, MANIFEST);
  if (!existsSync(file)) {
    const others = existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith(".")) : [];
    if (others.length === 0) return { manifest: undefined, sources: new Map() };
    throw new CallError(`${folder} contains files that no import has written. Name an empty or a new folder`);
  }
  const manifest = parseManifest(readFileSync(file, "utf8"));
  if (manifest.parentUid !== parentUid) {
    throw new CallError(
      `${folder} contains the import of ${manifest.parentUid}. Give that uid as --parent, or another folder as --out`,
    );
  }
  const names = readdirSync(folder).filter((name) => name.endsWith(".ts"));
  return { manifest, sources: new Map(names.map((name) => [name, readFileSync(join(folder, name), "utf8")])) };
}

/** Returns the words in sources. No new variable may have one of these names. */
export const wordsIn = (sources: Iterable<string>): Set<string> =>
  new Set([...sources].flatMap((text) => text.match(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu) ?? []));

/** Whether a variable still has the value that an import gave it, in any formatting. People may have given it another. */
export function stillIs(source: string, variable: string, value: string): boolean {
  const [, now = ""] = new RegExp(`^(?:export )?const ${variable} = ([^;]*);`, "m").exec(source) ?? [];
  return bare(now) === bare(value);
}

const bare = (code: string): string => code.replace(/\s|,(?=\s*[})])/g, "").replaceAll("'", '"');

export const namesDeclared = (spec: ResourceSpec, sources: Iterable<string>): string[] =>
  [...sources].flatMap((text) => [...text.matchAll(new RegExp(newNamed(spec), "g"))].map(([, name = ""]) => name));

/** Matches the start of a declaration, up to the name of its resource. */
const newNamed = (spec: ResourceSpec): string => `new platform\\.${nameOf(spec)}\\(\\s*["']([^"']+)["']`;

/** Whether the program declares an object by its uid, which a person wrote. */
export function isDeclaredByHand(sources: Iterable<string>, { spec, uid }: Pick<LiveObject, "spec" | "uid">): boolean {
  const resource = `new platform\\.${nameOf(spec)}\\(`;
  // The match ends at the next resource, so that the uid is an argument of this one.
  const pattern = new RegExp(`${resource}(?:(?!new platform\\.)[\\s\\S])*?\\badoptUid: ["']${uid}["']`);
  return [...sources].some((text) => pattern.test(text));
}
