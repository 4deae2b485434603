import { ProtocolError } from "../../api/errors";
import type { JsonObject } from "../../api/json";
import { type Path, path, segment } from "../../api/path";
import { shownUid } from "../../api/shown";
import { type NamedField, subresourceFields } from "../../spec/resource";
import { isEmpty, isEqual, type Values } from "../../spec/values";
import { NotAppliedError } from "../errors";
import type { Handle } from "../handle";

type Subresource = NonNullable<NamedField[1]["options"]["subresource"]>;

const pathOf = (object: Handle, { segment: name }: Subresource): Path => path`${object.path}/${segment(name)}`;

/** The value in a response about an object. Throws ProtocolError if the response is about another one. */
function valueIn(answer: JsonObject, object: Handle, subresource: Subresource): unknown {
  if (typeof answer.uid === "string" && answer.uid !== "" && answer.uid !== object.uid) {
    throw new ProtocolError(`${pathOf(object, subresource)}: the response is about ${shownUid(answer.uid)}`, false);
  }
  return answer[subresource.property];
}

/** Sets a field that has a path of its own below the object. Throws NotAppliedError if the server keeps another value. */
export async function writeSubresource(object: Handle, [name, field]: NamedField, value: unknown): Promise<void> {
  const { subresource } = field.options;
  if (subresource === undefined) return;
  const { client } = object.context;
  const { property } = subresource;
  const target = pathOf(object, subresource);
  const answer = await client.update(target, { [property]: value ?? "" }, [property]);
  if (isEqual(field.type, valueIn(answer, object, subresource), value)) return;
  const stored = await client.get(target);
  if (!isEqual(field.type, valueIn(stored, object, subresource), value)) {
    throw new NotAppliedError(`${object.path}: the platform accepted the new ${name} but kept the old one`);
  }
}

/**
 * The values of the fields that have a path of their own below the object. A field that the program leaves out is read only at the first
 * read, before anything is recorded.
 */
export async function readSubresources(object: Handle, recorded: Values, isFirstRead: boolean): Promise<Values> {
  const wanted = subresourceFields(object.spec).filter(
    ([name, { type }]) => isFirstRead || !isEmpty(type, recorded[name]),
  );
  const values: Record<string, unknown> = {};
  const read = async ([name, { type, options }]: NamedField) => {
    const { subresource } = options;
    if (subresource === undefined) return;
    const value = valueIn(await object.context.client.get(pathOf(object, subresource)), object, subresource);
    if (!isEmpty(type, value)) values[name] = value;
  };
  await Promise.all(wanted.map(read));
  return values;
}
