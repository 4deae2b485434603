import { NotFoundError, PlatformError } from "../../api/errors";
import type { JsonObject } from "../../api/json";
import { literal, path } from "../../api/path";
import { shownUid } from "../../api/shown";
import { parentUidOf } from "../../spec/place";
import { isImmutable, nameOf, type ResourceSpec } from "../../spec/resource";
import type { Values } from "../../spec/values";
import type { Context } from "../run/context";
import { IncompleteError, messageOf, NotAppliedError } from "../errors";
import { fetchObject } from "./read";
import { notesOf, type Settled, settleUpdate } from "../state/outputs";
import { writeSubresource } from "./subresources";
import { type Change, changes, createBody, observe, patchOf, pathText, putAt, valueAt } from "../state/wire";

/**
 * Makes the object as desired and sends no more than what differs from what is recorded. It can be repeated: an update
 * that stopped half-way is finished by the next one.
 */
export async function update(
  context: Context,
  spec: ResourceSpec,
  uid: string,
  recorded: Values,
  desired: Values,
): Promise<Values> {
  const made = changes(spec.fields, recorded, desired, notesOf(recorded).filled);
  const fixed = made.filter(
    ({ path: [name = ""], field }) => isImmutable(spec, spec.fields[name] ?? field) || isImmutable(spec, field),
  );
  if (fixed.length > 0) {
    const names = fixed.map(({ path: changed }) => pathText(changed)).join(", ");
    throw new PlatformError(`${nameOf(spec)} ${uid}: ${names} cannot be changed in place, only by a replacement`);
  }
  const { outputs } = await patch(context, spec, uid, recorded, desired, made);
  const applied: Record<string, unknown> = {
    ...outputs,
    ...Object.fromEntries(made.filter(isBelow).map(({ path: [name = ""] }) => [name, recorded[name]])),
  };
  for (const { path: names, field } of made.filter(isBelow)) {
    const [name = ""] = names;
    try {
      await writeSubresource(context, spec, uid, [name, field], desired[name]);
    } catch (error) {
      const message = messageOf(error);
      throw new IncompleteError(`${nameOf(spec)} ${uid} was updated but for its ${name}: ${message}`, uid, applied, {
        cause: error,
      });
    }
    putAt(applied, [name], desired[name]);
  }
  return applied;
}

/** Whether a field has a path of its own below the resource. */
const isBelow = ({ field }: Pick<Change, "field">): boolean => field.options.subresource !== undefined;

/** Sends one PATCH for the given changes, or nothing for none, and checks that the server did what it was asked. */
async function patch(
  context: Context,
  spec: ResourceSpec,
  uid: string,
  recorded: Values,
  desired: Values,
  made: readonly Change[],
): Promise<Settled> {
  const sent = made.filter(({ field, implied }) => !implied && !isBelow({ field }) && !field.options.local);
  if (sent.length === 0) return settleUpdate(spec.fields, recorded, desired, computedOf(spec, recorded), made);
  let answer: JsonObject;
  try {
    answer =
      spec.update === "upsert"
        ? await createOver(context, spec, uid, desired, sent)
        : await sendPatch(context, spec, uid, desired, sent);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    // advice: pulumi-refresh
    const hint = "it is gone, or not visible with this token: run `pulumi refresh` to see what is left";
    throw new PlatformError(`${error.message}; ${hint}`, { cause: error });
  }
  const settle = (seen: JsonObject) => settleUpdate(spec.fields, recorded, desired, observe(spec.fields, seen), made);
  const settled = answer.uid === uid ? settle(answer) : undefined;
  if (settled?.unapplied.length === 0) return settled;
  // An answer that leaves fields out, or does not say what it is about, is no proof; the object itself is.
  const stored = settle(await fetchObject(context, spec, uid));
  if (stored.unapplied.length === 0) return stored;
  throw new NotAppliedError(
    `${spec.collection}/${uid}: the server accepted the update of ${nameOf(spec)} and did not apply ${stored.unapplied.join(", ")}`,
  );
}

function sendPatch(
  context: Context,
  spec: ResourceSpec,
  uid: string,
  desired: Values,
  sent: readonly Change[],
): Promise<JsonObject> {
  const { body, mask } = patchOf(spec.fields, sent, desired);
  return context.client.update(path`${literal(spec.collection)}/${uid}`, body, mask);
}

/**
 * Changes an object by a create over it, which says all of it. What does not change is sent as the object has it now, so
 * that another writer's change of it survives; a second arrival of the same request does no harm.
 */
async function createOver(
  context: Context,
  spec: ResourceSpec,
  uid: string,
  desired: Values,
  sent: readonly Change[],
): Promise<JsonObject> {
  const now: Record<string, unknown> = { ...observe(spec.fields, await fetchObject(context, spec, uid)) };
  for (const { path: names } of sent) putAt(now, names, valueAt(desired, names));
  const parentUid = parentUidOf(spec, uid) ?? uid;
  const { body: cleared } = patchOf(spec.fields, sent, desired);
  const answer = await context.client.call({
    method: "POST",
    path: path`${literal(spec.collection)}/${parentUid}`,
    body: { ...createBody(spec, now), ...cleared },
  });
  if (answer.uid === undefined || answer.uid === uid) return answer;
  throw new NotAppliedError(
    `${spec.collection}/${uid}: it was deleted meanwhile, and the update made another ${nameOf(spec)} in its place: ` +
      `${shownUid(answer.uid)}. ` +
      // advice: adopt-the-other
      `Run pulumi refresh, and give the resource adoptUid: "${shownUid(answer.uid)}"`,
  );
}

/** What the server alone sets, as it was recorded: for an update that has nothing to send. */
const computedOf = (spec: ResourceSpec, recorded: Values): Values =>
  Object.fromEntries(Object.entries(recorded).filter(([name]) => spec.fields[name]?.presence === "computed"));
