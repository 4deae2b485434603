import { NotFoundError, PlatformError } from "../../api/errors";
import type { JsonObject } from "../../api/json";
import { shownUid } from "../../api/shown";
import type { ResourceSpec } from "../../spec/resource";
import type { Values } from "../../spec/values";
import { IncompleteError, messageOf, NotAppliedError } from "../errors";
import type { Handle } from "../handle";
import type { CheckedOutputs } from "../state/after-create";
import { type Changes, outputsAfterUpdate } from "../state/after-update";
import { type Change, changes } from "../state/changes";
import { pathText, putAt, valueAt, valuesWhere } from "../state/paths";
import { createBody, ifReadable, observe, patchOf } from "../state/wire";
import { nextStep } from "../texts/refused";
import { immutableChanges } from "./diff";
import { writeSubresource } from "./subresources";

/**
 * Makes the object as desired and sends no more than what differs from what is recorded. It can be repeated: an update
 * that stopped half-way is finished by the next one.
 */
export async function update(object: Handle, recorded: Values, desired: Values): Promise<Values> {
  const { spec, uid, name: kindName } = object;
  const changed = changes(spec.fields, recorded, desired);
  const immutable = immutableChanges(spec, changed);
  if (immutable.length > 0) {
    const names = immutable.map(({ path }) => pathText(path)).join(", ");
    throw new PlatformError(`${kindName} ${uid}: ${names} cannot be changed in place, only by a replacement`);
  }
  const { outputs } = await updateItself(object, { recorded, desired, changed });
  const below = changed.filter((change) => isBelow(change) && !change.implied);
  const applied: Record<string, unknown> = {
    ...outputs,
    ...Object.fromEntries(below.map(({ path: [name = ""] }) => [name, recorded[name]])),
  };
  for (const { path, field } of below) {
    const [name = ""] = path;
    try {
      await writeSubresource(object, [name, field], desired[name]);
    } catch (error) {
      const next = nextStep({ spec, verb: "update", fields: [name], error });
      const text = `${kindName} ${uid} was updated but for its ${name}: ${messageOf(error)}${next}`;
      throw new IncompleteError(text, { id: uid, properties: applied }, { cause: error });
    }
    putAt(applied, [name], desired[name]);
  }
  return applied;
}

/** Whether a field has a path of its own below the resource. */
const isBelow = ({ field }: Pick<Change, "field">): boolean => field.options.subresource !== undefined;

/** Sends one request for the changes of the object itself, or none for none, and checks that the server did as asked. */
async function updateItself(object: Handle, made: Changes): Promise<CheckedOutputs> {
  const { spec, uid } = object;
  const { recorded, desired } = made;
  const sent = made.changed.filter(
    ({ field, implied }) => !implied && !isBelow({ field }) && !field.options.clientOnly,
  );
  if (sent.length === 0) return outputsAfterUpdate(spec.fields, made, computedOf(spec, recorded));
  const isKeyChanged = sent.some(({ path: [name = ""] }) => spec.fields[name]?.options.key);
  const note = () => {
    object.context.journal.noteChange(object);
    if (isKeyChanged) object.list.forget();
  };
  note();
  const answer = await send(object, desired, sent).finally(note);
  const outputsOf = (seen: JsonObject) => outputsAfterUpdate(spec.fields, made, observe(spec.fields, seen));
  const answered = answer.uid === uid ? ifReadable(() => outputsOf(answer)) : undefined;
  if (answered?.unapplied.length === 0) return answered;
  // An answer that leaves fields out, cannot be read, or does not say what it is about is no proof; the object itself is.
  const stored = outputsOf(await object.fetch());
  if (stored.unapplied.length === 0) return stored;
  throw new NotAppliedError(
    `${spec.collection}/${uid}: the server accepted the update of ${object.name} and did not apply ${stored.unapplied.join(", ")}`,
  );
}

async function send(object: Handle, desired: Values, sent: readonly Change[]): Promise<JsonObject> {
  const { spec, context } = object;
  try {
    if (spec.update === "upsert") return await createOver(object, desired, sent);
    const { body, mask } = patchOf(spec.fields, sent, desired);
    return await context.client.update(object.path, body, mask);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    // advice: pulumi-refresh
    const hint = "it is gone, or not visible with this token: run `pulumi refresh` to see what is left";
    throw new PlatformError(`${error.message}; ${hint}`, { cause: error });
  }
}

/**
 * Changes an object by a create over it, which says all of it. What does not change is sent as the object has it now, so
 * that another writer's change of it survives; a second arrival of the same request does no harm.
 */
async function createOver(object: Handle, desired: Values, sent: readonly Change[]): Promise<JsonObject> {
  const { context, spec, uid } = object;
  const now: Record<string, unknown> = { ...observe(spec.fields, await object.fetch()) };
  for (const { path } of sent) putAt(now, path, valueAt(desired, path));
  const { body: cleared } = patchOf(spec.fields, sent, desired);
  const answer = await context.client.call({
    method: "POST",
    path: object.pathUnder(object.parentUid ?? uid),
    body: { ...createBody(spec, now), ...cleared },
  });
  if (answer.uid === undefined || answer.uid === uid) return answer;
  const other = shownUid(answer.uid);
  // advice: adopt-the-other
  throw new NotAppliedError(
    `${spec.collection}/${uid}: it was deleted meanwhile, and the update made another ${object.name} in its place: ${other}. Run pulumi refresh, and give the resource adoptUid: "${other}"`,
  );
}

/** What the server alone sets, as it was recorded: for an update that has nothing to send. */
const computedOf = (spec: ResourceSpec, recorded: Values): Values =>
  valuesWhere(recorded, (name) => spec.fields[name]?.presence === "computed");
