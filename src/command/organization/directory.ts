import type { Client } from "../../client/api/client";
import { PlatformError } from "../../client/api/errors";
import { isOwnOrganization, storedAs } from "../../description/spec/place";
import { inputFields, isUnique, keyFields, pluralOf, type ResourceSpec } from "../../description/spec/resource";
import { shownInput } from "../../description/spec/shown";
import { referredType } from "../../description/spec/types";
import { isValues } from "../../description/spec/values";
import { lastIdOf, withAncestors } from "../../description/uid";
import { findSpec, type LiveObject, readObject } from "./read";

/** Returns a key that identifies an object. A uid alone does not, because a part of a group has the group's uid. */
export const keyOfObject = ({ spec, uid }: Pick<LiveObject, "spec" | "uid">): string => `${storedAs(spec)} ${uid}`;

/** Returns the kind and the uid of a key. The kind is undefined if this version does not know it. */
export function objectOfKey(key: string): { readonly spec: ResourceSpec | undefined; readonly uid: string } {
  const [type = "", uid = ""] = key.split(" ");
  return { spec: findSpec(type), uid };
}

/** Returns the name of an object. Undefined if its kind has no names. */
export const ownName = ({ values: { name } }: Pick<LiveObject, "values">): string | undefined =>
  isText(name) ? name : undefined;

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

export interface Named {
  readonly uid: string;
  readonly name: string | undefined;
  readonly path: string;
}

/** Returns the path of an object, the names from its root down: `acme/team-a/ci`. An unknown name is the last id of its uid, a person the name. */
export const pathOfUid = (uid: string, nameOf: (uid: string) => string | undefined): string =>
  withAncestors(uid)
    .map((one) => nameOf(one) || lastIdOf(one))
    .reverse()
    .join("/");

export class Directory {
  readonly #containers = new Map<string, LiveObject>();
  readonly #names: Map<string, string>;

  /** @param names further names, by uid */
  constructor(objects: Iterable<LiveObject>, names: Iterable<readonly [uid: string, name: string]> = []) {
    this.#names = new Map(names);
    for (const object of objects) {
      // An object that shares the uid of its group is a part of it.
      if (object.spec.uidIsParents) continue;
      this.#containers.set(object.uid, object);
      const name = ownName(object);
      if (name !== undefined) this.#names.set(object.uid, name);
    }
  }

  /** Returns the object of a uid. If two share it, returns the container. */
  at(uid: string): LiveObject | undefined {
    return this.#containers.get(uid);
  }

  nameOf(uid: string): string | undefined {
    return this.#names.get(uid);
  }

  named(uid: string): Named {
    return { uid, name: this.nameOf(uid), path: pathOfUid(uid, (one) => this.nameOf(one)) };
  }

  learn(uid: string, name: string): void {
    this.#names.set(uid, name);
  }

  /** Returns the labels from the outermost object around an object down to it. */
  pathOf(object: LiveObject): readonly string[] {
    const parent = object.parentUid === undefined ? undefined : this.at(object.parentUid);
    return [...(parent === undefined ? [] : this.pathOf(parent)), this.labelOf(object)];
  }

  /** Returns the name of an object, or what distinguishes it from others of its kind and parent. */
  labelOf(object: LiveObject): string {
    const { spec } = object;
    const name = ownName(object);
    if (name !== undefined) return name;
    const text = (isUnique(spec) ? this.#keyTexts(object) : this.#keylessTexts(object)).join(" ");
    return text || pluralOf(spec);
  }

  #keyTexts({ spec, values }: LiveObject): string[] {
    return keyFields(spec).flatMap(([name, field]) => {
      const { type } = field;
      const value = values[name];
      if (!isText(value) || isOwnOrganization(field)) return [];
      if (referredType(type) !== undefined) return this.nameOf(value) ?? value;
      // The path and query of an address may contain a password, and labels are in URNs, states and reports.
      const isAddress = type.kind === "string" && (type.format === "sink" || type.format === "https");
      return isAddress ? (shownInput(type, value) ?? "") : value;
    });
  }

  /** Returns what distinguishes an object without a key: its own texts, its references, and its expiration. */
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

/** Returns the names of other objects in the values of an object: `identity: { uid, name }`. */
export const embeddedNames = ({ values }: LiveObject): (readonly [uid: string, name: string])[] =>
  Object.values(values).flatMap((value) =>
    isValues(value) && isText(value.uid) && isText(value.name) ? [[value.uid, value.name] as const] : [],
  );

/** Reads the names of objects that no list had. Those that cannot be read stay unknown, because people can also read a uid. */
export async function readNames(
  client: Client,
  references: readonly { readonly uid: string; readonly kind: string | undefined }[],
  directory: Directory,
): Promise<void> {
  const unknown = new Map(references.map(({ uid, kind = "" }) => [uid, findSpec(kind)]));
  await Promise.all(
    [...unknown].map(async ([uid, spec]) => {
      if (spec === undefined || directory.nameOf(uid) !== undefined) return;
      try {
        const { name } = (await readObject(client, spec, uid)).values;
        if (isText(name)) directory.learn(uid, name);
      } catch (error) {
        if (!(error instanceof PlatformError)) throw error;
      }
    }),
  );
}
