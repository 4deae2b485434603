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
 * Reads what Lists leave out: values with a path of their own. What a mirror has from its source is left
 * out, for it comes and goes with the source. Throws PlatformError.
 *
 * @param directory learns the names of sources
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

/** An object's values without those that equal its source's. A source that cannot be seen takes nothing away. */
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

/** An object with its sub-resources; undefined where it cannot be seen. */
async function readSource(client: Client, spec: ResourceSpec, uid: string): Promise<Values | undefined> {
  try {
    const { values } = await readObject(client, spec, uid);
    return { ...values, ...(await subresourcesOf(client, spec, uid)) };
  } catch (error) {
    return nothingIfRefused(error);
  }
}

/** Asks for the names of objects that lie elsewhere. They stand in comments only, so that none is missed. */
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
