import {
  inputFields,
  type NamedField,
  nameOf,
  type ResourceSpec,
  subresourceFields,
} from "../../description/spec/resource";
import { isEmpty, type Values } from "../../description/spec/values";
import type { JsonObject } from "../../description/wire/json";
import { literal, type Path, path, segment } from "../../description/wire/path";
import type { Client } from "../api/client";
import { ProtocolError } from "../api/errors";
import { shownUid } from "../api/shown";
import { forState, readAnswer } from "./answer";

interface ObjectRef {
  readonly spec: ResourceSpec;
  readonly uid: string;
}

type Subresource = NonNullable<NamedField[1]["options"]["subresource"]>;

/** `/iam/v2/groups/org/a`. Throws InvalidPathError. */
export const objectPath = ({ spec, uid }: ObjectRef): Path => path`${literal(spec.collection)}/${uid}`;

/** Fetches an object. Throws ProtocolError if the response is about another one, and the client's errors. */
export async function fetchObject(client: Client, object: ObjectRef): Promise<JsonObject> {
  const { spec, uid } = object;
  const name = nameOf(spec);
  const answer = await client.get(objectPath(object));
  const otherAnswer = (what: string) =>
    new ProtocolError(`GET ${spec.collection}/${uid}: the response is about ${what}`, false);
  if (answer.uid !== uid) throw otherAnswer(`${name} ${shownUid(answer.uid)}`);
  const required = requiredOf(spec);
  const seen = forState(spec.fields, readAnswer(spec.fields, answer));
  if (required.length > 0 && required.every((field) => seen[field] === undefined)) {
    throw otherAnswer(`another object. It lacks ${required.join(", ")}, which each ${name} has`);
  }
  return answer;
}

/** Fields that every response about a kind has: its required inputs, except references, whose objects may have been deleted. */
const requiredOf = (spec: ResourceSpec): string[] =>
  inputFields(spec.fields).flatMap(([name, { type, presence, options }]) =>
    presence !== "required" || options.writeOnly || (type.kind === "string" && type.format === "uid") ? [] : [name],
  );

export const subresourcePath = (object: ObjectRef, { segment: name }: Subresource): Path =>
  path`${objectPath(object)}/${segment(name)}`;

/** The value in a response about a sub-resource. Throws ProtocolError if the response is about another object. */
export function subresourceIn(answer: JsonObject, object: ObjectRef, subresource: Subresource): unknown {
  if (typeof answer.uid === "string" && answer.uid !== "" && answer.uid !== object.uid) {
    throw new ProtocolError(
      `${subresourcePath(object, subresource)}: the response is about ${shownUid(answer.uid)}`,
      false,
    );
  }
  return answer[subresource.property];
}

/** The values of fields that have a path of their own below the object, without empty ones. Throws like `fetchObject`. */
export async function readSubresources(
  client: Client,
  object: ObjectRef,
  wanted: readonly NamedField[] = subresourceFields(object.spec),
): Promise<Values> {
  const values = wanted.map(async ([name, { type, options }]) => {
    const { subresource } = options;
    if (subresource === undefined) return [];
    const value = subresourceIn(await client.get(subresourcePath(object, subresource)), object, subresource);
    return isEmpty(type, value) ? [] : [[name, value] as const];
  });
  return Object.fromEntries((await Promise.all(values)).flat());
}
