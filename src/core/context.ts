import type { Client } from "../api/client";
import type { PlatformError } from "../api/errors";
import { scrub } from "../api/secret";
import type { AdoptMode } from "../spec/adopt-mode";
import type { ResourceSpec } from "../spec/resource";
import { readSight } from "../visibility/read-sight";
import type { Sight } from "../visibility/sight";
import type { Holders } from "./holders";
import { Journal } from "./journal";
import { ListCaches } from "./lists/caches";
import { Batcher } from "./safety/batcher";
import { Deletions } from "./safety/deletions";
import { TokenRenewals } from "./safety/token-renewals";
import { BatchCreates } from "./verbs/batch-creates";

/** Something that lives in an object or refers to it, and so blocks its deletion. */
export interface Dependent {
  readonly spec: ResourceSpec;
  readonly uid: string;
  readonly name: string;
}

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
  /** What this run has done, and was asked to do. */
  readonly journal: Journal;
  /** The groups that this run has seen or is asking for, by uid, each with why it is not visible. */
  readonly groups: Map<string, Promise<PlatformError | undefined>>;
  /** Reads what the token of this run sees. */
  readonly sight: (client: Client) => Promise<Sight>;
  /** Looks that are shared by all who ask at one moment (`lookTogether`). */
  readonly looks: Batcher<unknown>;
  /** The deletes of this run, which wait for each other where they must. */
  readonly deletions: Deletions;
  /** Creates of this run that go together. */
  readonly batchCreates: BatchCreates;
  /** Looks through an organisation for what depends on objects, batched by kind and field. Each answers by uid. */
  readonly dependentLooks: Batcher<ReadonlyMap<string, readonly Dependent[]>>;
  /** The lists that this run has read. */
  readonly lists: ListCaches;
  /** What becomes of an object that a create finds in its place: the setting adoptExisting. */
  readonly adoptExisting: AdoptMode;
  /** Which objects the resources of the program own. It outlives a change of settings within the run. */
  readonly holders: Holders;
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
    holders,
    sight = (client) => readSight(client, { uid: undefined, scopes: [], capabilities: [] }),
    adoptExisting = "never",
  }: Partial<Pick<Context, "sleep" | "clock" | "print" | "sight" | "adoptExisting">> & Pick<Context, "holders">,
): Context {
  const journal = new Journal(holders);
  const scrubbed = (text: string) => print(scrub(text));
  return {
    client,
    resources,
    sleep,
    deletions: new Deletions(sleep),
    clock,
    print: scrubbed,
    journal,
    groups: new Map(),
    sight,
    looks: new Batcher(),
    batchCreates: new BatchCreates(),
    dependentLooks: new Batcher(),
    lists: new ListCaches({ clock, sleep, journal, print: scrubbed }),
    holders,
    adoptExisting,
    tokenRenewals: new TokenRenewals(),
    locks: new Map(),
  };
}

/** What one operation is about, and how long it may take. */
interface OperationOptions {
  readonly urn?: string | undefined;
  readonly limitMs?: number | undefined;
  readonly timeoutMs?: number | undefined;
}

/**
 * The context for one verb of one resource: all its requests and waits share the time of one operation, from now on.
 *
 * @param urn of the resource, or a hash of it
 * @param limitMs a shorter time limit, in milliseconds
 * @param timeoutMs another time limit than that of all operations, in milliseconds
 */
export const forOperation = (context: Context, { urn, limitMs, timeoutMs }: OperationOptions = {}): Context => ({
  ...context,
  ...(urn === undefined ? {} : { urn }),
  client: context.client.forOperation(limitMs, timeoutMs),
});

/** The result of a look that begins now or later, the same for all who ask for it at one moment. */
export const lookTogether = <T>({ looks }: Context, what: string, look: () => Promise<T>): Promise<T> =>
  looks.run(what, what, { call: look }) as Promise<T>;

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
