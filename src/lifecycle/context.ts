import type { Client } from "../api/client";
import { NotFoundError, PermissionDeniedError } from "../api/errors";
import type { ResourceSpec } from "../spec/resource";
import { Deletions } from "./deletions";

/** What the verbs need of the run that they are part of. One context serves all resources of a process. */
export interface Context {
  readonly client: Client;
  readonly resources: Readonly<Record<string, ResourceSpec>>;
  readonly sleep: (ms: number) => Promise<void>;
  readonly clock: () => number;
  /** Tells the user what is no error: the engine shows what the host prints. */
  readonly tell: (text: string) => void;
  /** uids that this run has created, and when: what is young may not be visible everywhere yet. */
  readonly created: Map<string, number>;
  /** Whether the organisation (first id of a uid) has been seen in this run. */
  readonly organisations: Map<string, Promise<void>>;
  /** The deletes of this run, which wait for each other where they must. */
  readonly deletions: Deletions;
  /** Kinds and uids of what this run has made or adopted: each can belong to one resource only. */
  readonly owned: Set<string>;
  /** The last call that claims a natural key: two resources of one program must not race for it. */
  readonly claims: Map<string, Promise<unknown>>;
}

export function createContext(
  client: Client,
  resources: Readonly<Record<string, ResourceSpec>>,
  { sleep = pause, clock = Date.now, tell = console.log }: Partial<Pick<Context, "sleep" | "clock" | "tell">> = {},
): Context {
  return {
    client,
    resources,
    sleep,
    deletions: new Deletions(sleep),
    clock,
    tell,
    created: new Map(),
    organisations: new Map(),
    owned: new Set(),
    claims: new Map(),
  };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The context for one verb of one resource, which has the time of one operation for all its requests and waits, from now on. */
export const forOperation = (context: Context): Context => ({ ...context, client: context.client.forOperation() });

/** Runs `work` once all earlier work for the same key is done, whether it went well or not. */
export async function exclusively<T>(context: Context, key: string, work: () => Promise<T>): Promise<T> {
  const before = context.claims.get(key) ?? Promise.resolve();
  const mine = before.then(work, work);
  context.claims.set(key, mine);
  try {
    return await mine;
  } finally {
    if (context.claims.get(key) === mine) context.claims.delete(key);
  }
}

/** Waits while the platform does not yet know an object that this run has made, in milliseconds; a minute in all. */
const YOUNG_WAITS = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 28_000];

/**
 * Retries what a platform that has not caught up refuses: what it does not find of an object that this run has just made,
 * and, for work under that object, what it does not yet permit there.
 */
export async function whileYoung<T>(
  context: Context,
  uid: string,
  work: () => Promise<T>,
  { isUnder }: { readonly isUnder: boolean },
): Promise<T> {
  for (const wait of context.created.has(uid) ? YOUNG_WAITS : []) {
    try {
      return await work();
    } catch (error) {
      const isLag = error instanceof NotFoundError || (isUnder && error instanceof PermissionDeniedError);
      if (!isLag || !context.client.hasTimeFor(wait)) throw error;
      await context.sleep(wait);
    }
  }
  return work();
}
