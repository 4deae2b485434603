import { NotFoundError } from "../../api/errors";
import type { JsonObject } from "../../api/json";
import type { Values } from "../../spec/values";
import type { Handle, ReadResult } from "../run/handle";
import { isGone } from "../safety/gone";
import { inputsOf, outputsAfterRead } from "../state/after-read";
import { observe } from "../state/wire";
import { readSubresources } from "./subresources";

/**
 * Reads an object as it is now; nothing when it is gone.
 *
 * @param recorded outputs of the last time; empty for a resource that is only read (`get`) and has not been read before
 */
export async function read(object: Handle, recorded: Values): Promise<ReadResult | undefined> {
  const { spec } = object;
  const isFirstRead = Object.keys(recorded).length === 0;
  let answer: JsonObject;
  try {
    answer = await object.fetch();
  } catch (error) {
    if (!(error instanceof NotFoundError) || isFirstRead || !(await isGone(object, error))) throw error;
    // What is used up has done its work: it stays in the state, marked, and `diff` says whether another one is wanted.
    if (spec.isConsumed) return { outputs: { ...recorded, gone: true }, inputs: inputsOf(spec.fields, recorded) };
    return undefined;
  }
  const subresources = await readSubresources(object, recorded, isFirstRead);
  const observed = { ...observe(spec.fields, answer), ...object.parentInput, ...subresources };
  const outputs = outputsAfterRead(spec.fields, recorded, observed);
  return { outputs, inputs: inputsOf(spec.fields, outputs) };
}
