import type { Client } from "../../api/client";
import { NotFoundError, PermissionDeniedError, type PlatformError } from "../../api/errors";
import { scrub } from "../../api/secret";
import type { ResourceSpec } from "../../spec/resource";
import { Deletions } from "./deletions";
import { Gathering } from "./batching";
import { Holdings } from "./ownership";

/** What a look at a group came to. A group that is hidden may be there all the same; one that is missing may be hidden. */
export type Sight =
  | { readonly kind: "visible" }
  | { readonly kind: "missing"; readonly error: NotFoundError }
  | { readonly kind: "hidden"; readonly error: PlatformError };

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
  /** What this run has seen of groups, by uid. */
  readonly groups: Map<string, Promise<Sight>>;
  /** The deletes of this run, which wait for each other where they must. */
  readonly deletions: Deletions;
  /** The looks for what this run has deleted, by kind and parent; each answers which uids are gone. */
  readonly deleted: Gathering<ReadonlySet<string>>;
  /** What the resources of the program hold. It outlives a change of settings within the run. */
  readonly holdings: Holdings;
  /** The last call that claims a natural key: two resources of one program must not race for it. */
  readonly claims: Map<string, Promise<unknown>>;
}

export function createContext(
  client: Client,
  resources: Readonly<Record<string, ResourceSpec>>,
  {
    sleep = pause,
    clock = Date.now,
    tell = console.log,
    holdings = new Holdings(),
  }: Partial<Pick<Context, "sleep" | "clock" | "tell" | "holdings">> = {},
): Context {
  return {
    client,
    resources,
    sleep,
    deletions: new Deletions(sleep),
    clock,
    tell: (text) => tell(scrub(text)),
    created: new Map(),
    groups: new Map(),
    deleted: new Gathering(),
    holdings,
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
