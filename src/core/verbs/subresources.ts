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

/** The value in an answer about an object. Throws ProtocolError when it is about another one. */
function valueIn(answer: JsonObject, object: Handle, subresource: Subresource): unknown {
  if (typeof answer.uid === "string" && answer.uid !== "" && answer.uid !== object.uid) {
    throw new ProtocolError(`${pathOf(object, subresource)}: the answer is about ${shownUid(answer.uid)}`, false);
  }
  return answer[subresource.property];
}

/** Sets one field that lives below the object. Throws NotAppliedError when the server keeps another value. */
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
    throw new NotAppliedError(`${object.path}: the server accepted the new ${name} and kept another`);
  }
}

/**
 * The values of the fields that live below the object. One that the program leaves out is not asked for, unless nothing
 * is recorded yet (a resource that is only read).
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
