import { GROUP } from "../../../spec/place";
import {
  inputFields,
  isUnique,
  keyFields,
  nameOf,
  parentTypeOf,
  pluralOf,
  type ResourceSpec,
} from "../../../spec/resource";
import { shownInput } from "../../../spec/shown";
import { referredType } from "../../../spec/types";
import { isValues } from "../../../spec/values";
import type { LiveObject } from "../../organization/read";

/** Identifies an object: one that is a part of its group has the group's uid. */
export const keyOfObject = ({ spec, uid }: Pick<LiveObject, "spec" | "uid">): string => `${spec.type} ${uid}`;

/** What objects are called, and where they lie. */
export interface Directory {
  /** The name of the object of a uid; undefined where it is not known. */
  readonly nameOf: (uid: string) => string | undefined;
  /** What an object is called among those of its kind in its place. */
  readonly labelOf: (object: LiveObject) => string;
  /** Names from below the group that was read down to the object. */
  readonly pathOf: (object: LiveObject) => readonly string[];
  /** The objects that an object lies in, the outermost first. */
  readonly containersOf: (object: LiveObject) => readonly LiveObject[];
}

/**
 * Looks names up among objects, and among what objects tell of others.
 *
 * @param groupUid uid of the group that was read
 * @param told further names, by uid
 */
export function directoryOf(
  groupUid: string,
  objects: readonly LiveObject[],
  told: ReadonlyMap<string, string> = new Map(),
): Directory {
  const containers = new Map(objects.filter(({ spec }) => !spec.uidIsParents).map((object) => [object.uid, object]));
  const names = new Map([...objects.flatMap(embeddedNames), ...told]);
  for (const { uid, values } of containers.values()) if (isText(values.name)) names.set(uid, values.name);
  const parentOf = ({ parentUid }: LiveObject) =>
    parentUid === undefined || parentUid === groupUid ? undefined : containers.get(parentUid);
  const containersOf = (object: LiveObject): readonly LiveObject[] => {
    const parent = parentOf(object);
    return parent === undefined ? [] : [...containersOf(parent), parent];
  };
  const labelOf = (object: LiveObject): string =>
    keyTexts(object, (uid) => names.get(uid)).join(" ") || pluralOf(object.spec);
  return {
    nameOf: (uid) => names.get(uid),
    labelOf,
    pathOf: (object) => [...containersOf(object), object].map(labelOf),
    containersOf,
  };
}

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

/** Its name, or what else tells it from others in its place. */
function keyTexts({ spec, values }: LiveObject, nameOfUid: (uid: string) => string | undefined): string[] {
  if (isText(values.name)) return [values.name];
  if (!isUnique(spec)) return textsOfKeyless({ spec, values }, nameOfUid);
  return keyFields(spec).flatMap(([name, { type, options }]) => {
    const value = values[name];
    if (!isText(value) || options.isOrganization) return [];
    const isReference = referredType(type) !== undefined;
    // The path and query of an address may hold a password, and a name stands in URNs, states and reports.
    const shown =
      type.kind === "string" && (type.format === "sink" || type.format === "https") ? shownInput(type, value) : value;
    return [isReference ? (nameOfUid(value) ?? value) : (shown ?? "")];
  });
}

/** What tells an object without a key from its like: its own texts, what it refers to, and how long it is valid. */
function textsOfKeyless(
  { spec, values }: Pick<LiveObject, "spec" | "values">,
  nameOfUid: (uid: string) => string | undefined,
): string[] {
  const inputs = inputFields(spec.fields).filter(([, { options }]) => !options.parent);
  const told = inputs.flatMap(([name, { type }]) => {
    const value = values[name];
    if (type.kind !== "string" || !isText(value)) return [];
    return [
      { isOwn: type.refersTo === undefined, text: type.refersTo === undefined ? value : (nameOfUid(value) ?? value) },
    ];
  });
  const texts = [...told.filter(({ isOwn }) => isOwn), ...told.filter(({ isOwn }) => !isOwn)].map(({ text }) => text);
  const end = values.expirationTime;
  return [texts.join(", "), ...(isText(end) ? [`until ${end}`] : [])];
}

/** Names that an object tells of those that it refers to: `identity: { uid, name }`. */
const embeddedNames = ({ values }: LiveObject): (readonly [uid: string, name: string])[] =>
  Object.values(values).flatMap((value) =>
    isValues(value) && isText(value.uid) && isText(value.name) ? [[value.uid, value.name] as const] : [],
  );

/** Whether the label of a kind says little without that of what it lies in: a tag's, and that of what has no name. */
export const needsPlace = (spec: ResourceSpec): boolean =>
  parentTypeOf(spec) !== GROUP || spec.fields.name === undefined;

/** `role binding` of RoleBinding. */
export const kindInWords = (spec: ResourceSpec): string =>
  nameOf(spec)
    .replace(/(?<=[a-z])[A-Z]/g, " $&")
    .toLowerCase();
