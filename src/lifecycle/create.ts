import {
  AlreadyExistsError,
  isAmbiguous,
  NotFoundError,
  PermissionDeniedError,
  PlatformError,
  ProtocolError,
} from "../api/errors";
import type { JsonObject } from "../api/json";
import { literal, path } from "../api/path";
import { isUid } from "../spec/formats";
import { nameOf, parentField, type ResourceSpec, subresourceFields } from "../spec/resource";
import { isEmpty, type Values } from "../spec/values";
import { adopt } from "./adopt";
import { type Context, exclusively } from "./context";
import { AlreadyThereError, IncompleteError } from "./errors";
import { explainTaken } from "./explain";
import { fetchObject } from "./read";
import { findByKey, keyText, parentOf } from "./siblings";
import { type Settled, settleCreate } from "./state";
import { writeSubresource } from "./subresources";
import { createBody, observe } from "./wire";

export interface Created {
  readonly uid: string;
  readonly outputs: Values;
}

/** Waits before the looks that follow an answer that was lost, in milliseconds. */
const LOOK_WAITS = [250, 1_000];
/** Waits while the platform does not yet know a parent that this run has made, in milliseconds; a minute in all. */
const YOUNG_PARENT_WAITS = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 28_000];

/**
 * Creates an object once, whatever happens to the answer: look for the key (a match is refused, or adopted when asked
 * to), POST once, and look again if the answer was lost. Once the uid is known only IncompleteError is thrown.
 */
export async function create(context: Context, spec: ResourceSpec, inputs: Values): Promise<Created> {
  const { adoptUid, ...desired } = inputs;
  if (typeof adoptUid === "string") return adopt(context, spec, adoptUid, desired);
  const [parentName = ""] = parentField(spec) ?? [];
  const parentUid = String(desired[parentName]);
  const key = `${spec.type} ${parentUid} ${keyText(spec, desired)}`;
  const answer = await exclusively(context, key, () =>
    whileParentIsYoung(context, parentUid, () => createOnce(context, spec, parentUid, desired)),
  );
  const uid = String(answer.uid);
  context.created.set(uid, context.clock());
  return complete(context, spec, uid, desired, answer);
}

/** Retries what a platform that has not caught up refuses: children of a parent that this run has just made. */
async function whileParentIsYoung<T>(context: Context, parentUid: string, work: () => Promise<T>): Promise<T> {
  for (const wait of context.created.has(parentUid) ? YOUNG_PARENT_WAITS : []) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof PermissionDeniedError || error instanceof NotFoundError)) throw error;
      await context.sleep(wait);
    }
  }
  return work();
}

async function createOnce(
  context: Context,
  spec: ResourceSpec,
  parentUid: string,
  desired: Values,
): Promise<JsonObject> {
  const before = await findByKey(context, spec, parentUid, desired);
  if (before.length > 0) throw new AlreadyThereError(explainTaken(spec, parentUid, desired, before));
  let lost: unknown;
  for (let attempt = 1; attempt <= 2; attempt++) {
    try {
      return await post(context, spec, parentUid, desired);
    } catch (error) {
      if (error instanceof AlreadyExistsError) {
        const found = await findByKey(context, spec, parentUid, desired);
        throw new AlreadyThereError(
          found.length === 0 ? error.message : explainTaken(spec, parentUid, desired, found),
          { cause: error },
        );
      }
      if (!isAmbiguous(error)) throw error;
      lost = error;
    }
    const found = await lookAfterLoss(context, spec, parentUid, desired, lost);
    if (found !== undefined) return found;
  }
  throw mayExist(spec, parentUid, desired, lost, "it was looked for and not found");
}

async function post(context: Context, spec: ResourceSpec, parentUid: string, desired: Values): Promise<JsonObject> {
  const answer = await context.client.create(path`${literal(spec.collection)}/${parentUid}`, createBody(spec, desired));
  const { uid } = answer;
  if (typeof uid !== "string" || !isUid(uid) || parentOf(uid) !== parentUid) {
    throw new ProtocolError(`POST ${spec.collection}/${parentUid}: the answer has no uid under ${parentUid}`, true);
  }
  return answer;
}

/** Looks for the object of a create whose answer was lost. Nothing was there before, so one that is there now is ours. */
async function lookAfterLoss(
  context: Context,
  spec: ResourceSpec,
  parentUid: string,
  desired: Values,
  lost: unknown,
): Promise<JsonObject | undefined> {
  for (const wait of LOOK_WAITS) {
    await context.sleep(wait);
    let found: JsonObject[];
    try {
      found = await findByKey(context, spec, parentUid, desired);
    } catch (error) {
      throw mayExist(spec, parentUid, desired, lost, `looking for it failed too: ${messageOf(error)}`);
    }
    const [only] = found;
    if (only === undefined) continue;
    const differing = settleCreate(spec.fields, desired, observe(spec.fields, only)).unapplied;
    if (found.length === 1 && differing.length === 0) return only;
    const uids = found.map((item) => String(item.uid)).join(", ");
    throw mayExist(
      spec,
      parentUid,
      desired,
      lost,
      `found are ${uids}, which ${differing.length > 0 ? `differ in ${differing.join(", ")}` : "are several"}`,
    );
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
  let outputs: Values = {};
  const without = (names: readonly string[]): Values =>
    Object.fromEntries(Object.entries(outputs).filter(([name]) => !names.includes(name)));
  let pending = below.map(([name]) => name);
  try {
    const settled = await settleNew(context, spec, uid, desired, answer);
    outputs = settled.outputs;
    if (settled.unapplied.length > 0)
      throw new PlatformError(`the server keeps other values than asked for in ${settled.unapplied.join(", ")}`);
    for (const named of below) {
      await writeSubresource(context, spec, uid, named, desired[named[0]]);
      pending = pending.filter((name) => name !== named[0]);
    }
  } catch (error) {
    throw new IncompleteError(
      `${nameOf(spec)} ${uid} was created, but is not complete: ${messageOf(error)}. The next update completes it`,
      uid,
      without(pending),
      {
        cause: error,
      },
    );
  }
  return { uid, outputs };
}

async function settleNew(
  context: Context,
  spec: ResourceSpec,
  uid: string,
  desired: Values,
  answer: JsonObject,
): Promise<Settled> {
  const settled = settleCreate(spec.fields, desired, observe(spec.fields, answer));
  if (settled.unapplied.length === 0) return settled;
  // An answer that leaves fields out is no proof; the object itself is.
  return settleCreate(spec.fields, desired, observe(spec.fields, await fetchObject(context, spec, uid)));
}
