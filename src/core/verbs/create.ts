import { PlatformError } from "../../client/api/errors";
import { shownUid } from "../../client/api/shown";
import { placeOf } from "../../description/spec/place";
import { isUnique, subresourceFields } from "../../description/spec/resource";
import { containsUnknown } from "../../description/spec/unknown";
import { isEmpty, type Values } from "../../description/spec/values";
import type { JsonObject } from "../../description/wire/json";
import { withLock } from "../context";
import { AlreadyThereError, IncompleteError, messageOf, NotAppliedError } from "../errors";
import { adoptUidOf } from "../holders";
import { findByKey } from "../lists/questions";
import type { Created, Existing, Kind, NewObject, Planned, RemoteObject, Taken } from "../remote-object";
import { retryUntilVisible } from "../safety/retry-until-visible";
import { type CheckedOutputs, outputsAfterCreate } from "../state/after-create";
import { createdAt, withCreated } from "../state/notes";
import { valuesWhere } from "../state/paths";
import type { MayShow } from "../state/shown-changes";
import { observe, observeIfReadable } from "../state/wire";
import { plannedText } from "../texts/existing";
import { nextStep } from "../texts/refused";
import { takenError } from "../texts/taken";
import { createOnce, type Posted, returnedOnceFields } from "./create-once";
import { adopt, isUnchanged, placeFields, planOf } from "./existing";
import { writeSubresource } from "./subresources";

/** Creates an object exactly once, even if the response is lost, or adopts one. Once the uid is known, throws only IncompleteError. */
export async function create(kind: Kind, inputs: Values): Promise<Created> {
  const { context, spec } = kind;
  const named = namedBy(kind, inputs);
  if (named !== undefined) return adoptAlone(named);
  const { adoptUid: _, ...desired } = inputs;
  const wanted = kind.newObject(desired);
  const { parentUid } = wanted;
  // Only the platform knows whether a key is free, so the POST is part of the decision.
  const make = async () => {
    const posted = await createOnce(wanted);
    return "answer" in posted ? record(wanted, posted) : adoptAlone(holderOfKey(wanted, posted));
  };
  return withLock(context, placeOf(spec, parentUid, desired), () =>
    parentUid === undefined ? make() : retryUntilVisible(context, { uid: parentUid, isParent: true }, make),
  );
}

/** The object of adoptUid. */
function namedBy(kind: Kind, inputs: Values): Existing | undefined {
  const { adoptUid: _, ...desired } = inputs;
  const uid = adoptUidOf(kind.context.holders, kind, inputs);
  return uid === undefined ? undefined : { object: kind.at(uid), desired, by: "uid" };
}

/** The only object that has the key, for the resource to take over. Throws TakenError unless adoptExisting allows that. */
function holderOfKey(wanted: NewObject, taken: Taken): Existing {
  const { kind, parentUid, desired } = wanted;
  const [only, ...others] = taken.found;
  if (kind.context.adoptExisting === "never" || only === undefined || others.length > 0)
    throw takenError(wanted, taken);
  const object = kind.at(String(kind.spec.uidIsParents ? parentUid : only.uid));
  return { object, desired, by: "key" };
}

/** The object that a create will adopt, as far as its parent and key are known. Throws like `holderOfKey`. */
async function foresee(kind: Kind, inputs: Values): Promise<Existing | undefined> {
  const { context, spec } = kind;
  const { holders } = context;
  const named = namedBy(kind, inputs);
  if (named !== undefined) return named;
  const { adoptUid: _, ...desired } = inputs;
  if (context.adoptExisting === "never" || !isUnique(spec)) return undefined;
  if (placeFields(kind).some(([name]) => containsUnknown(desired[name]))) return undefined;
  const wanted = kind.newObject(desired);
  const there = (await findByKey(wanted)) ?? [];
  // A replacement deletes the old object first.
  const isReplacement = holders.isReplacement(kind);
  const found = there.filter(({ uid }) => !(isReplacement && holders.hasHandled({ spec, uid: String(uid) })));
  return found.length === 0 ? undefined : holderOfKey(wanted, { found });
}

/** Sends at most one List, and GETs for the object and its given sub-resources. */
export async function plan(kind: Kind, inputs: Values, mayShow: MayShow): Promise<Planned | undefined> {
  const existing = await foresee(kind, inputs);
  if (existing === undefined) return undefined;
  const planned = await planOf(existing, true);
  return { object: existing.object, text: plannedText(planned, mayShow), isUnchanged: isUnchanged(planned) };
}

async function record({ kind, desired }: NewObject, posted: Posted): Promise<Created> {
  const object = kind.at(String(posted.answer.uid));
  const outputs = await complete(object, desired, { ...noteCreate(object, desired, posted.answer), ...posted });
  const isTimed = createdAt(outputs) !== undefined;
  return { uid: object.uid, outputs: isTimed ? outputs : withCreated(outputs, kind.context.client.platformTime()) };
}

/** If several resources want one object, the first one gets it. */
function adoptAlone(existing: Existing): Promise<Created> {
  const { context, spec, uid } = existing.object;
  return withLock(context, `adopt ${spec.type} ${uid}`, () => adopt(existing));
}

/** Throws AlreadyThereError if another resource has the object. If that is unknown, there is a doubt: no state may lack it. */
function noteCreate(object: RemoteObject, desired: Values, answer: JsonObject): Pick<Posted, "doubt"> {
  const { context, parentUid, kind, uid } = object;
  let doubt: string | undefined;
  let isOwned = false;
  try {
    isOwned = context.holders.isOwned(object);
  } catch (error) {
    // Without its remedies, because the next update completes the object.
    doubt = messageOf(error).replace(/\n.*/s, "");
  }
  if (isOwned) {
    throw new AlreadyThereError(
      [
        `POST ${kind.pathUnder(parentUid)}: the platform returned ${kind.name} ${shownUid(uid)}, which another resource of this program manages.`,
        "- Remove one of the two resources from the program.",
      ].join("\n"),
    );
  }
  context.journal.noteCreate(object, desired, answer);
  return doubt === undefined ? {} : { doubt };
}

/** Creates what a new object lacks, and checks that it is as desired. Returns the outputs to record. */
async function complete(object: RemoteObject, desired: Values, { answer, doubt }: Posted): Promise<Values> {
  const { context, spec, uid } = object;
  const soon = <T>(work: () => Promise<T>) => retryUntilVisible(context, { uid, isParent: false }, work);
  const below = subresourceFields(spec).filter(([name, { type }]) => !isEmpty(type, desired[name]));
  const names = below.map(([name]) => name);
  const answered = outputsAfterCreate(spec.fields, desired, observeIfReadable(spec.fields, answer));
  const { outputs, unapplied } = await soon(() => storedOutputs(object, desired, answered)).catch((error: unknown) => {
    throw incomplete(object, error, { outputs: answered.outputs, waiting: names });
  });
  if (unapplied.length > 0) {
    const fields = unapplied.map((path) => path.split(".", 1)[0] ?? path);
    const error = new NotAppliedError(`the platform keeps other values in ${unapplied.join(", ")}`);
    throw incomplete(object, error, { outputs, waiting: names, fields });
  }
  if (doubt !== undefined) throw incomplete(object, new PlatformError(doubt), { outputs, waiting: names });
  for (const [at, named] of below.entries())
    await soon(() => writeSubresource(object, named, desired[named[0]])).catch((error: unknown) => {
      throw incomplete(object, error, { outputs, waiting: names.slice(at), fields: [named[0]] });
    });
  return outputs;
}

/** The outputs of a new object. It is read if its response lacks something. A GET also returns fields that other responses lack. */
async function storedOutputs(object: RemoteObject, desired: Values, answered: CheckedOutputs): Promise<CheckedOutputs> {
  const { spec } = object;
  const isWhole = Object.values(spec.fields).every(({ options }) => options.returned !== "get");
  if (isWhole && answered.unapplied.length === 0) return answered;
  const once = valuesWhere(answered.outputs, (name) => returnedOnceFields(spec).includes(name));
  return outputsAfterCreate(spec.fields, desired, { ...observe(spec.fields, await object.fetch()), ...once });
}

interface Progress {
  readonly outputs: Values;
  /** Fields that get their values by later requests. They are not recorded. */
  readonly waiting: readonly string[];
  readonly fields?: readonly string[];
}

function incomplete({ kind, uid }: RemoteObject, error: unknown, at: Progress): IncompleteError {
  const { outputs, waiting, fields = [] } = at;
  const next = nextStep({ spec: kind.spec, verb: "update", fields, waiting, error });
  return new IncompleteError(
    `${kind.name} ${uid} was created, but is not complete: ${messageOf(error)}${next}`,
    { id: uid, properties: valuesWhere(outputs, (name) => !waiting.includes(name)) },
    { cause: error },
  );
}
