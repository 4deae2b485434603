import { AlreadyExistsError, isAmbiguous, nothingIfRefused, PlatformError, ProtocolError } from "../api/errors";
import type { JsonObject } from "../api/json";
import { literal, path } from "../api/path";
import { isUid } from "../spec/formats";
import { isUnique, nameOf, parentField, type ResourceSpec, subresourceFields } from "../spec/resource";
import { isEmpty, type Values } from "../spec/values";
import { adopt } from "./adopt";
import { type Context, exclusively, whileYoung } from "./context";
import { AlreadyThereError, IncompleteError } from "./errors";
import { explainTaken } from "./explain";
import { fetchObject } from "./read";
import { findByKey, keyText, parentUidOf } from "./siblings";
import { settleCreate } from "./state";
import { writeSubresource } from "./subresources";
import type { Created } from "./verbs";
import { createBody, observe } from "./wire";

/** Waits before the looks that follow an answer that was lost, in milliseconds. */
const LOOK_WAITS = [250, 1_000];

/**
 * Creates an object once, whatever happens to the answer: look for the key (a match is refused, or adopted when asked
 * to), POST once, and look again if the answer was lost. Once the uid is known only IncompleteError is thrown.
 */
export async function create(context: Context, spec: ResourceSpec, inputs: Values): Promise<Created> {
  const { adoptUid, ...desired } = inputs;
  if (typeof adoptUid === "string" && adoptUid !== "") return adopt(context, spec, adoptUid, desired);
  const [parentName = ""] = parentField(spec) ?? [];
  const parentUid = String(desired[parentName]);
  const key = `${spec.type} ${parentUid} ${keyText(spec, desired)}`;
  const answer = await exclusively(context, key, () =>
    whileYoung(context, parentUid, () => createOnce(context, spec, parentUid, desired), { isUnder: true }),
  );
  const uid = String(answer.uid);
  context.created.set(uid, context.clock());
  return complete(context, spec, uid, desired, answer);
}

async function createOnce(
  context: Context,
  spec: ResourceSpec,
  parentUid: string,
  desired: Values,
): Promise<JsonObject> {
  const before = await findByKey(context, spec, parentUid, desired);
  if (isUnique(spec) && before !== undefined && before.length > 0) {
    throw new AlreadyThereError(explainTaken(spec, parentUid, desired, before));
  }
  const known = new Set(before?.map(({ uid }) => uid));
  let lost: unknown;
  for (let attempt = 1; attempt <= 2; attempt++) {
    try {
      return await post(context, spec, parentUid, desired);
    } catch (error) {
      // The second time it may be the first request that has arrived after all: then it is looked for like a lost one.
      const isLate = attempt > 1 && error instanceof AlreadyExistsError;
      if (error instanceof AlreadyExistsError && !isLate) {
        throw await explainRefusal(context, spec, parentUid, desired, error);
      }
      if (!isAmbiguous(error) && !isLate) throw error;
      lost = error;
    }
    const found = await lookAfterLoss(context, spec, parentUid, desired, {
      lost,
      known,
      canList: before !== undefined,
    });
    if (found === undefined) continue;
    if (!isToldOnce(spec)) return found;
    // What only the answer tells is lost with it, so this object is of no use to anyone: it makes way for another.
    await context.client.delete(path`${literal(spec.collection)}/${String(found.uid)}`);
  }
  throw mayExist(spec, parentUid, desired, lost, "it was looked for and not found");
}

/** Whether the answer to create tells something that nobody can ask for later. */
const isToldOnce = (spec: ResourceSpec): boolean =>
  Object.values(spec.fields).some(({ options }) => options.createOnly);

async function explainRefusal(
  context: Context,
  spec: ResourceSpec,
  parentUid: string,
  desired: Values,
  error: AlreadyExistsError,
): Promise<AlreadyThereError> {
  // A look that fails must not hide what the server said.
  const found = (await findByKey(context, spec, parentUid, desired).catch(nothingIfRefused)) ?? [];
  const message = found.length === 0 ? error.message : explainTaken(spec, parentUid, desired, found);
  return new AlreadyThereError(message, { cause: error });
}

async function post(context: Context, spec: ResourceSpec, parentUid: string, desired: Values): Promise<JsonObject> {
  const answer = await context.client.create(path`${literal(spec.collection)}/${parentUid}`, createBody(spec, desired));
  const { uid } = answer;
  if (typeof uid !== "string" || !isUid(uid) || parentUidOf(spec, uid) !== parentUid) {
    throw new ProtocolError(`POST ${spec.collection}/${parentUid}: the answer has no uid under ${parentUid}`, true);
  }
  return answer;
}

/** What is known when the answer to a create was lost. */
interface Loss {
  readonly lost: unknown;
  /** uids that were there before. */
  readonly known: ReadonlySet<unknown>;
  readonly canList: boolean;
}

/** Looks for the object of a create whose answer was lost: one that was not there before, and is as asked for. */
async function lookAfterLoss(
  context: Context,
  spec: ResourceSpec,
  parentUid: string,
  desired: Values,
  { lost, known, canList }: Loss,
): Promise<JsonObject | undefined> {
  if (!canList) throw mayExist(spec, parentUid, desired, lost, "this platform cannot list what is there");
  for (const wait of LOOK_WAITS) {
    await context.sleep(wait);
    let found: JsonObject[];
    try {
      found = ((await findByKey(context, spec, parentUid, desired)) ?? []).filter(({ uid }) => !known.has(uid));
    } catch (error) {
      throw mayExist(spec, parentUid, desired, lost, `looking for it failed too: ${messageOf(error)}`);
    }
    const [only] = found;
    if (only === undefined) continue;
    const differing = settleCreate(spec.fields, desired, observe(spec.fields, only)).unapplied;
    if (found.length === 1 && differing.length === 0) return only;
    const uids = found.map((item) => String(item.uid)).join(", ");
    const how = found.length > 1 ? "are several" : `differs in ${differing.join(", ")}`;
    throw mayExist(spec, parentUid, desired, lost, `found: ${uids}, which ${how}`);
  }
  return undefined;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const mayExist = (spec: ResourceSpec, parentUid: string, desired: Values, lost: unknown, why: string): PlatformError =>
  new PlatformError(
    `${messageOf(lost)}. The answer to the create was lost: a ${nameOf(spec)} with ${keyText(spec, desired)} may exist under ${parentUid} (${why}). ` +
      "Run the same command again: it looks before it creates, and names what it finds",
    { cause: lost },
  );

/** Makes what a new object lacks, and checks that it is what was asked for. */
async function complete(
  context: Context,
  spec: ResourceSpec,
  uid: string,
  desired: Values,
  answer: JsonObject,
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
  Object.fromEntries(Object.entries(outputs).filter(([name]) => spec.fields[name]?.options.createOnly));
