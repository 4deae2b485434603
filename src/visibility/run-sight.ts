import type { Client } from "../api/client";
import type { ResourceSpec } from "../spec/resource";
import { isWithin } from "../uid";
import type { Caller } from "./caller";
import { readSight } from "./read-sight";
import type { Sight, Sighting } from "./sight";

type SeenKind = Pick<ResourceSpec, "type" | "seenWith">;

/** The kinds that decide what callers see. */
const DECIDE: ReadonlySet<string> = new Set(["iam:RoleBinding", "iam:Role"]);

/**
 * What the token of a run sees. Objects that the run has seen prove that it sees their kind in their group and below, which costs no
 * request. Where they prove nothing, the role bindings of the caller are read, once.
 */
export class RunSight {
  /** The capabilities that the token was seen to have, by the uid of the group. */
  readonly #proven = new Map<string, Set<string>>();
  #reading: Promise<Sight> | undefined;
  #sight: Sight | undefined;

  constructor(private readonly callerOf: () => Promise<Caller>) {}

  /** Notes that the run has seen an object of a kind, by Get or List, that lies in a group. */
  noteSeen({ seenWith }: SeenKind, groupUid: string): void {
    const proven = this.#proven.get(groupUid) ?? new Set();
    for (const capability of seenWith) proven.add(capability);
    this.#proven.set(groupUid, proven);
  }

  /** Notes that the run has deleted or changed an object: where that may decide what the token sees, nothing is proven any more. */
  noteWrite(kind: SeenKind, uid: string): void {
    if (!DECIDE.has(kind.type) || this.#sight?.mayRestOn(kind, uid) === false) return;
    this.#proven.clear();
    this.#forget();
  }

  /** Whether the token sees all objects of a kind in a group and below it. Throws ConfigurationError and PlatformError. */
  async of(client: Client, kind: SeenKind, groupUid: string): Promise<Sighting> {
    const isProven = (capability: string) =>
      [...this.#proven].some(([group, proven]) => isWithin(group, groupUid) && proven.has(capability));
    if (kind.seenWith.every(isProven)) return { visibility: "visible" };
    const sight = this.#sight ?? (await this.#read(client));
    return sight.of(kind, groupUid);
  }

  /** Reads the role bindings of the caller, once for all that ask meanwhile. What fails is read again the next time. */
  async #read(client: Client): Promise<Sight> {
    const reading = this.#reading ?? this.callerOf().then((caller) => readSight(client, caller));
    this.#reading = reading;
    try {
      const sight = await reading;
      if (this.#reading === reading && !("failure" in sight.bindings)) this.#sight = sight;
      return sight;
    } finally {
      if (this.#reading === reading) this.#reading = undefined;
    }
  }

  #forget(): void {
    this.#reading = undefined;
    this.#sight = undefined;
  }
}
