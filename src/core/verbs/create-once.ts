import {
  AlreadyExistsError,
  isAmbiguous,
  isUnavailable,
  nothingIfRefused,
  PlatformError,
  ProtocolError,
  retryAfterOf,
} from "../../client/api/errors";
import { shownUid } from "../../client/api/shown";
import { isUnique, type ResourceSpec } from "../../description/spec/resource";
import type { JsonObject } from "../../description/wire/json";
import { messageOf, TakenError } from "../errors";
import { findByKey, lookBeforeCreate } from "../lists/questions";
import { childrenOf, isSelected } from "../lists/request";
import type { NewObject } from "../remote-object";
import {
  differingFields,
  duplicateAfter,
  findAfterLostAnswer,
  mayExistError,
  type PendingCreate,
} from "../safety/lost-answer";
import { proveNew } from "../safety/prove-new";
import { createBody, observeIfReadable } from "../state/wire";
import { alikeText, foundText, lostTwiceText, unusableText } from "../texts/lost-create";
import { explainTaken, placeText } from "../texts/taken";
import { BatchRefusedError } from "./batch-creates";

export interface Posted {
  readonly answer: JsonObject;
  /** Why another object with the same key may exist. */
  readonly doubt?: string;
}

/** How often a create is sent if its response is lost. */
const MAX_LOST = 2;

/** How long the result of a look is valid, in milliseconds. */
const LOOK_HOLDS_MS = 5_000;

/**
 * Creates an object exactly once: looks for its key, sends one POST, which may create several objects if `mayShare`, and looks again if the
 * response was lost. Throws TakenError if the key is taken, and PlatformError if an unknown object may exist, or may have been changed.
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
    const posted = await postUntilCreated({ ...wanted, lookedAt, known, canList, notBeforeMs, mayShare, unusable });
    return spec.update === "upsert" ? { ...posted, ...(await proveNew(wanted, String(posted.answer.uid))) } : posted;
  } catch (error) {
    if (!(error instanceof BatchRefusedError)) throw error;
    return await createOnce(wanted, false);
  } finally {
    if (unusable.length > 0) context.print(unusableText(wanted.kind, unusable, returnedOnceFields(spec)));
  }
}

/** Sends a create until it succeeds or is finally refused. After a lost response it looks for the object before it sends again. */
async function postUntilCreated(pending: PendingCreate): Promise<Posted> {
  const { kind, parentUid, known, unusable } = pending;
  const { context, spec } = kind;
  let lost: unknown;
  for (let losses = 0; losses < MAX_LOST; ) {
    try {
      const answer = await post(pending, pending.mayShare && lost === undefined);
      // A create that waited or was limited (429) may arrive long after the look.
      const isStale = isUnique(spec) && context.clock() - pending.lookedAt > LOOK_HOLDS_MS;
      return lost === undefined && !isStale ? { answer } : { answer, ...(await duplicateAfter(pending, answer, lost)) };
    } catch (error) {
      lost = await asAmbiguous(pending, error, lost);
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
    // The value that the platform shows once was lost, so nobody can use this object. It stays, because it may be somebody else's.
    unusable.push(shownUid(found.uid));
    known.add(found.uid);
  }
  if (unusable.length < MAX_LOST) throw mayExistError(pending, lost, "it was not found");
  throw new PlatformError(lostTwiceText(String(kind.pathUnder(parentUid)), unusable));
}

/** The error if the POST may have succeeded; throws it if it was refused. `before` is how an earlier POST was lost. */
async function asAmbiguous(pending: PendingCreate, error: unknown, before: unknown): Promise<unknown> {
  if (error instanceof AlreadyExistsError) {
    // After a loss, the first request may have arrived late. So the object is looked for, as after a lost response.
    if (before !== undefined) return error;
    throw await explainRefusal(pending, error);
  }
  if (isAmbiguous(error)) return error;
  if (before === undefined) throw error;
  throw mayExistError(pending, before, `creating it again failed: ${messageOf(error)}`);
}

/** Waits as long as the server asks before the next create. */
async function waitAsAsked(pending: PendingCreate, lost: unknown): Promise<void> {
  const { client, sleep } = pending.kind.context;
  const retryAfterMs = retryAfterOf(lost) ?? 0;
  if (!client.hasTimeFor(retryAfterMs)) throw mayExistError(pending, lost, "no time was left to try again");
  if (retryAfterMs > 0) await sleep(retryAfterMs);
}

export const returnedOnceFields = (spec: ResourceSpec): string[] =>
  Object.keys(spec.fields).filter((name) => spec.fields[name]?.options.returned === "once");

/** Reports objects like the new one, of a kind without a key. An interrupted run may have left one, which grants access unseen. */
function warnOfDuplicates(wanted: NewObject, found: readonly JsonObject[]): void {
  const { context, spec } = wanted.kind;
  const alike = found.filter(
    (item) =>
      differingFields(spec, wanted.desired, item).length === 0 &&
      !context.holders.hasHandled({ spec, uid: String(item.uid) }),
  );
  const uids = alike.map(({ uid }) => shownUid(uid));
  if (uids.length > 0) context.print(alikeText(wanted, uids));
}

async function explainRefusal(wanted: NewObject, error: AlreadyExistsError): Promise<TakenError> {
  // A look that fails must not hide the server's error.
  const found = (await findByKey(wanted).catch(nothingIfRefused)) ?? [];
  const message = found.length === 0 ? error.message : explainTaken(wanted, found);
  return new TakenError(message, found, { cause: error });
}

/**
 * Sends one POST, for several objects if `mayShare`. Throws BatchRefusedError. Throws ProtocolError, as for a lost response, if the
 * response lacks the uid or a value that the platform shows only once.
 */
async function post({ kind, parentUid, desired }: NewObject, mayShare: boolean): Promise<JsonObject> {
  const { context, spec } = kind;
  const { client, batchCreates } = context;
  const path = kind.pathUnder(parentUid);
  const alone = () => client.create(path, createBody(spec, desired));
  const answer = await (mayShare ? batchCreates.create({ client, spec, parentUid, desired }, alone) : alone());
  if (!isSelected(childrenOf(spec, parentUid), answer)) {
    throw new ProtocolError(`POST ${path}: the response does not show a uid ${placeText(parentUid)}`, true);
  }
  const seen = observeIfReadable(spec.fields, answer);
  const missing = returnedOnceFields(spec).find((name) => seen[name] === undefined);
  if (missing !== undefined) {
    throw new ProtocolError(`POST ${path}: the response does not show ${missing}`, true);
  }
  return answer;
}
