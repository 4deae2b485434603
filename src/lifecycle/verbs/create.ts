import { PlatformError } from "../../api/errors";
import { shownUid } from "../../api/shown";
import { keyOf } from "../../spec/place";
import { parentField, type ResourceSpec, subresourceFields } from "../../spec/resource";
import { isEmpty, type Values } from "../../spec/values";
import { AlreadyThereError, IncompleteError, messageOf, NotAppliedError, TakenError } from "../errors";
import { withLock } from "../run/context";
import type { Created, Handle, Kind } from "../run/handle";
import { nextStep } from "../safety/explain-refusal";
import { retryUntilVisible } from "../safety/retry-until-visible";
import { outputsAfterCreate } from "../state/after-create";
import { observe, observeIfReadable } from "../state/wire";
import { adopt } from "./adopt";
import { createOnce, type Posted, returnedOnceFields } from "./create-once";
import { writeSubresource } from "./subresources";
import { takeOver } from "./take-over";

/**
 * Creates an object once, whatever happens to the answer, or adopts the one of `adoptUid`, or takes over the one that is in its
 * place where the setting adoptExisting says so. Once the uid is known only
 * IncompleteError is thrown.
 */
export async function create(kind: Kind, inputs: Values): Promise<Created> {
  const { context, spec } = kind;
  const { adoptUid, ...desired } = inputs;
  const [parentName] = parentField(spec) ?? [];
  const parentUid = parentName === undefined ? undefined : String(desired[parentName]);
  if (typeof adoptUid === "string" && adoptUid !== "") {
    const isSpent = context.ownership.isAdoptionSpent(kind, inputs);
    if (!isSpent) return adopt(kind.object(adoptUid), desired);
  }
  const key = `${spec.type} ${parentUid} ${keyOf(spec, desired)}`;
  const wanted = { kind, parentUid, desired };
  const make = async (): Promise<Posted | Created> => {
    try {
      const posted = await createOnce(wanted);
      // Within the lock: the next look must not miss it.
      kind.siblingsUnder(parentUid).noteCreated(String(posted.answer.uid), desired);
      context.siblings.note(posted.answer);
      return posted;
    } catch (error) {
      if (error instanceof TakenError) return takeOver(wanted, error);
      throw error;
    }
  };
  const posted = await withLock(context, key, () =>
    parentUid === undefined ? make() : retryUntilVisible(context, { uid: parentUid, isParent: true }, make),
  );
  if (!("answer" in posted)) return posted;
  const object = kind.object(String(posted.answer.uid));
  if (context.ownership.isOwned(object)) {
    throw new AlreadyThereError(
      `POST ${kind.pathUnder(parentUid)}: the platform answered with ${kind.name} ${shownUid(object.uid)}, which another resource ` +
        // advice: take-one-out
        "of this program holds. Take one of the two out of the program",
    );
  }
  context.created.set(object.uid, context.clock());
  context.ownership.noteCreate(object);
  return { uid: object.uid, outputs: await complete(object, desired, posted) };
}

/** Makes what a new object lacks, and checks that it is what was asked for. Answers the outputs to record. */
async function complete(object: Handle, desired: Values, { answer, doubt }: Posted): Promise<Values> {
  const { context, spec, uid } = object;
  const soon = <T>(work: () => Promise<T>) => retryUntilVisible(context, { uid, isParent: false }, work);
  const below = subresourceFields(spec).filter(([name, { type }]) => !isEmpty(type, desired[name]));
  const pending = new Set(below.map(([name]) => name));
  let { outputs, unapplied } = outputsAfterCreate(spec.fields, desired, observeIfReadable(spec.fields, answer));
  let fields: readonly string[] = [];
  try {
    // An answer that leaves fields out is no proof; the object itself is. Some fields are in the answer to GET only.
    if (unapplied.length > 0 || Object.values(spec.fields).some(({ options }) => options.onlyInGet)) {
      const stored = observe(spec.fields, await soon(() => object.fetch()));
      ({ outputs, unapplied } = outputsAfterCreate(spec.fields, desired, {
        ...stored,
        ...returnedOnce(spec, outputs),
      }));
    }
    if (unapplied.length > 0) {
      fields = unapplied.map((path) => path.split(".", 1)[0] ?? path);
      throw new NotAppliedError(`the server keeps other values than asked for in ${unapplied.join(", ")}`);
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
      `${object.name} ${uid} was created, but is not complete: ${messageOf(error)}${next}`,
      { id: uid, properties: Object.fromEntries(Object.entries(outputs).filter(([name]) => !pending.has(name))) },
      { cause: error },
    );
  }
  return outputs;
}

/** The values that are in the answer to the create only. */
const returnedOnce = (spec: ResourceSpec, outputs: Values): Values =>
  Object.fromEntries(Object.entries(outputs).filter(([name]) => returnedOnceFields(spec).includes(name)));
