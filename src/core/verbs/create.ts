import { PlatformError } from "../../client/api/errors";
import { shownUid } from "../../client/api/shown";
import { placeOf } from "../../description/spec/place";
import { subresourceFields } from "../../description/spec/resource";
import { isEmpty, type Values } from "../../description/spec/values";
import { withLock } from "../context";
import { AlreadyThereError, IncompleteError, messageOf, NotAppliedError, TakenError } from "../errors";
import { adoptUidOf } from "../holders";
import type { Created, Kind, RemoteObject } from "../remote-object";
import { retryUntilVisible } from "../safety/retry-until-visible";
import { outputsAfterCreate } from "../state/after-create";
import { createdAt, withCreated } from "../state/notes";
import { valuesWhere } from "../state/paths";
import { observe, observeIfReadable } from "../state/wire";
import { nextStep } from "../texts/refused";
import { createOnce, type Posted, returnedOnceFields } from "./create-once";
import { adopt, existingIn } from "./existing";
import { writeSubresource } from "./subresources";

/**
 * Creates an object exactly once, even if the response is lost. Adopts the object of `adoptUid` instead, or takes over an existing one if
 * the setting adoptExisting allows it. As soon as the uid is known, throws only IncompleteError.
 */
export async function create(kind: Kind, inputs: Values): Promise<Created> {
  const { context, spec } = kind;
  const { adoptUid: _, ...desired } = inputs;
  const uid = adoptUidOf(context.holders, kind, inputs);
  if (uid !== undefined) return adopt({ object: kind.at(uid), desired, by: "uid" });
  const wanted = kind.newObject(desired);
  const { parentUid } = wanted;
  const make = async (): Promise<Created> => {
    let posted: Posted;
    try {
      posted = await createOnce(wanted);
    } catch (error) {
      const existing = error instanceof TakenError ? existingIn(wanted, error.found) : undefined;
      if (existing === undefined) throw error;
      return adopt(existing);
    }
    const object = kind.at(String(posted.answer.uid));
    noteCreate(object, desired, posted);
    const outputs = await complete(object, desired, posted);
    const isTimed = createdAt(outputs) !== undefined;
    return { uid: object.uid, outputs: isTimed ? outputs : withCreated(outputs, context.client.platformTime()) };
  };
  return withLock(context, placeOf(spec, parentUid, desired), () =>
    parentUid === undefined ? make() : retryUntilVisible(context, { uid: parentUid, isParent: true }, make),
  );
}

/** Notes a new object. Throws AlreadyThereError if another resource of the program already has it. */
function noteCreate(object: RemoteObject, desired: Values, { answer }: Posted): void {
  const { context, parentUid, kind, uid } = object;
  if (context.holders.isOwned(object)) {
    throw new AlreadyThereError(
      [
        `POST ${kind.pathUnder(parentUid)}: the platform returned ${kind.name} ${shownUid(uid)}, which another resource of this program manages.`,
        "- Remove one of the two resources from the program.",
      ].join("\n"),
    );
  }
  context.journal.noteCreate(object, desired, answer);
}

/** Creates what a new object lacks, and checks that it is as desired. Returns the outputs to record. */
async function complete(object: RemoteObject, desired: Values, { answer, doubt }: Posted): Promise<Values> {
  const { context, spec, uid } = object;
  const soon = <T>(work: () => Promise<T>) => retryUntilVisible(context, { uid, isParent: false }, work);
  const below = subresourceFields(spec).filter(([name, { type }]) => !isEmpty(type, desired[name]));
  const pending = new Set(below.map(([name]) => name));
  let { outputs, unapplied } = outputsAfterCreate(spec.fields, desired, observeIfReadable(spec.fields, answer));
  let fields: readonly string[] = [];
  try {
    // A response may leave fields out, so the object itself is read. A GET also returns fields that other responses lack.
    if (unapplied.length > 0 || Object.values(spec.fields).some(({ options }) => options.returned === "get")) {
      const stored = observe(spec.fields, await soon(() => object.fetch()));
      ({ outputs, unapplied } = outputsAfterCreate(spec.fields, desired, {
        ...stored,
        ...valuesWhere(outputs, (name) => returnedOnceFields(spec).includes(name)),
      }));
    }
    if (unapplied.length > 0) {
      fields = unapplied.map((path) => path.split(".", 1)[0] ?? path);
      throw new NotAppliedError(`the platform keeps other values in ${unapplied.join(", ")}`);
    }
    if (doubt !== undefined) throw new PlatformError(doubt);
    for (const named of below) {
      fields = [named[0]];
      await soon(() => writeSubresource(object, named, desired[named[0]]));
      pending.delete(named[0]);
    }
  } catch (error) {
    const next = nextStep({ spec, verb: "update", fields, waiting: [...pending], error });
    throw new IncompleteError(
      `${object.kind.name} ${uid} was created, but is not complete: ${messageOf(error)}${next}`,
      { id: uid, properties: valuesWhere(outputs, (name) => !pending.has(name)) },
      { cause: error },
    );
  }
  return outputs;
}
