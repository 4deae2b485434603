import { ProtocolError } from "../../api/errors";
import type { JsonObject } from "../../api/json";
import { literal, type Path, path, segment } from "../../api/path";
import { shownUid } from "../../api/shown";
import { type NamedField, type ResourceSpec, subresourceFields } from "../../spec/resource";
import { isEmpty, isEqual, type Values } from "../../spec/values";
import type { Context } from "../run/context";
import { NotAppliedError } from "../errors";

type Subresource = NonNullable<NamedField[1]["options"]["subresource"]>;

const pathOf = (spec: ResourceSpec, uid: string, { segment: name }: Subresource) =>
  path`${literal(spec.collection)}/${uid}/${segment(name)}`;

/** The field of an answer about a resource. Throws ProtocolError when it is about another one. */
function valueIn(answer: JsonObject, target: Path, uid: string, property: string): unknown {
  if (typeof answer.uid === "string" && answer.uid !== "" && answer.uid !== uid) {
    throw new ProtocolError(`${target}: the answer is about ${shownUid(answer.uid)}`, false);
  }
  return answer[property];
}

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
  const target = pathOf(spec, uid, subresource);
  const answer = await context.client.update(target, { [property]: value ?? "" }, [property]);
  if (isEqual(field.type, valueIn(answer, target, uid, property), value)) return;
  const stored = await context.client.get(target);
  if (!isEqual(field.type, valueIn(stored, target, uid, property), value)) {
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
      const target = pathOf(spec, uid, subresource);
      const value = valueIn(await context.client.get(target), target, uid, subresource.property);
      return isEmpty(field.type, value) ? [] : [[name, value] as const];
    }),
  );
  return Object.fromEntries(entries.flat());
}
