import type { Client } from "../../../api/client";
import { nothingIfRefused, PlatformError } from "../../../api/errors";
import { literal, path, segment } from "../../../api/path";
import { type ResourceSpec, subresourceFields } from "../../../spec/resource";
import { fieldsFromSource, sourceUid } from "../../../spec/source";
import { isEmpty, isEqual, type Values } from "../../../spec/values";
import type { Directory } from "../../organization/directory";
import { findSpec, type LiveObject, readObject } from "../../organization/read";
import type { Reference } from "./references";

/**
 * Adds the values that lists leave out, because they have a path of their own. Removes what a mirror has from its source, because
 * the source decides it. Throws PlatformError.
 *
 * @param directory receives the names of sources
 */
export async function completed(
  client: Client,
  objects: readonly LiveObject[],
  directory: Directory,
): Promise<LiveObject[]> {
  const sources = new Map<string, Promise<Values | undefined>>();
  return Promise.all(
    objects.map(async (object) => {
      const below = await subresourcesOf(client, object.spec, object.uid);
      const values = await withoutInherited({ ...object, values: { ...object.values, ...below } }, async (uid) => {
        const known = sources.get(uid) ?? readSource(client, object.spec, uid);
        sources.set(uid, known);
        const source = await known;
        if (typeof source?.name === "string") directory.learn(uid, source.name);
        return source;
      });
      return { ...object, values };
    }),
  );
}

async function subresourcesOf(client: Client, spec: ResourceSpec, uid: string): Promise<Values> {
  const entries = await Promise.all(
    subresourceFields(spec).map(async ([name, { type, options }]) => {
      if (options.subresource === undefined) return [];
      const { segment: below, property } = options.subresource;
      const value = (await client.get(path`${literal(spec.collection)}/${uid}/${segment(below)}`))[property];
      return isEmpty(type, value) ? [] : [[name, value] as const];
    }),
  );
  return Object.fromEntries(entries.flat());
}

/** Returns an object's values without those that equal its source's. If the source cannot be read, returns all of them. */
async function withoutInherited(
  { spec, values }: LiveObject,
  sourceOf: (uid: string) => Promise<Values | undefined>,
): Promise<Values> {
  const kept: Record<string, unknown> = { ...values };
  for (const { named, source: reference, isInherited } of fieldsFromSource(spec, values)) {
    const [name, { type }] = named;
    const uid = isInherited ? undefined : sourceUid(reference);
    if (uid === undefined) continue;
    const source = await sourceOf(uid);
    if (source !== undefined && isEqual(type, source[name], values[name])) delete kept[name];
  }
  return kept;
}

/** Reads an object with its sub-resources. Returns undefined if it cannot be seen. */
async function readSource(client: Client, spec: ResourceSpec, uid: string): Promise<Values | undefined> {
  try {
    const { values } = await readObject(client, spec, uid);
    return { ...values, ...(await subresourcesOf(client, spec, uid)) };
  } catch (error) {
    return nothingIfRefused(error);
  }
}

/** Reads the names of objects elsewhere. Missing names are allowed, because only comments have them. */
export async function readNames(client: Client, references: readonly Reference[], directory: Directory): Promise<void> {
  const unknown = new Map(references.map(({ uid, kind = "" }) => [uid, findSpec(kind)]));
  await Promise.all(
    [...unknown].map(async ([uid, spec]) => {
      if (spec === undefined) return;
      try {
        const { name } = await client.get(path`${literal(spec.collection)}/${uid}`);
        if (typeof name === "string") directory.learn(uid, name);
      } catch (error) {
        if (!(error instanceof PlatformError)) throw error;
      }
    }),
  );
}
