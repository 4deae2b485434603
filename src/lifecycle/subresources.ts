import { literal, path, segment } from "../api/path";
import { type NamedField, type ResourceSpec, subresourceFields } from "../spec/resource";
import { isEmpty, isEqual, type Values } from "../spec/values";
import type { Context } from "./context";
import { NotAppliedError } from "./errors";

type Subresource = NonNullable<NamedField[1]["options"]["subresource"]>;

const pathOf = (spec: ResourceSpec, uid: string, { segment: name }: Subresource) =>
  path`${literal(spec.collection)}/${uid}/${segment(name)}`;

/** Sets one field that lives below the resource. Throws NotAppliedError when the server keeps another value. */
export async function writeSubresource(
  context: Context,
  spec: ResourceSpec,
  uid: string,
  [name, field]: NamedField,
  value: unknown,
): Promise<void> {
  const { subresource } = field.options;
  if (subresource === undefined) return;
  const { property } = subresource;
  const answer = await context.client.update(pathOf(spec, uid, subresource), { [property]: value ?? "" }, [property]);
  if (isEqual(field.type, answer[property], value)) return;
  const stored = await context.client.get(pathOf(spec, uid, subresource));
  if (!isEqual(field.type, stored[property], value)) {
    throw new NotAppliedError(`${spec.collection}/${uid}: the server accepted the new ${name} and kept another`);
  }
}

/**
 * The values of the fields that live below the resource. One that the program leaves out is not asked for, unless
 * nothing is recorded yet (a resource that is only read).
 */
export async function readSubresources(
  context: Context,
  spec: ResourceSpec,
  uid: string,
  recorded: Values,
  isFirstRead: boolean,
): Promise<Values> {
  const wanted = subresourceFields(spec).filter(([name, field]) => isFirstRead || !isEmpty(field.type, recorded[name]));
  const entries = await Promise.all(
    wanted.map(async ([name, field]) => {
      const { subresource } = field.options;
      if (subresource === undefined) return [];
      const answer = await context.client.get(pathOf(spec, uid, subresource));
      const value = answer[subresource.property];
      return isEmpty(field.type, value) ? [] : [[name, value] as const];
    }),
  );
  return Object.fromEntries(entries.flat());
}
