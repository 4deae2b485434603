import type { Client } from "../client/api/client";
import type { PlatformError } from "../client/api/errors";
import { scrub } from "../client/api/secret";
import { readSight } from "../client/visibility/read-sight";
import type { Sight } from "../client/visibility/sight";
import type { AdoptMode } from "../description/spec/adopt-mode";
import type { ResourceSpec } from "../description/spec/resource";
import type { Holders } from "./holders";
import { Journal } from "./journal";
import { ListCaches } from "./lists/caches";
import { Batcher } from "./safety/batcher";
import { Deletions } from "./safety/deletions";
import { TokenRenewals } from "./safety/token-renewals";
import { BatchCreates } from "./verbs/batch-creates";

/** One context serves all resources of a process. */
export interface Context {
  readonly urn?: string;
  readonly client: Client;
  readonly resources: Readonly<Record<string, ResourceSpec>>;
  readonly sleep: (ms: number) => Promise<void>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly print: (text: string) => void;
  /** `print` for an object that is taken over as it is. A host may show a number in place of many such texts. */
  readonly printUnchanged: (text: string) => void;
  readonly journal: Journal;
  /** The groups that this run has read or is reading, by uid, each with the reason why it is not visible. */
  readonly groups: Map<string, Promise<PlatformError | undefined>>;
  readonly sight: (client: Client) => Promise<Sight>;
  /** uids of objects of which the user knows that the run waits until they are visible. */
  readonly awaited: Set<string>;
  readonly sharedReads: Batcher<unknown>;
  readonly deletions: Deletions;
  readonly batchCreates: BatchCreates;
  readonly lists: ListCaches;
  readonly adoptExisting: AdoptMode;
  /** Which objects the resources of the program own. It outlives a change of settings within the run. */
  readonly holders: Holders;
  /** Renewals of the token, for work with rights that the identity got during the run (platform API: STS-6). */
  readonly tokenRenewals: TokenRenewals;
  readonly locks: Map<string, Promise<unknown>>;
}

/** Creates the context of a run. It removes secrets from every printed text. */
export function createContext(
  client: Client,
  resources: Readonly<Record<string, ResourceSpec>>,
  {
    sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    clock = Date.now,
    print = console.log,
    printUnchanged = print,
    holders,
    sight = (client) => readSight(client, { uid: undefined, scopes: [], capabilities: [] }),
    adoptExisting = "never",
  }: Partial<Pick<Context, "sleep" | "clock" | "print" | "printUnchanged" | "sight" | "adoptExisting">> &
    Pick<Context, "holders">,
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
    printUnchanged: (text) => printUnchanged(scrub(text)),
    journal,
    groups: new Map(),
    sight,
    awaited: new Set(),
    sharedReads: new Batcher(),
    batchCreates: new BatchCreates(),
    lists: new ListCaches({ clock, journal, print: scrubbed }),
    holders,
    adoptExisting,
    tokenRenewals: new TokenRenewals(),
    locks: new Map(),
  };
}

interface OperationOptions {
  readonly urn?: string | undefined;
  readonly limitMs?: number | undefined;
  /** Replaces the time limit of all operations. */
  readonly timeoutMs?: number | undefined;
}

/** The context for one verb of one resource. All its requests and waits share the time limit of one operation, which starts now. */
export const forOperation = (context: Context, { urn, limitMs, timeoutMs }: OperationOptions = {}): Context => ({
  ...context,
  ...(urn === undefined ? {} : { urn }),
  client: context.client.forOperation(limitMs, timeoutMs),
});

/** Runs one read for all uids that callers need at one moment. It starts now or later. */
export const sharedReadOf = <T>(
  { sharedReads }: Context,
  { what, uid }: { readonly what: string; readonly uid: string },
  look: (uids: ReadonlySet<string>) => Promise<T>,
): Promise<T> => sharedReads.run(what, uid, { call: look }) as Promise<T>;

/** Like `sharedReadOf`, for a read that is about one thing. */
export const sharedRead = <T>(context: Context, what: string, look: () => Promise<T>): Promise<T> =>
  sharedReadOf(context, { what, uid: "" }, look);

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
