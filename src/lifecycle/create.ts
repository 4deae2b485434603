import {
  AlreadyExistsError,
  isAmbiguous,
  isUnavailable,
  nothingIfRefused,
  PlatformError,
  ProtocolError,
  retryAfterOf,
} from "../api/errors";
import type { JsonObject } from "../api/json";
import { literal, path } from "../api/path";
import { shownUid } from "../api/shown";
import { keyOf, parentUidOf } from "../spec/place";
import { isUnique, nameOf, parentField, pluralOf, type ResourceSpec, subresourceFields } from "../spec/resource";
import { isEmpty, type Values } from "../spec/values";
import { isUid } from "../uid";
import { adopt } from "./adopt";
import { type Context, exclusively, whileYoung } from "./context";
import { AlreadyThereError, IncompleteError, messageOf } from "./errors";
import { explainTaken, explainTakenFromReplacement } from "./explain";
import { type Bracket, doubtAbout, lookAfterLoss, mayExist, unlike } from "./lost-answer";
import { fetchObject } from "./read";
import { findByKey } from "./siblings";
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
  const [parentName = ""] = parentField(spec) ?? [];
  const parentUid = String(desired[parentName]);
  if (typeof adoptUid === "string" && adoptUid !== "") {
    const isSpent = context.holdings.adoptable(spec, inputs) === "spent";
    if (!isSpent) return adopt(context, spec, adoptUid, desired);
  }
  const key = `${spec.type} ${parentUid} ${keyOf(spec, desired)}`;
  const made = await exclusively(context, key, () =>
    whileYoung(context, parentUid, () => createOnce(context, spec, parentUid, desired), { isUnder: true }),
  );
  const uid = String(made.answer.uid);
  if (context.holdings.isHeld(spec, uid)) {
    throw new AlreadyThereError(
      `POST ${spec.collection}/${parentUid}: the platform answered with ${nameOf(spec)} ${shownUid(uid)}, which another resource ` +
        // advice: take-one-out
        "of this program holds. Take one of the two out of the program",
    );
  }
  context.created.set(uid, context.clock());
  context.holdings.made(spec, uid);
  return complete(context, spec, uid, desired, made);
}

/** What a POST has made. */
interface Made {
  readonly answer: JsonObject;
  /** Why there may be another one like it. */
  readonly doubt?: string;
}

/** How often a create is sent whose answers get lost; one that is refused for the moment is sent while there is time. */
const MAX_LOST = 2;

/** How long what a look has found is taken for true, in milliseconds. */
const LOOK_HOLDS_MS = 5_000;

async function createOnce(context: Context, spec: ResourceSpec, parentUid: string, desired: Values): Promise<Made> {
  const before = await findByKey(context, spec, parentUid, desired);
  const lookedAt = context.client.remainingMs();
  if (isUnique(spec) && before !== undefined && before.length > 0) {
    const explained = context.holdings.isReplaced(spec, desired) ? explainTakenFromReplacement : explainTaken;
    throw new AlreadyThereError(explained(spec, parentUid, before));
  }
  if (!isUnique(spec)) tellOfTwins(context, spec, parentUid, desired, before ?? []);
  const known = new Set(before?.map(({ uid }) => uid));
  const bracket: Bracket = { context, spec, parentUid, desired, known, canList: before !== undefined };
  const untold: string[] = [];
  try {
    return await postUntilMade(bracket, lookedAt, untold);
  } finally {
    tellOfUntold(context, spec, untold);
  }
}

/**
 * Sends a create until it is made, or refused for good; what is in doubt is looked for before it is sent again.
 *
 * @param lookedAt what was left of the operation's time at the look before, in milliseconds
 * @param untold takes the uids of what was found and can be used by nobody
 */
async function postUntilMade(bracket: Bracket, lookedAt: number, untold: string[]): Promise<Made> {
  const { context, spec, parentUid, desired, known } = bracket;
  let lost: unknown;
  for (let losses = 0; losses < MAX_LOST; ) {
    try {
      const answer = await post(context, spec, parentUid, desired);
      // A create that the platform put off (429) for long comes long after the look.
      const isStale = isUnique(spec) && lookedAt - context.client.remainingMs() > LOOK_HOLDS_MS;
      return lost === undefined && !isStale ? { answer } : { answer, ...(await doubtAbout(bracket, answer, lost)) };
    } catch (error) {
      // After a loss it may be the first request that has arrived after all: then it is looked for like a lost one.
      const isLate = lost !== undefined && error instanceof AlreadyExistsError;
      if (error instanceof AlreadyExistsError && !isLate) {
        throw await explainRefusal(context, spec, parentUid, desired, error);
      }
      if (!isAmbiguous(error) && !isLate) {
        if (lost === undefined) throw error;
        throw mayExist(bracket, lost, `to create it once more failed: ${messageOf(error)}`);
      }
      lost = error;
    }
    if (!isUnavailable(lost)) losses += 1;
    const found = await lookAfterLoss(bracket, lost);
    if (found === undefined) {
      await waitAsAsked(bracket, lost);
      continue;
    }
    if (toldOnceFields(spec).length === 0) {
      context.tell(
        `warning: the answer to the create of ${nameOf(spec)} under ${parentUid} was lost; ${shownUid(found.uid)}, which was not ` +
          "there before and is as asked for, is taken for it. If somebody else made one like it at the same moment, it may be theirs",
      );
      return { answer: found };
    }
    // What only the answer tells is lost with it. Nobody can use this object, unless it is somebody else's: so it stays.
    untold.push(shownUid(found.uid));
    known.add(found.uid);
  }
  if (untold.length < MAX_LOST) throw mayExist(bracket, lost, "it was looked for and not found");
  throw new PlatformError(
    `POST ${spec.collection}/${parentUid}: the answer was lost twice, and with it what nobody is told again. ` +
      // advice: delete-what-was-lost, run-again
      `${untold.join(", ")} may have been made by it: delete them if nobody else has made them, and run the same command again`,
  );
}

/** Names objects that a lost create may have made, and that may be somebody else's. */
function tellOfUntold(context: Context, spec: ResourceSpec, uids: readonly string[]): void {
  if (uids.length === 0) return;
  context.tell(
    `warning: an answer was lost that would have told the ${toldOnceFields(spec).join(", ")} of ${nameOf(spec)} ${uids.join(", ")}, ` +
      // advice: delete-what-was-lost
      "which was not there before. Another one takes its place. Delete it unless somebody else has made it",
  );
}

/** Waits as long as the server asks before it is sent the next create. */
async function waitAsAsked(bracket: Bracket, lost: unknown): Promise<void> {
  const { client, sleep } = bracket.context;
  const retryAfterMs = retryAfterOf(lost) ?? 0;
  if (!client.hasTimeFor(retryAfterMs)) throw mayExist(bracket, lost, "no time was left to try again");
  if (retryAfterMs > 0) await sleep(retryAfterMs);
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
    (item) => unlike(spec, desired, item).length === 0 && !context.holdings.knows(spec, String(item.uid)),
  );
  if (alike.length === 0) return;
  const uids = alike.map(({ uid }) => shownUid(uid)).join(", ");
  context.tell(
    `${parentUid} has ${alike.length === 1 ? `a ${nameOf(spec)}` : `${pluralOf(spec)}`} like this one already: ${uids}. ` +
      // advice: delete-what-was-left
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
      // advice: next-update
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
