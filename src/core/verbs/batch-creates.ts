import type { Client } from "../../client/api/client";
import { ApiError, isAmbiguous, NotFoundError, PlatformError, ProtocolError } from "../../client/api/errors";
import { keyOf } from "../../description/spec/place";
import { nameOf, pluralOf, type ResourceSpec } from "../../description/spec/resource";
import type { Values } from "../../description/spec/values";
import { isJsonObject, type JsonObject } from "../../description/wire/json";
import { literal } from "../../description/wire/path";
import { childrenOf, isSelected } from "../lists/request";
import { Batcher } from "../safety/batcher";
import { createBody, observeIfReadable } from "../state/wire";

/** An object to create under a parent. Its operation has already looked for it. */
interface Wanted {
  readonly client: Client;
  readonly spec: ResourceSpec;
  readonly parentUid: string | undefined;
  readonly desired: Values;
}

/** The platform refused a batch and created nothing of it, so each object must be created by itself. It reaches no user. */
export class BatchRefusedError extends Error {
  override readonly name = "BatchRefusedError";
}

/** An operation with less time left than this sends its own request, in milliseconds, because the shortest time in a batch limits all. */
const LEAST_MS = 10_000;

/** Creates objects of one kind under one parent by one request (AIP-231): all of them or none (platform API: IAM-11). */
export class BatchCreates {
  readonly #batcher = new Batcher<ReadonlyMap<Wanted, JsonObject>, Wanted>();
  /** Types that this platform does not create in batches, or whose batch responses do not identify the objects. */
  readonly #single = new Set<string>();

  /**
   * Returns the platform's response about a new object. `alone` sends its create by itself. Throws its errors, and BatchRefusedError. An
   * ambiguous error (`isAmbiguous`) means that the batch may have created the object, so that the caller must look for it.
   */
  async create(wanted: Wanted, alone: () => Promise<JsonObject>): Promise<JsonObject> {
    const { client, spec, parentUid } = wanted;
    const { batchCreate } = spec.peculiar ?? {};
    const isShort = client.remainingMs() < LEAST_MS;
    if (batchCreate === undefined || parentUid === undefined || isShort || this.#single.has(spec.type)) return alone();
    const answers = await this.#batcher.run(`${spec.type} ${parentUid}`, wanted, {
      ...batchCreate,
      call: async (batch) =>
        batch.size === 1 ? new Map([[wanted, await alone()]]) : this.#createAll(spec, [...batch]),
    });
    const answer = answers.get(wanted);
    if (answer !== undefined) return answer;
    throw new ProtocolError(
      `POST ${pathOf(spec)}: the response does not show which ${nameOf(spec)} this request created`,
      true,
    );
  }

  async #createAll(spec: ResourceSpec, batch: readonly Wanted[]): Promise<ReadonlyMap<Wanted, JsonObject>> {
    if (this.#single.has(spec.type)) throw new BatchRefusedError();
    let answer: JsonObject;
    try {
      answer = await soonestToEnd(batch).create(literal(pathOf(spec)), batchBody(spec, batch));
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      if (isCallUnknown(error)) this.#single.add(spec.type);
      if (isAmbiguous(error)) throw error;
      throw new BatchRefusedError(error.message, { cause: error });
    }
    const answers = answersOf(spec, batch, answer);
    if (answers.size < batch.length) this.#single.add(spec.type);
    return answers;
  }
}

/** The request then ends before any of its operations does. */
const soonestToEnd = (batch: readonly Wanted[]): Client =>
  batch.map(({ client }) => client).reduce((a, b) => (b.remainingMs() < a.remainingMs() ? b : a));

const pathOf = ({ collection }: ResourceSpec): string => `${collection}:batchCreate`;

/** `{ parent, requests: [{ parent, roleBinding: … }] }`. */
function batchBody(spec: ResourceSpec, batch: readonly Wanted[]): JsonObject {
  const name = nameOf(spec);
  const entry = name.charAt(0).toLowerCase() + name.slice(1);
  const parent = batch[0]?.parentUid;
  return { parent, requests: batch.map(({ desired }) => ({ parent, [entry]: createBody(spec, desired) })) };
}

/** By key, because the order proves nothing. Ignores objects under another parent, and uids and keys that occur twice. */
function answersOf(spec: ResourceSpec, batch: readonly Wanted[], answer: JsonObject): Map<Wanted, JsonObject> {
  const items = answer[pluralOf(spec)];
  const made = (Array.isArray(items) ? items : [])
    .filter(isJsonObject)
    .map((item) => ({ item, uid: item.uid, key: keyOf(spec, observeIfReadable(spec.fields, item)) }));
  const asked = batch.map((wanted) => ({ wanted, key: keyOf(spec, wanted.desired) }));
  const answers = new Map<Wanted, JsonObject>();
  for (const { wanted, key } of asked) {
    const mine = onlyOne(made, (one) => one.key === key);
    if (mine === undefined || onlyOne(asked, (one) => one.key === key) === undefined) continue;
    const { item, uid } = mine;
    if (!isSelected(childrenOf(spec, wanted.parentUid), item)) continue;
    if (onlyOne(made, (one) => one.uid === uid) !== undefined) answers.set(wanted, item);
  }
  return answers;
}

function onlyOne<T>(items: readonly T[], fits: (item: T) => boolean): T | undefined {
  const [first, ...others] = items.filter(fits);
  return others.length === 0 ? first : undefined;
}

/** Whether the server does not know the call: it is a platform without it, or a proxy that blocks it. */
const isCallUnknown = (error: PlatformError): boolean =>
  (error instanceof ProtocolError && !error.isUnavailable) ||
  (error instanceof NotFoundError && error.resource === undefined) ||
  (error instanceof ApiError && error.code === "UNIMPLEMENTED");
