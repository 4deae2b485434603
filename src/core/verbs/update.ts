import { InvalidArgumentError, NotFoundError, PermissionDeniedError, PlatformError } from "../../client/api/errors";
import { shownUid } from "../../client/api/shown";
import { complaintText } from "../../description/spec/complaint";
import { missingInputs } from "../../description/spec/missing";
import type { ResourceSpec } from "../../description/spec/resource";
import { isEmpty, type Values } from "../../description/spec/values";
import type { JsonObject } from "../../description/wire/json";
import { IncompleteError, messageOf, NotAppliedError } from "../errors";
import type { RemoteObject } from "../remote-object";
import type { CheckedOutputs } from "../state/after-create";
import { type Changes, outputsAfterUpdate } from "../state/after-update";
import { type Change, changes } from "../state/changes";
import { pathText, putAt, valueAt, valuesWhere } from "../state/paths";
import { createBody, ifReadable, observe, patchOf } from "../state/wire";
import { nextStep, OTHER_VALUE, sentFields } from "../texts/refused";
import { immutableChanges, isUnread } from "./diff";
import { writeSubresource } from "./subresources";

/** Sends only the values that differ from the recorded ones. The next update finishes one that was interrupted. */
export async function update(object: RemoteObject, recorded: Values, desired: Values): Promise<Values> {
  const { kind, spec, uid } = object;
  const changed = changes(spec.fields, recorded, desired);
  const immutable = immutableChanges(spec, recorded, changed);
  if (immutable.length > 0) {
    const names = immutable.map(({ path }) => pathText(path)).join(", ");
    const lacking = missingInputs(spec, desired, {}).map((one) => `. ${complaintText(one)}`);
    throw new PlatformError(
      `${kind.name} ${uid}: ${names} cannot be changed in place, only by a replacement${lacking.join("")}\n- ${OTHER_VALUE}`,
    );
  }
  const made = { recorded, desired, changed };
  const { outputs } = await updateItself(object, made).catch((error: unknown) => {
    throw incomplete(error, object, made);
  });
  const below = changed.filter((change) => isBelow(change) && !change.byServer);
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
      const text = `${kind.name} ${uid} was updated, except for its ${name}: ${messageOf(error)}${next}`;
      throw new IncompleteError(text, { id: uid, properties: applied }, { cause: error });
    }
    putAt(applied, [name], desired[name]);
  }
  return applied;
}

const isBelow = ({ field }: Pick<Change, "field">): boolean => field.options.subresource !== undefined;

/** Sends at most one request for the changes of the object itself, and checks that the server applied them. */
async function updateItself(object: RemoteObject, made: Changes): Promise<CheckedOutputs> {
  const { spec, uid } = object;
  const { recorded, desired } = made;
  const sent = made.changed.filter(
    (change) => !change.byServer && !isBelow(change) && !change.field.options.clientOnly && !isUnread(recorded, change),
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
  const isOtherMember = sent.some(({ path: [name = ""] }) => isNewMember(spec, name, recorded));
  if (answered?.unapplied.length === 0 && !isOtherMember) return answered;
  // The response may leave fields out, be unreadable, or not say which object it is about, and a platform that changed the member of a
  // oneof may have stored something else (platform API: IAM-30). So the object itself is read.
  const stored = outputsOf(await object.fetch());
  if (stored.unapplied.length === 0) return stored;
  throw new NotAppliedError(
    `${spec.collection}/${uid}: the platform accepted the update of ${object.kind.name} but did not apply ${stored.unapplied.join(", ")}`,
  );
}

/** Recorded for a value that the platform never returns and may have stored: it differs from each, so the next update sends or clears it. */
const UNCERTAIN = "\u0000";

/** The error of a failed update, which may have stored what the platform never returns. */
function incomplete(error: unknown, { spec, uid }: RemoteObject, { recorded, desired, changed }: Changes): unknown {
  const unseen = changed.filter(({ field }) => field.options.writeOnly);
  const isRefused = error instanceof PermissionDeniedError || error instanceof InvalidArgumentError;
  if (unseen.length === 0 || (isRefused && error.isRefusal) || !(error instanceof PlatformError)) return error;
  const properties = { ...recorded };
  for (const { path } of unseen) putAt(properties, path, UNCERTAIN);
  const next = nextStep({ spec, verb: "update", ...sentFields(spec, recorded, desired), error });
  return new IncompleteError(`${messageOf(error)}${next}`, { id: uid, properties }, { cause: error });
}

/** Whether a member of a oneof had no value. */
function isNewMember({ fields }: ResourceSpec, name: string, recorded: Values): boolean {
  const field = fields[name];
  return field?.options.oneof !== undefined && isEmpty(field.type, recorded[name]);
}

async function send(object: RemoteObject, desired: Values, sent: readonly Change[]): Promise<JsonObject> {
  const { spec, context } = object;
  try {
    if (spec.update === "upsert") return await createOver(object, desired, sent);
    const { body, mask } = patchOf(spec.fields, sent, desired);
    return await context.client.update(object.path, body, mask);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    const hint = "It no longer exists, or this token does not see it.\n- Run pulumi refresh, which updates the state.";
    throw new PlatformError(`${error.message}. ${hint}`, { cause: error });
  }
}

/** Updates an object by a create over it. Unchanged values are read first, so that another writer's changes survive. */
async function createOver(object: RemoteObject, desired: Values, sent: readonly Change[]): Promise<JsonObject> {
  const { context, spec, uid } = object;
  const now: Record<string, unknown> = { ...observe(spec.fields, await object.fetch()) };
  for (const { path } of sent) putAt(now, path, valueAt(desired, path));
  const { body: cleared } = patchOf(spec.fields, sent, desired);
  const answer = await context.client.call({
    method: "POST",
    path: object.kind.pathUnder(object.parentUid ?? uid),
    body: { ...createBody(spec, now), ...cleared },
  });
  if (answer.uid === undefined || answer.uid === uid) return answer;
  const other = shownUid(answer.uid);
  throw new PlatformError(
    [
      `${spec.collection}/${uid}: somebody deleted it at the same time, so the update created another ${object.kind.name} in its place: ${other}.`,
      `- Run pulumi refresh, and set adoptUid: "${other}".`,
    ].join("\n"),
  );
}

/** The recorded values that only the server sets, for an update that sends nothing. */
const computedOf = (spec: ResourceSpec, recorded: Values): Values =>
  valuesWhere(recorded, (name) => spec.fields[name]?.presence === "computed");
