import type { Client } from "../../../client/api/client";
import { nothingIfRefused } from "../../../client/api/errors";
import { readSubresources } from "../../../client/replies/object";
import { valuesWhere } from "../../../core/state/paths";
import type { ResourceSpec } from "../../../description/spec/resource";
import { givenBySource } from "../../../description/spec/source";
import type { Values } from "../../../description/spec/values";
import type { Directory } from "../../organization/directory";
import { type LiveObject, readObject } from "../../organization/read";

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
  const sourceAt = (spec: ResourceSpec) => async (uid: string) => {
    const known = sources.get(uid) ?? readSource(client, spec, uid);
    sources.set(uid, known);
    const source = await known;
    if (typeof source?.name === "string") directory.learn(uid, source.name);
    return source;
  };
  return Promise.all(
    objects.map(async (object) => {
      const { spec } = object;
      const all = { ...object.values, ...(await readSubresources(client, object)) };
      const inherited = await givenBySource(spec, all, sourceAt(spec));
      return { ...object, values: valuesWhere(all, (name) => !inherited.has(name)) };
    }),
  );
}

/** Reads an object with its sub-resources. Returns undefined if it cannot be seen. */
async function readSource(client: Client, spec: ResourceSpec, uid: string): Promise<Values | undefined> {
  try {
    const { values } = await readObject(client, spec, uid);
    return { ...values, ...(await readSubresources(client, { spec, uid })) };
  } catch (error) {
    return nothingIfRefused(error);
  }
}
