import {
  AlreadyExistsError,
  isAmbiguous,
  isUnavailable,
  nothingIfRefused,
  PlatformError,
  ProtocolError,
} from "../../client/api/errors";
import { shownUid } from "../../client/api/shown";
import { isUnique, type ResourceSpec } from "../../description/spec/resource";
import type { JsonObject } from "../../description/wire/json";
import { messageOf } from "../errors";
import { findByKey, lookBeforeCreate } from "../lists/questions";
import { childrenOf, isSelected } from "../lists/request";
import type { NewObject, Taken } from "../remote-object";
import {
  duplicateAfter,
  findAfterLostAnswer,
  mayExistError,
  type PendingCreate,
  proveNew,
  warnOfAlike,
} from "../safety/lost-answer";
import { createBody, observeIfReadable } from "../state/wire";
import { foundText, lostTwiceText, unusableText } from "../texts/lost-create";
import { placeText } from "../texts/taken";
import { BatchRefusedError } from "./batch-creates";

export interface Posted {
  readonly answer: JsonObject;
  /** Why another object with the same key may exist. */
  readonly doubt?: string;
}

/** How one POST ended. `lost`: an error after which the object may exist. */
type Attempt = Posted | Taken | { readonly lost: unknown };

const MAX_LOST = 2;

/** How long the result of a look is valid, in milliseconds. */
const LOOK_HOLDS_MS = 5_000;

/**
 * Creates an object exactly once: looks for its key, sends one POST, which may create several objects, and looks again if the response was
 * lost. If such a POST is refused, it begins again alone. Throws PlatformError if an unknown object may exist, or may have been changed.
 */
export async function createOnce(wanted: NewObject): Promise<Posted | Taken> {
  const { context, spec } = wanted.kind;
  for (let mayShare = true; ; mayShare = false) {
    const before = await lookBeforeCreate(wanted);
    const lookedAt = context.clock();
    if (!isUnique(spec)) warnOfAlike(wanted, before ?? []);
    else if (before !== undefined && before.length > 0) return { found: before };
    const pending: PendingCreate = {
      ...wanted,
      look: async () => (await findByKey(wanted)) ?? [],
      lookedAt,
      known: new Set(before?.map(({ uid }) => uid)),
      canList: before !== undefined,
      notBeforeMs: context.journal.latestMs,
      mayShare,
      unusable: [],
    };
    try {
      const posted = await postUntilCertain(pending);
      if (spec.update !== "upsert" || !("answer" in posted)) return posted;
      return { ...posted, ...(await proveNew(pending, String(posted.answer.uid))) };
    } catch (error) {
      if (!(error instanceof BatchRefusedError)) throw error;
    } finally {
      const { unusable } = pending;
      if (unusable.length > 0) context.print(unusableText(wanted.kind, unusable, returnedOnceFields(spec)));
    }
  }
}

/** Sends a create until it is certain how it ended. After a lost response it looks for the object before it sends again. */
async function postUntilCertain(pending: PendingCreate): Promise<Posted | Taken> {
  const { kind, parentUid, known, unusable } = pending;
  let lost: unknown;
  for (let losses = 0; losses < MAX_LOST; ) {
    const ended = await attempt(pending, lost);
    if (!("lost" in ended)) return ended;
    lost = ended.lost;
    if (!isUnavailable(lost)) losses += 1;
    const found = await findAfterLostAnswer(pending, lost);
    if (found === undefined) continue;
    const uid = shownUid(found.uid);
    if (returnedOnceFields(kind.spec).length === 0) {
      kind.context.print(foundText(pending, uid));
      return { answer: found };
    }
    // The value that the platform shows once was lost, so nobody can use this object. It stays, because it may be somebody else's.
    unusable.push(uid);
    known.add(found.uid);
  }
  if (unusable.length < MAX_LOST) throw mayExistError(pending, lost, "it was not found");
  throw new PlatformError(lostTwiceText(String(kind.pathUnder(parentUid)), unusable));
}

/** Sends a create once. `before` is how an earlier one was lost. Throws PlatformError if it is refused. */
async function attempt(pending: PendingCreate, before: unknown): Promise<Attempt> {
  const { context, spec } = pending.kind;
  const isFirst = before === undefined;
  try {
    const answer = await post(pending, pending.mayShare && isFirst);
    // A create that waited or was limited (429) may arrive long after the look.
    const isStale = isUnique(spec) && context.clock() - pending.lookedAt > LOOK_HOLDS_MS;
    return isFirst && !isStale ? { answer } : { answer, ...(await duplicateAfter(pending, answer, before)) };
  } catch (error) {
    const isTaken = error instanceof AlreadyExistsError;
    // A look that fails must not hide the server's error.
    if (isTaken && isFirst) return { found: (await pending.look().catch(nothingIfRefused)) ?? [], refusal: error };
    // After a loss, the first request may have arrived late. So the object is looked for, as after a lost response.
    if (isTaken || isAmbiguous(error)) return { lost: error };
    throw isFirst ? error : mayExistError(pending, before, `creating it again failed: ${messageOf(error)}`);
  }
}

export const returnedOnceFields = (spec: ResourceSpec): string[] =>
  Object.keys(spec.fields).filter((name) => spec.fields[name]?.options.returned === "once");

/** Throws BatchRefusedError, and ProtocolError, as for a lost response, if the uid or a value that is shown once is missing. */
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
