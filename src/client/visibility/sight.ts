import type { ResourceSpec } from "../../description/spec/resource";
import { isWithin, rootOf } from "../../description/uid";
import { quoted } from "../api/shown";
import { type Caller, WHOSE_TOKEN } from "./caller";
import { type DatedChange, doubtAbout, isInToken, type TokenAge } from "./token-age";

export type Visibility = "visible" | "not visible" | "unknown";

export type Sighting =
  | { readonly visibility: "visible" }
  | {
      readonly visibility: Exclude<Visibility, "visible">;
      /** A sentence without a full stop, in lower case. */
      readonly reason: string;
      /** Whether a newer token may see everything, because role bindings give it to the identity. */
      readonly isTokenOld?: boolean;
    };

export interface OwnBinding {
  readonly uid: string;
  /** Undefined if it is in no group, so that it applies to all of them. */
  readonly groupUid: string | undefined;
  /** Empty if the platform does not return it, as `roleName`. */
  readonly groupName: string;
  readonly roleUid: string;
  readonly roleName: string;
  /** Undefined if the role cannot be read. */
  readonly capabilities: readonly string[] | undefined;
  /** The last change of what it gives. */
  readonly change: DatedChange;
}

export type KindSight = Pick<Sight, "of" | "assumption">;

/** What a caller saw at two moments. A kind is visible only if it was at both. */
export const seenAtBoth = (before: KindSight, after: KindSight): KindSight => ({
  assumption: after.assumption,
  of: (spec, groupUid) => {
    const first = before.of(spec, groupUid);
    return first.visibility === "visible" ? after.of(spec, groupUid) : first;
  },
});

/** In a root group, this capability shows all role bindings of the organization. */
const LISTS_BINDINGS = "CAP_IAM_ROLE_BINDINGS_LIST";

/**
 * What a caller sees. A list never says that it leaves objects out, so an empty list proves nothing. A role binding of the caller proves
 * visibility if it gives a capability for reading the kind, in the group or above it, and if it and its role are older than the token. A
 * missing binding proves the opposite only if the caller sees all role bindings of the organization.
 */
export class Sight {
  /**
   * @param bindings the caller's role bindings that it sees, or why nothing is known of them. `failure` is a sentence without a full stop,
   *   in lower case. `isRefused` means that the platform refused the list of role bindings.
   */
  constructor(
    private readonly caller: Caller,
    readonly bindings: readonly OwnBinding[] | { readonly failure: string; readonly isRefused?: boolean },
    private readonly age: TokenAge,
  ) {}

  /** What all results assume and nobody can verify: one or two sentences. Undefined if the token names its identity. */
  get assumption(): string | undefined {
    const { uid, namedBy } = this.caller;
    if (uid === undefined || namedBy === undefined) return undefined;
    if (!("failure" in this.bindings) && this.bindings.length === 0) {
      return `The token sees no role binding of the identity ${quoted(uid)} (from ${namedBy}). If that is not the token's own identity, correct ${namedBy}.`;
    }
    return `The token does not say whose it is. The result is complete only if it belongs to the identity ${quoted(uid)} (from ${namedBy}).`;
  }

  /** Whether the caller sees all objects of a kind in a group and below it. */
  of(spec: Pick<ResourceSpec, "type" | "needs">, groupUid: string): Sighting {
    const { bindings, caller } = this;
    if (caller.uid === undefined) return { visibility: "unknown", reason: caller.unknownWhy ?? WHOSE_TOKEN };
    if ("failure" in bindings) return { visibility: "unknown", reason: bindings.failure };
    const inToken = bindings.filter(({ change }) => isInToken(this.age, change));
    const unproven = spec.needs.see.filter((capability) => !this.#has(inToken, capability, groupUid));
    const [first] = unproven;
    if (first === undefined) return { visibility: "visible" };
    const missing = unproven.filter((capability) => !this.#has(bindings, capability, groupUid));
    const newer = bindings.find((one) => this.#has([one], first, groupUid));
    if (missing.length === 0 && newer !== undefined) {
      return { visibility: "unknown", reason: doubtAbout(this.age, newer.change), isTokenOld: true };
    }
    const needs = missing.join(" and ");
    const beyond = missing.find((capability) => !this.#isWithinLimits(capability, groupUid));
    if (beyond !== undefined) {
      return {
        visibility: "not visible",
        reason: `the token is limited to scopes or capabilities without ${beyond} here`,
      };
    }
    const unread = bindings.find(
      (one) => one.capabilities === undefined && (one.groupUid === undefined || isWithin(one.groupUid, groupUid)),
    );
    if (unread !== undefined) {
      const reason = `the role ${quoted(unread.roleUid)} of the token's identity cannot be read, so it is unknown whether it gives ${needs}`;
      return { visibility: "unknown", reason };
    }
    if (this.#has(inToken, LISTS_BINDINGS, rootOf(groupUid))) {
      return { visibility: "not visible", reason: `no role binding gives the token's identity ${needs} here` };
    }
    const reason = `no role binding that gives the token's identity ${needs} here can be seen`;
    return { visibility: "unknown", reason };
  }

  /** Why the token may lack what a role binding gives. Undefined if it certainly has it. */
  doubtOf({ change }: OwnBinding): string | undefined {
    return isInToken(this.age, change) ? undefined : doubtAbout(this.age, change);
  }

  #has(bindings: readonly OwnBinding[], capability: string, groupUid: string): boolean {
    return (
      this.#isWithinLimits(capability, groupUid) &&
      bindings.some(
        (one) =>
          one.capabilities?.includes(capability) === true &&
          (one.groupUid === undefined || isWithin(one.groupUid, groupUid)),
      )
    );
  }

  #isWithinLimits(capability: string, groupUid: string): boolean {
    const { scopes, capabilities } = this.caller;
    const isNamed = (name: string) =>
      name === capability || capability.endsWith(`_${name.toUpperCase().replaceAll(".", "_")}`);
    return (
      (scopes.length === 0 || scopes.some((scope) => isWithin(scope, groupUid))) &&
      (capabilities.length === 0 || capabilities.some(isNamed))
    );
  }
}
