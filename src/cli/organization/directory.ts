import { storedAs } from "../../spec/place";
import { inputFields, isUnique, keyFields, pluralOf, type ResourceSpec } from "../../spec/resource";
import { shownInput } from "../../spec/shown";
import { referredType } from "../../spec/types";
import { isValues } from "../../spec/values";
import { withAncestors } from "../../uid";
import { findSpec, type LiveObject } from "./read";

/** Identifies an object: one that is a part of its group has the group's uid. */
export const keyOfObject = ({ spec, uid }: Pick<LiveObject, "spec" | "uid">): string => `${storedAs(spec)} ${uid}`;

/** What a key identifies: a kind, where this version knows it, and a uid. */
export function objectOfKey(key: string): { readonly spec: ResourceSpec | undefined; readonly uid: string } {
  const [type = "", uid = ""] = key.split(" ");
  return { spec: findSpec(type), uid };
}

/** The name of an object; undefined for one of a kind without names. */
export const nameOf = ({ values: { name } }: Pick<LiveObject, "values">): string | undefined =>
  isText(name) ? name : undefined;

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

/** An object by its uid, and by its name where that is known. */
export interface Named {
  readonly uid: string;
  readonly name: string | undefined;
  /** Names from the outermost group that is known down to it, joined by slashes; its uid in place of a name that is not. */
  readonly path: string;
}

/** What objects are called, and where they lie. */
export class Directory {
  readonly #containers = new Map<string, LiveObject>();
  readonly #names: Map<string, string>;

  /** @param told further names, by uid */
  constructor(objects: Iterable<LiveObject>, told: Iterable<readonly [uid: string, name: string]> = []) {
    this.#names = new Map(told);
    for (const object of objects) {
      // What shares the uid of its group is a part of it.
      if (object.spec.uidIsParents) continue;
      this.#containers.set(object.uid, object);
      const name = nameOf(object);
      if (name !== undefined) this.#names.set(object.uid, name);
    }
  }

  /** The object of a uid: the container where another shares it. */
  at(uid: string): LiveObject | undefined {
    return this.#containers.get(uid);
  }

  /** The name of the object of a uid; undefined where it is not known. */
  nameOf(uid: string): string | undefined {
    return this.#names.get(uid);
  }

  /** An object by its uid, with a name that was told elsewhere, if one was. */
  named(uid: string, told = this.nameOf(uid)): Named {
    const above = withAncestors(uid)
      .slice(1)
      .map((one) => this.nameOf(one));
    const end = above.indexOf(undefined);
    const names = above.slice(0, end < 0 ? above.length : end).reverse();
    return { uid, name: told, path: [...names, told ?? uid].join("/") };
  }

  /** Takes a name that was learned elsewhere. */
  learn(uid: string, name: string): void {
    this.#names.set(uid, name);
  }

  /** The objects that an object lies in, the outermost first. */
  containersOf({ parentUid }: LiveObject): readonly LiveObject[] {
    const parent = parentUid === undefined ? undefined : this.at(parentUid);
    return parent === undefined ? [] : [...this.containersOf(parent), parent];
  }

  /** Labels from the outermost object that it lies in down to it. */
  pathOf(object: LiveObject): readonly string[] {
    return [...this.containersOf(object), object].map((one) => this.labelOf(one));
  }

  /** What an object is called among those of its kind in its place: its name, or what else tells it from others. */
  labelOf(object: LiveObject): string {
    const { spec } = object;
    const name = nameOf(object);
    if (name !== undefined) return name;
    const text = (isUnique(spec) ? this.#keyTexts(object) : this.#keylessTexts(object)).join(" ");
    return text || pluralOf(spec);
  }

  #keyTexts({ spec, values }: LiveObject): string[] {
    return keyFields(spec).flatMap(([field, { type, options }]) => {
      const value = values[field];
      if (!isText(value) || options.isOrganization) return [];
      if (referredType(type) !== undefined) return this.nameOf(value) ?? value;
      // The path and query of an address may hold a password, and a label stands in URNs, states and reports.
      const isAddress = type.kind === "string" && (type.format === "sink" || type.format === "https");
      return isAddress ? (shownInput(type, value) ?? "") : value;
    });
  }

  /** What tells an object without a key from its like: its own texts, what it refers to, and how long it is valid. */
  #keylessTexts({ spec, values }: LiveObject): string[] {
    const [own, referred]: [string[], string[]] = [[], []];
    for (const [name, { type, options }] of inputFields(spec.fields)) {
      const value = values[name];
      if (options.parent || type.kind !== "string" || !isText(value)) continue;
      if (type.refersTo === undefined) own.push(value);
      else referred.push(this.nameOf(value) ?? value);
    }
    const end = values.expirationTime;
    return [[...own, ...referred].join(", "), ...(isText(end) ? [`until ${end}`] : [])];
  }
}

/** Names that an object tells of those that it refers to: `identity: { uid, name }`. */
export const embeddedNames = ({ values }: LiveObject): (readonly [uid: string, name: string])[] =>
  Object.values(values).flatMap((value) =>
    isValues(value) && isText(value.uid) && isText(value.name) ? [[value.uid, value.name] as const] : [],
  );
