import { AlreadyExistsError, isAmbiguous, nothingIfRefused, PlatformError, ProtocolError } from "../api/errors";
import type { JsonObject } from "../api/json";
import { literal, path } from "../api/path";
import { isUid } from "../spec/formats";
import { isUnique, nameOf, parentField, pluralOf, type ResourceSpec, subresourceFields } from "../spec/resource";
import { isEmpty, type Values } from "../spec/values";
import { adopt } from "./adopt";
import { type Context, exclusively, whileYoung } from "./context";
import { AlreadyThereError, IncompleteError, messageOf } from "./errors";
import { explainTaken } from "./explain";
import { type Bracket, doubtAbout, lookAfterLoss, mayExist, unlike } from "./lost-answer";
import { isOwned, own } from "./ownership";
import { fetchObject } from "./read";
import { findByKey, keyOf, parentUidOf } from "./siblings";
import { settleCreate } from "./state";
import { writeSubresource } from "./subresources";
import type { Created } from "./verbs";
import { createBody, observe } from "./wire";

/**
 * Creates an object once, whatever happens to the answer: look for the key (a match is refused, or adopted when asked
 * to), POST once, and look again if the answer was lost. Once the uid is known only IncompleteError is thrown.
 */
export async function create(context: Context, spec: ResourceSpec, inputs: Values): Promise<Created> {
  const { adoptUid, ...desired } = inputs;
  if (typeof adoptUid === "string" && adoptUid !== "") return adopt(context, spec, adoptUid, desired);
  const [parentName = ""] = parentField(spec) ?? [];
  const parentUid = String(desired[parentName]);
  const key = `${spec.type} ${parentUid} ${keyOf(spec, desired)}`;
  const made = await exclusively(context, key, () =>
    whileYoung(context, parentUid, () => createOnce(context, spec, parentUid, desired), { isUnder: true }),
  );
  const uid = String(made.answer.uid);
  context.created.set(uid, context.clock());
  own(context, spec, uid);
  return complete(context, spec, uid, desired, made);
}

/** What a POST has made. */
interface Made {
  readonly answer: JsonObject;
  /** Why there may be another one like it. */
  readonly doubt?: string;
}

async function createOnce(context: Context, spec: ResourceSpec, parentUid: string, desired: Values): Promise<Made> {
  const before = await findByKey(context, spec, parentUid, desired);
  if (isUnique(spec) && before !== undefined && before.length > 0) {
    throw new AlreadyThereError(explainTaken(spec, parentUid, before));
  }
  if (!isUnique(spec)) tellOfTwins(context, spec, parentUid, desired, before ?? []);
  const known = new Set(before?.map(({ uid }) => uid));
  const bracket: Bracket = { context, spec, parentUid, desired, known, canList: before !== undefined };
  let lost: unknown;
  for (let attempt = 1; attempt <= 2; attempt++) {
    try {
      const answer = await post(context, spec, parentUid, desired);
      return attempt === 1 ? { answer } : { answer, ...(await doubtAbout(bracket, answer)) };
    } catch (error) {
      // The second time it may be the first request that has arrived after all: then it is looked for like a lost one.
      const isLate = attempt > 1 && error instanceof AlreadyExistsError;
      if (error instanceof AlreadyExistsError && !isLate) {
        throw await explainRefusal(context, spec, parentUid, desired, error);
      }
      if (!isAmbiguous(error) && !isLate) {
        if (lost === undefined) throw error;
        throw mayExist(bracket, lost, `to create it once more failed: ${messageOf(error)}`);
      }
      lost = error;
    }
    const found = await lookAfterLoss(bracket, lost);
    if (found === undefined) continue;
    if (toldOnceFields(spec).length === 0) return { answer: found };
    // What only the answer tells is lost with it, so this object is of no use to anyone: it makes way for another.
    try {
      await context.client.delete(path`${literal(spec.collection)}/${String(found.uid)}`);
    } catch (error) {
      const why = `found: ${String(found.uid)}, which is of no use and could not be deleted: ${messageOf(error)}`;
      throw mayExist(bracket, lost, why);
    }
    lost = undefined;
  }
  if (lost !== undefined) throw mayExist(bracket, lost, "it was looked for and not found");
  throw new PlatformError(
    `POST ${spec.collection}/${parentUid}: the answer was lost twice, and with it what nobody is told again. ` +
      "What had been made was deleted. Run the same command again",
  );
}

/** What the answer to create tells and nobody can ask for later. */
const toldOnceFields = (spec: ResourceSpec): string[] =>
  Object.keys(spec.fields).filter((name) => spec.fields[name]?.options.createOnly);

/** Of what has no key there may be as many as one likes; but one that a killed run has left is a grant that nobody knows of. */
function tellOfTwins(
  context: Context,
  spec: ResourceSpec,
  parentUid: string,
  desired: Values,
  there: readonly JsonObject[],
): void {
  const alike = there.filter(
    (item) => unlike(spec, desired, item).length === 0 && !isOwned(context, spec, String(item.uid)),
  );
  if (alike.length === 0) return;
  const uids = alike.map(({ uid }) => String(uid)).join(", ");
  context.tell(
    `${parentUid} has ${alike.length === 1 ? `a ${nameOf(spec)}` : `${pluralOf(spec)}`} like this one already: ${uids}. ` +
      "Delete what no stack and nobody else knows of: it may be left from a run that was killed",
  );
}

async function explainRefusal(
  context: Context,
  spec: ResourceSpec,
  parentUid: string,
  desired: Values,
  error: AlreadyExistsError,
): Promise<AlreadyThereError> {
  // A look that fails must not hide what the server said.
  const found = (await findByKey(context, spec, parentUid, desired).catch(nothingIfRefused)) ?? [];
  const message = found.length === 0 ? error.message : explainTaken(spec, parentUid, found);
  return new AlreadyThereError(message, { cause: error });
}

async function post(context: Context, spec: ResourceSpec, parentUid: string, desired: Values): Promise<JsonObject> {
  const answer = await context.client.create(path`${literal(spec.collection)}/${parentUid}`, createBody(spec, desired));
  const { uid } = answer;
  if (typeof uid !== "string" || !isUid(uid) || parentUidOf(spec, uid) !== parentUid) {
    throw new ProtocolError(`POST ${spec.collection}/${parentUid}: the answer has no uid under ${parentUid}`, true);
  }
  const untold = toldOnceFields(spec).find((name) => observe(spec.fields, answer)[name] === undefined);
  if (untold !== undefined) {
    throw new ProtocolError(`POST ${spec.collection}/${parentUid}: the answer does not tell the ${untold}`, true);
  }
  return answer;
}

/** Makes what a new object lacks, and checks that it is what was asked for. */
async function complete(
  context: Context,
  spec: ResourceSpec,
  uid: string,
  desired: Values,
  { answer, doubt }: Made,
): Promise<Created> {
  const below = subresourceFields(spec).filter(([name, { type }]) => !isEmpty(type, desired[name]));
  const pending = new Set(below.map(([name]) => name));
  let { outputs, unapplied } = settleCreate(spec.fields, desired, observe(spec.fields, answer));
  try {
    // An answer that leaves fields out is no proof; the object itself is. Some fields only the object tells.
    if (unapplied.length > 0 || Object.values(spec.fields).some(({ options }) => options.fromGet)) {
      const stored = observe(
        spec.fields,
        await whileYoung(context, uid, () => fetchObject(context, spec, uid), { isUnder: false }),
      );
      ({ outputs, unapplied } = settleCreate(spec.fields, desired, { ...stored, ...toldOnce(spec, outputs) }));
    }
    if (unapplied.length > 0) {
      throw new PlatformError(`the server keeps other values than asked for in ${unapplied.join(", ")}`);
    }
    if (doubt !== undefined) throw new PlatformError(doubt);
    for (const named of below) {
      await whileYoung(context, uid, () => writeSubresource(context, spec, uid, named, desired[named[0]]), {
        isUnder: false,
      });
      pending.delete(named[0]);
    }
  } catch (error) {
    throw new IncompleteError(
      `${nameOf(spec)} ${uid} was created, but is not complete: ${messageOf(error)}. The next update completes it`,
      uid,
      Object.fromEntries(Object.entries(outputs).filter(([name]) => !pending.has(name))),
      { cause: error },
    );
  }
  return { uid, outputs };
}

/** The values that only the answer to create told. */
const toldOnce = (spec: ResourceSpec, outputs: Values): Values =>
  Object.fromEntries(Object.entries(outputs).filter(([name]) => toldOnceFields(spec).includes(name)));
