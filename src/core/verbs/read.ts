import type { JsonObject } from "../../api/json";
import { subresourceFields } from "../../spec/resource";
import type { Values } from "../../spec/values";
import type { Handle, ReadResult } from "../handle";
import { listedItem } from "../lists/questions";
import { unlessGone } from "../safety/gone";
import { isYoung, retryUntilVisible } from "../safety/retry-until-visible";
import { inputsOf, isSameAfterRead, outputsAfterRead } from "../state/after-read";
import { ifReadable, observe } from "../state/wire";
import { readSubresources } from "./subresources";

/**
 * Reads an object as it is now; nothing when it is gone. A list that serves many reads may show that it is as recorded. That it differs,
 * or does not exist, only the object itself shows. Nothing is recorded of a resource that is only read (`get`), the first time.
 */
export async function read(object: Handle, recorded: Values): Promise<ReadResult | undefined> {
  const { context, spec, uid } = object;
  const isFirstRead = Object.keys(recorded).length === 0;
  const isNew = isYoung(context, recorded.createTime);
  const fetch = () => retryUntilVisible(context, { uid, isParent: false, isNew }, () => object.fetch());
  const answer = isFirstRead
    ? await fetch()
    : await unlessGone(object, async () => (await unchangedInList(object, recorded)) ?? fetch());
  if (answer === undefined) {
    context.journal.noteGone(object);
    // What is used up has done its work: it stays in the state, marked, and `diff` says whether another one is wanted.
    if (spec.isConsumed) return { outputs: { ...recorded, gone: true }, inputs: inputsOf(spec.fields, recorded) };
    return undefined;
  }
  const subresources = await readSubresources(object, recorded, isFirstRead);
  const observed = { ...observe(spec.fields, answer), ...object.parentInput, ...subresources };
  const now = outputsAfterRead(spec.fields, recorded, observed);
  const outputs = spec.isConsumed && hasExpired(object, now) ? { ...now, gone: true } : now;
  return { outputs, inputs: inputsOf(spec.fields, outputs) };
}

/** How far this machine's clock may be ahead of the platform's, in milliseconds. */
const MOST_SKEW_MS = 5 * 60_000;

/** Whether nobody can use an object any more, although the platform still lists it. */
const hasExpired = ({ context }: Handle, { expirationTime }: Values): boolean =>
  typeof expirationTime === "string" && Date.parse(expirationTime) + MOST_SKEW_MS <= context.clock();

/** The object in a list, where it is there as it was recorded. */
async function unchangedInList(object: Handle, recorded: Values): Promise<JsonObject | undefined> {
  const { spec } = object;
  const item = await listedItem(object);
  if (item === undefined) return undefined;
  const below = Object.fromEntries(subresourceFields(spec).map(([name]) => [name, recorded[name]]));
  const observed = ifReadable(() => ({ ...observe(spec.fields, item), ...object.parentInput, ...below }));
  return observed !== undefined && isSameAfterRead(spec.fields, recorded, observed) ? item : undefined;
}
