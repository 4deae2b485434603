import {
  AlreadyExistsError,
  isAmbiguous,
  isUnavailable,
  nothingIfRefused,
  PlatformError,
  ProtocolError,
  retryAfterOf,
} from "../../api/errors";
import type { JsonObject } from "../../api/json";
import { shownUid } from "../../api/shown";
import { isUnique, type ResourceSpec } from "../../spec/resource";
import { messageOf, TakenError } from "../errors";
import type { NewObject } from "../handle";
import { findByKey, lookBeforeCreate } from "../lists/questions";
import { childrenOf, isSelected } from "../lists/request";
import {
  differingFields,
  duplicateAfter,
  findAfterLostAnswer,
  mayExistError,
  type PendingCreate,
} from "../safety/lost-answer";
import { createBody, observeIfReadable } from "../state/wire";
import { alikeText, foundText, lostTwiceText, unusableText } from "../texts/lost-create";
import { explainTaken, placeText } from "../texts/taken";
import { BatchRefusedError } from "./batch-creates";

/** What a POST has created. */
export interface Posted {
  readonly answer: JsonObject;
  /** Why there may be another one like it. */
  readonly doubt?: string;
}

/** How often a create is sent whose answers get lost; one that is refused for the moment is sent while there is time. */
const MAX_LOST = 2;

/** How long the result of a look holds, in milliseconds. */
const LOOK_HOLDS_MS = 5_000;

/**
 * Creates an object between two looks: looks for its key first and refuses when it is taken, sends one POST, and looks again
 * when the answer was lost. Throws TakenError, and PlatformError when an object may be left that nobody knows of.
 *
 * @param mayShare whether its POST may be one for several objects
 */
export async function createOnce(wanted: NewObject, mayShare = true): Promise<Posted> {
  const { context, spec } = wanted.kind;
  const before = await lookBeforeCreate(wanted);
  const lookedAt = context.clock();
  if (!isUnique(spec)) warnOfDuplicates(wanted, before ?? []);
  else if (before !== undefined && before.length > 0) throw new TakenError(explainTaken(wanted, before), before);
  const known = new Set<unknown>(before?.map(({ uid }) => uid));
  const canList = before !== undefined;
  const unusable: string[] = [];
  try {
    const notBeforeMs = context.journal.latestMs;
    return await postUntilCreated({ ...wanted, lookedAt, known, canList, notBeforeMs, mayShare, unusable });
  } catch (error) {
    if (!(error instanceof BatchRefusedError)) throw error;
    return await createOnce(wanted, false);
  } finally {
    if (unusable.length > 0) context.print(unusableText(wanted.kind, unusable, returnedOnceFields(spec)));
  }
}

/** Sends a create until it has succeeded or is refused for good. What is in doubt is looked for before it is sent again. */
async function postUntilCreated(pending: PendingCreate): Promise<Posted> {
  const { kind, parentUid, known, unusable } = pending;
  const { context, spec } = kind;
  let lost: unknown;
  for (let losses = 0; losses < MAX_LOST; ) {
    try {
      const answer = await post(pending, pending.mayShare && lost === undefined);
      // A create that the platform put off (429), or that waited for its turn, may come long after the look.
      const isStale = isUnique(spec) && context.clock() - pending.lookedAt > LOOK_HOLDS_MS;
      return lost === undefined && !isStale ? { answer } : { answer, ...(await duplicateAfter(pending, answer, lost)) };
    } catch (error) {
      lost = await lossOf(pending, error, lost);
    }
    if (!isUnavailable(lost)) losses += 1;
    const found = await findAfterLostAnswer(pending, lost);
    if (found === undefined) {
      await waitAsAsked(pending, lost);
      continue;
    }
    if (returnedOnceFields(spec).length === 0) {
      context.print(foundText(pending, shownUid(found.uid)));
      return { answer: found };
    }
    // What is returned once is lost with the answer. Nobody can use this object, unless it is somebody else's: so it stays.
    unusable.push(shownUid(found.uid));
    known.add(found.uid);
  }
  if (unusable.length < MAX_LOST) throw mayExistError(pending, lost, "it was looked for and not found");
  throw new PlatformError(lostTwiceText(String(kind.pathUnder(parentUid)), unusable));
}

/**
 * Returns the error of a POST that may have been carried out all the same. Throws that of one that was refused. `before` is how an
 * earlier POST was lost, if there was one.
 */
async function lossOf(pending: PendingCreate, error: unknown, before: unknown): Promise<unknown> {
  if (error instanceof AlreadyExistsError) {
    // After a loss it may be the first request that has arrived after all: then it is looked for like a lost one.
    if (before !== undefined) return error;
    throw await explainRefusal(pending, error);
  }
  if (isAmbiguous(error)) return error;
  if (before === undefined) throw error;
  throw mayExistError(pending, before, `to create it once more failed: ${messageOf(error)}`);
}

/** Waits as long as the server asks before it is sent the next create. */
async function waitAsAsked(pending: PendingCreate, lost: unknown): Promise<void> {
  const { client, sleep } = pending.kind.context;
  const retryAfterMs = retryAfterOf(lost) ?? 0;
  if (!client.hasTimeFor(retryAfterMs)) throw mayExistError(pending, lost, "no time was left to try again");
  if (retryAfterMs > 0) await sleep(retryAfterMs);
}

/** Names of the fields that only the answer to the create holds. */
export const returnedOnceFields = (spec: ResourceSpec): string[] =>
  Object.keys(spec.fields).filter((name) => spec.fields[name]?.options.returnedOnce);

/**
 * Names objects that are like the new one. A kind without a key may have any number of them, and each may be needed. But one that
 * an interrupted run has left is a grant that nobody knows of, and nothing tells the two apart.
 */
function warnOfDuplicates(wanted: NewObject, found: readonly JsonObject[]): void {
  const { context, spec } = wanted.kind;
  const alike = found.filter(
    (item) =>
      differingFields(spec, wanted.desired, item).length === 0 &&
      !context.holders.knows({ spec, uid: String(item.uid) }),
  );
  const uids = alike.map(({ uid }) => shownUid(uid));
  if (uids.length > 0) context.print(alikeText(wanted, uids));
}

async function explainRefusal(wanted: NewObject, error: AlreadyExistsError): Promise<TakenError> {
  // A look that fails must not hide what the server said.
  const found = (await findByKey(wanted).catch(nothingIfRefused)) ?? [];
  const message = found.length === 0 ? error.message : explainTaken(wanted, found);
  return new TakenError(message, found, { cause: error });
}

/**
 * Sends one POST, for several objects at once if `mayShare`. Throws BatchRefusedError, and ProtocolError, as for a lost answer, if the
 * answer lacks the uid or what is returned once.
 */
async function post({ kind, parentUid, desired }: NewObject, mayShare: boolean): Promise<JsonObject> {
  const { context, spec } = kind;
  const { client, batchCreates } = context;
  const path = kind.pathUnder(parentUid);
  const alone = () => client.create(path, createBody(spec, desired));
  const answer = await (mayShare ? batchCreates.create({ client, spec, parentUid, desired }, alone) : alone());
  if (!isSelected(childrenOf(spec, parentUid), answer)) {
    throw new ProtocolError(`POST ${path}: the answer has no uid ${placeText(parentUid)}`, true);
  }
  const seen = observeIfReadable(spec.fields, answer);
  const missing = returnedOnceFields(spec).find((name) => seen[name] === undefined);
  if (missing !== undefined) {
    throw new ProtocolError(`POST ${path}: the answer does not tell the ${missing}`, true);
  }
  return answer;
}
