import { GROUP } from "../../../../spec/place";
import { isWithin } from "../../../../uid";
import { type Directory, keyOfObject, objectOfKey } from "../../../organization/directory";
import type { LiveObject } from "../../../organization/read";
import { dashed, Names } from "../code/names";
import type { Importable } from "../judge";
import type { Manifest } from "../manifest";
import { GROUPS } from "./existing";
import type { Linked } from "./order";

export type Layout = Manifest["layout"];

/** The file that `pulumi up` runs. */
export const INDEX = "index.ts";
/** With a file for each group: the objects in none of them, and what all of them use. */
export const SHARED = "organization.ts";
/** With a file for each group: the objects of one group that refer to another. */
export const ACROSS = "across-groups.ts";

/** Names that no file may have on Windows. */
const DEVICES: readonly string[] = [
  ...["con", "prn", "aux", "nul"],
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((number) => [`com${number}`, `lpt${number}`]),
];

/** A program with more objects has a file for each group. */
const MAX_IN_ONE_FILE = 60;

export const layoutFor = (objects: readonly Importable[], directory: Directory): Layout =>
  objects.length > MAX_IN_ONE_FILE && objects.some(({ object }) => topGroupOf(object, directory) !== undefined)
    ? "a file per group"
    : "one file";

/** Returns the group directly below --parent that an object is or is in. */
function topGroupOf(object: LiveObject, directory: Directory): LiveObject | undefined {
  const [top = object] = directory.containersOf(object);
  return top.spec.type === GROUP ? top : undefined;
}

/**
 * Returns the file of each object, by key. Files import each other in one direction: the shared file, the groups, and the file across
 * groups.
 *
 * @param objects objects in the order of their declarations
 */
export function filesOf(
  objects: readonly Linked[],
  { layout, directory, written }: { layout: Layout; directory: Directory; written: Manifest["objects"] },
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

/** Returns a function that finds the file of a group: the one with its objects, or a new one. */
function groupFiles(
  files: ReadonlyMap<string, string>,
): (group: LiveObject | undefined, directory: Directory) => string {
  const isGroupFile = (file: string) => file.startsWith(`${GROUPS}/`);
  const taken = [...files.values()].filter(isGroupFile).map((file) => file.slice(GROUPS.length + 1, -3));
  const names = new Names([...DEVICES, ...taken]);
  const known = new Map<string, string>();
  return (group, directory) => {
    if (group === undefined) return SHARED;
    const present = [...files].find(([key, file]) => isGroupFile(file) && isIn(key, group));
    const file =
      known.get(group.uid) ??
      present?.[1] ??
      `${GROUPS}/${names.take([dashed(directory.labelOf(group)) || "group"])}.ts`;
    known.set(group.uid, file);
    return file;
  };
}

/** Whether an object is in a group. A part of the group, which shares its uid, is not. */
function isIn(key: string, group: LiveObject): boolean {
  const { uid } = objectOfKey(key);
  return key === keyOfObject(group) || (uid !== group.uid && isWithin(group.uid, uid));
}

/** Returns the module name of a file in the imports of another. */
export const moduleOf = (file: string, from: string): string =>
  `${from.includes("/") ? "../" : "./"}${file.replace(/\.ts$/, "")}`;
