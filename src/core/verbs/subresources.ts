import { readSubresources as readAll, subresourceIn, subresourcePath } from "../../client/replies/object";
import { type NamedField, subresourceFields } from "../../description/spec/resource";
import { isEmpty, isEqual, type Values } from "../../description/spec/values";
import { NotAppliedError } from "../errors";
import type { RemoteObject } from "../remote-object";

/** Sets a field that has a path of its own below the object. Throws NotAppliedError if the server keeps another value. */
export async function writeSubresource(object: RemoteObject, [name, field]: NamedField, value: unknown): Promise<void> {
  const { subresource } = field.options;
  if (subresource === undefined) return;
  const { client } = object.context;
  const { property } = subresource;
  const target = subresourcePath(object, subresource);
  const answer = await client.update(target, { [property]: value ?? "" }, [property]);
  if (isEqual(field.type, subresourceIn(answer, object, subresource), value)) return;
  const stored = await client.get(target);
  if (!isEqual(field.type, subresourceIn(stored, object, subresource), value)) {
    throw new NotAppliedError(`${object.path}: the platform accepted the new ${name} but kept the old one`);
  }
}

/** The values of fields with a path of their own. One that the program leaves out is read only before anything is recorded. */
export const readSubresources = (object: RemoteObject, recorded: Values, isFirstRead: boolean): Promise<Values> =>
  readAll(
    object.context.client,
    object,
    subresourceFields(object.spec).filter(([name, { type }]) => isFirstRead || !isEmpty(type, recorded[name])),
  );
