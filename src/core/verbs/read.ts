import { NotFoundError } from "../../client/api/errors";
import { subresourceFields } from "../../description/spec/resource";
import type { Values } from "../../description/spec/values";
import type { JsonObject } from "../../description/wire/json";
import { listedItem } from "../lists/questions";
import type { ReadResult, RemoteObject } from "../remote-object";
import { unlessGone, whyHidden } from "../safety/gone";
import { retryUntilVisible } from "../safety/retry-until-visible";
import { inputsOf, isSameAfterRead, outputsAfterRead } from "../state/after-read";
import { createdAt } from "../state/notes";
import { ifReadable, observe } from "../state/wire";
import { readSubresources } from "./subresources";

/** A shared list may show that the object is unchanged, except to a read that is `fresh`. Otherwise the object itself is fetched. */
export async function read(object: RemoteObject, recorded: Values, fresh?: "fresh"): Promise<ReadResult | undefined> {
  const { context, spec, uid } = object;
  const isFirstRead = Object.keys(recorded).length === 0;
  const createTime = createdAt(recorded);
  const isDeleted = context.journal.hasDeleted(object);
  const fetch = () =>
    isDeleted ? object.fetch() : retryUntilVisible(context, { uid, isParent: false, createTime }, () => object.fetch());
  const answer = isFirstRead
    ? await fetch()
    : await unlessGone(object, async () => (fresh ? undefined : await unchangedInList(object, recorded)) ?? fetch());
  if (answer === undefined) {
    context.journal.noteGone(object);
    // An object that was used up stays in the state with a mark. `diff` then decides whether the program wants another one.
    // Without its group it goes, because no delete of it would be believed.
    if (spec.peculiar?.mayLapse && !((await whyHidden(context, object.parentUid ?? "")) instanceof NotFoundError))
      return { outputs: { ...recorded, gone: true }, inputs: inputsOf(spec.fields, recorded) };
    return undefined;
  }
  const subresources = await readSubresources(object, recorded, isFirstRead);
  const observed = { ...observe(spec.fields, answer), ...object.parentInput, ...subresources };
  const { gone: _, ...now } = outputsAfterRead(spec.fields, recorded, observed);
  const outputs = spec.peculiar?.mayLapse && hasExpired(object, now) ? { ...now, gone: true } : now;
  return { outputs, inputs: inputsOf(spec.fields, outputs) };
}

const hasExpired = ({ context }: RemoteObject, { expirationTime }: Values): boolean =>
  typeof expirationTime === "string" && Date.parse(expirationTime) <= context.client.passedTime();

async function unchangedInList(object: RemoteObject, recorded: Values): Promise<JsonObject | undefined> {
  const { spec } = object;
  const item = await listedItem(object);
  if (item === undefined) return undefined;
  const below = Object.fromEntries(subresourceFields(spec).map(([name]) => [name, recorded[name]]));
  const observed = ifReadable(() => ({ ...observe(spec.fields, item), ...object.parentInput, ...below }));
  return observed !== undefined && isSameAfterRead(spec.fields, recorded, observed) ? item : undefined;
}
