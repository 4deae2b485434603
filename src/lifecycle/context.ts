import type { Client } from "../api/client";
import type { ResourceSpec } from "../spec/resource";

/** What the verbs need of the run that they are part of. One context serves all resources of a process. */
export interface Context {
  readonly client: Client;
  readonly resources: Readonly<Record<string, ResourceSpec>>;
  readonly sleep: (ms: number) => Promise<void>;
  readonly clock: () => number;
  /** uids that this run has created, and when: what is young may not be visible everywhere yet. */
  readonly created: Map<string, number>;
  /** Whether the organisation (first id of a uid) has been seen in this run. */
  readonly organisations: Map<string, Promise<void>>;
  /** The last call that claims a natural key: two resources of one program must not race for it. */
  readonly claims: Map<string, Promise<unknown>>;
}

export function createContext(
  client: Client,
  resources: Readonly<Record<string, ResourceSpec>>,
  timing: Partial<Pick<Context, "sleep" | "clock">> = {},
): Context {
  return {
    client,
    resources,
    sleep: timing.sleep ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms))),
    clock: timing.clock ?? Date.now,
    created: new Map(),
    organisations: new Map(),
    claims: new Map(),
  };
}

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
