import { GROUP } from "../../../../spec/place";
import { isWithin } from "../../../../uid";
import { type Directory, keyOfObject, objectOfKey } from "../../../organization/directory";
import type { LiveObject } from "../../../organization/read";
import { dashed, Names } from "../code/names";
import type { Manifest, Written } from "../manifest";
import { GROUPS } from "./existing";
import type { Linked } from "./order";

/** How a program is laid out. */
export type Layout = Manifest["layout"];

/** The file that `pulumi up` runs. */
export const INDEX = "index.ts";
/** With a file for each group: what lies in none of them, and what all of them use. */
export const SHARED = "organization.ts";
/** With a file for each group: what belongs to one group and refers to another. */
export const ACROSS = "across-groups.ts";

/** Names that no file has on Windows, whatever its ending. */
const DEVICES: readonly string[] = [
  ...["con", "prn", "aux", "nul"],
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((number) => [`com${number}`, `lpt${number}`]),
];

/** A program of more objects has a file for each group. */
const MAX_IN_ONE_FILE = 60;

/** The layout of a new program. */
export const layoutFor = (objects: readonly LiveObject[], directory: Directory): Layout =>
  objects.length > MAX_IN_ONE_FILE && objects.some((object) => topGroupOf(object, directory) !== undefined)
    ? "a file per group"
    : "one file";

/** The group below --parent that an object is, or lies in. */
function topGroupOf(object: LiveObject, directory: Directory): LiveObject | undefined {
  const [top = object] = directory.containersOf(object);
  return top.spec.type === GROUP ? top : undefined;
}

/**
 * The file of each object, by key. Files import each other one way: what all use, then the groups, then what refers from one group
 * to another.
 *
 * @param objects in the order of their declarations
 */
export function filesOf(
  objects: readonly Linked[],
  {
    layout,
    directory,
    written,
  }: {
    readonly layout: Layout;
    readonly directory: Directory;
    readonly written: Readonly<Record<string, Written>>;
  },
): Map<string, string> {
  const files = new Map(Object.entries(written).map(([key, { file }]) => [key, file]));
  const groupFile = groupFiles(files);
  for (const linked of objects) {
    const home = layout === "one file" ? INDEX : groupFile(topGroupOf(linked.object, directory), directory);
    const isAcross = linked.refersTo.some((key) => ![undefined, home, SHARED].includes(files.get(key)));
    files.set(linked.key, layout !== "one file" && isAcross ? ACROSS : home);
  }
  return files;
}

/** Finds the file of a group: where one of its objects stands already, or a new one. */
function groupFiles(
  files: ReadonlyMap<string, string>,
): (group: LiveObject | undefined, directory: Directory) => string {
  const isGroupFile = (file: string) => file.startsWith(`${GROUPS}/`);
  const taken = [...files.values()].filter(isGroupFile).map((file) => file.slice(GROUPS.length + 1, -3));
  const names = new Names([...DEVICES, ...taken]);
  const known = new Map<string, string>();
  return (group, directory) => {
    if (group === undefined) return SHARED;
    const standing = [...files].find(([key, file]) => isGroupFile(file) && isIn(key, group));
    const file =
      known.get(group.uid) ??
      standing?.[1] ??
      `${GROUPS}/${names.take([dashed(directory.labelOf(group)) || "group"])}.ts`;
    known.set(group.uid, file);
    return file;
  };
}

/** What shares the uid of the group is a part of it, and counts to what is around. */
function isIn(key: string, group: LiveObject): boolean {
  const { uid } = objectOfKey(key);
  return key === keyOfObject(group) || (uid !== group.uid && isWithin(group.uid, uid));
}

/** How one file names another in an import. */
export const moduleOf = (file: string, from: string): string =>
  `${from.includes("/") ? "../" : "./"}${file.replace(/\.ts$/, "")}`;
