import type { Client } from "../../api/client";
import type { NotFoundError, PlatformError } from "../../api/errors";
import { scrub } from "../../api/secret";
import type { ResourceSpec } from "../../spec/resource";
import { readSight } from "../../visibility/read-sight";
import type { Sight } from "../../visibility/sight";
import { BatchCreates } from "./batch-creates";
import { Batcher } from "./batcher";
import { Deletions } from "./deletions";
import { Ownership } from "./ownership";
import { Siblings } from "./siblings";
import { TokenRenewals } from "./token-renewals";

/** Whether the token can see a group. A hidden group may exist all the same; a missing one may be hidden. */
export type GroupVisibility =
  | { readonly kind: "visible" }
  | { readonly kind: "missing"; readonly error: NotFoundError }
  | { readonly kind: "hidden"; readonly error: PlatformError };

/** What a look for siblings that were deleted proves, by uid. Each of the others is to be looked for by itself. */
export interface Looked {
  readonly gone: ReadonlySet<unknown>;
  readonly there: ReadonlySet<unknown>;
}

/** Something that lives in an object or refers to it, and so blocks its deletion. */
export interface Dependent {
  readonly spec: ResourceSpec;
  readonly uid: string;
  readonly name: string;
}

/**
 * What becomes of an object that a create finds under the same parent and key: it is refused (`never`), it is taken over where
 * it is as the program says (`identical`), or it is taken over and brought up to date (`sameKey`).
 */
export type AdoptMode = "never" | "identical" | "sameKey";

/** What the verbs of one run share. One context serves all resources of a process. */
export interface Context {
  /** URN of the resource that a verb is about, or a hash of it. Known in a check and in a create. */
  readonly urn?: string;
  readonly client: Client;
  readonly resources: Readonly<Record<string, ResourceSpec>>;
  /** Waits for some milliseconds. */
  readonly sleep: (ms: number) => Promise<void>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Shows the user a text that is not an error: the engine shows what the host prints. */
  readonly print: (text: string) => void;
  /** uids that this run has created, and when: a new object may not be visible everywhere yet. */
  readonly created: Map<string, number>;
  /** Which groups this run has seen, by uid. */
  readonly groups: Map<string, Promise<GroupVisibility>>;
  /** Looks at groups that must be new, by uid of the group. */
  readonly groupLooks: Batcher<GroupVisibility>;
  /** Reads what the token of this run sees. */
  readonly sight: (client: Client) => Promise<Sight>;
  /** Such reads; each begins after it was asked for. */
  readonly sightLooks: Batcher<Sight>;
  /** Looks for a proof that the token sees a kind in a group: why there is none, if so. */
  readonly kindLooks: Batcher<string | undefined>;
  /** The deletes of this run, which wait for each other where they must. */
  readonly deletions: Deletions;
  /** Looks for objects that this run has deleted, batched by kind and parent. */
  readonly goneChecks: Batcher<Looked>;
  /** Creates of this run that go together. */
  readonly batchCreates: BatchCreates;
  /** Looks through an organisation for what depends on objects, batched by kind and field. Each answers by uid. */
  readonly dependentLooks: Batcher<ReadonlyMap<string, readonly Dependent[]>>;
  /** What this run knows of the objects under each parent. */
  readonly siblings: Siblings;
  /** What becomes of an object that a create finds in its place: the setting adoptExisting. */
  readonly adoptExisting: AdoptMode;
  /** Which objects the resources of the program own. It outlives a change of settings within the run. */
  readonly ownership: Ownership;
  /** Renewals of the token, for what is created in an organization that this run has created. */
  readonly tokenRenewals: TokenRenewals;
  /** The last holder of each lock (`withLock`). */
  readonly locks: Map<string, Promise<unknown>>;
}

/** Makes the context of a run. Texts are scrubbed of secrets before they are printed. */
export function createContext(
  client: Client,
  resources: Readonly<Record<string, ResourceSpec>>,
  {
    sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    clock = Date.now,
    print = console.log,
    ownership = new Ownership(),
    sight = (client) => readSight(client, { uid: undefined, scopes: [], capabilities: [] }),
    adoptExisting = "never",
  }: Partial<Pick<Context, "sleep" | "clock" | "print" | "ownership" | "sight" | "adoptExisting">> = {},
): Context {
  const scrubbed = (text: string) => print(scrub(text));
  return {
    client,
    resources,
    sleep,
    deletions: new Deletions(sleep),
    clock,
    print: scrubbed,
    created: new Map(),
    groups: new Map(),
    groupLooks: new Batcher(),
    sight,
    sightLooks: new Batcher(),
    kindLooks: new Batcher(),
    goneChecks: new Batcher(),
    batchCreates: new BatchCreates(),
    dependentLooks: new Batcher(),
    siblings: new Siblings({ clock, sleep, print: scrubbed }),
    ownership,
    adoptExisting,
    tokenRenewals: new TokenRenewals(),
    locks: new Map(),
  };
}

/**
 * The context for one verb of one resource: all its requests and waits share the time of one operation, from now on.
 *
 * @param urn of the resource, or a hash of it
 * @param limitMs a shorter time limit, in milliseconds
 */
export const forOperation = (
  context: Context,
  { urn, limitMs }: { readonly urn?: string | undefined; readonly limitMs?: number } = {},
): Context => ({
  ...context,
  ...(urn === undefined ? {} : { urn }),
  client: context.client.forOperation(limitMs),
});

/** Runs `work` after all earlier work under the same lock, whether that succeeded or failed. */
export async function withLock<T>({ locks }: Context, key: string, work: () => Promise<T>): Promise<T> {
  const before = locks.get(key) ?? Promise.resolve();
  const mine = before.then(work, work);
  locks.set(key, mine);
  try {
    return await mine;
  } finally {
    if (locks.get(key) === mine) locks.delete(key);
  }
}
