import { NotFoundError, ProtocolError } from "../../api/errors";
import type { JsonObject } from "../../api/json";
import { literal, path } from "../../api/path";
import { shownUid } from "../../api/shown";
import { parentUidOf } from "../../spec/place";
import { inputFields, nameOf, parentField, type ResourceSpec } from "../../spec/resource";
import type { Values } from "../../spec/values";
import type { Context } from "../run/context";
import { isGone } from "../safety/gone";
import { inputsOf, settleRead } from "../state/outputs";
import { readSubresources } from "./subresources";
import type { ReadResult } from "../run/verbs";
import { observe } from "../state/wire";

/** The object of a uid. Throws ProtocolError when the answer is about another one. */
export async function fetchObject(context: Context, spec: ResourceSpec, uid: string): Promise<JsonObject> {
  const answer = await context.client.get(path`${literal(spec.collection)}/${uid}`);
  if (answer.uid !== uid) {
    throw new ProtocolError(
      `GET ${spec.collection}/${uid}: the answer is about ${nameOf(spec)} ${shownUid(answer.uid)}`,
      false,
    );
  }
  const required = requiredOf(spec);
  const seen = observe(spec.fields, answer);
  if (required.length > 0 && required.every((name) => seen[name] === undefined)) {
    throw new ProtocolError(
      `GET ${spec.collection}/${uid}: the answer is about something else, for it lacks what each ${nameOf(spec)} has: ${required.join(", ")}`,
      false,
    );
  }
  return answer;
}

/** What every object of a kind says of itself: its required inputs, but for what it refers to, which may be gone. */
const requiredOf = (spec: ResourceSpec): string[] =>
  inputFields(spec.fields).flatMap(([name, { type, presence, options }]) =>
    presence !== "required" || options.writeOnly || (type.kind === "string" && type.format === "uid") ? [] : [name],
  );

/**
 * Reads an object as it is now; nothing when it is gone.
 *
 * @param recorded outputs of the last time; empty for a resource that is only read and has not been read before
 */
export async function read(
  context: Context,
  spec: ResourceSpec,
  uid: string,
  recorded: Values,
): Promise<ReadResult | undefined> {
  let answer: JsonObject;
  const isFirstRead = Object.keys(recorded).length === 0;
  try {
    answer = await fetchObject(context, spec, uid);
  } catch (error) {
    if (!(error instanceof NotFoundError) || isFirstRead || !(await isGone(context, spec, uid, error))) throw error;
    // What is used up has done its work: it stays in the state, marked, and `diff` says whether another one is wanted.
    if (spec.isConsumed) return { outputs: { ...recorded, gone: true }, inputs: inputsOf(spec.fields, recorded) };
    return undefined;
  }
  const own = await readSubresources(context, spec, uid, recorded, isFirstRead);
  const outputs = settleRead(spec.fields, recorded, observe(spec.fields, answer), {
    ...parentValue(spec, uid),
    ...own,
  });
  return { outputs, inputs: inputsOf(spec.fields, outputs) };
}

/** The parent's uid, which is the front part of the own one. */
export function parentValue(spec: ResourceSpec, uid: string): Values {
  const [name] = parentField(spec) ?? [];
  const parentUid = parentUidOf(spec, uid);
  return name === undefined || parentUid === undefined ? {} : { [name]: parentUid };
}
