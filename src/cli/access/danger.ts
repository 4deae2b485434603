import type { Change } from "./difference";

/** Which changes of access people must see first. */

/** Who has it decides who may do what: by it all that its holder may do is handed on, to itself in other groups too. */
const HANDS_ON = /^CAP_IAM_ROLE_BINDINGS_(CREATE|UPDATE)$/;

/** Capabilities from the strongest on: by the first that fits. What fits none only reads or adds. */
const STRENGTHS = [HANDS_ON, /^CAP_IAM_.*_(CREATE|UPDATE|MANAGE)$/, /_DELETE$/, /_(UPDATE|MANAGE|CREATE)$/];

const strengthOf = (capability: string): number => {
  const at = STRENGTHS.findIndex((pattern) => pattern.test(capability));
  return at < 0 ? STRENGTHS.length : at;
};

/** Whether who has some capabilities can give access to others, and so take all that there is. */
export const givesAccess = (capabilities: readonly string[]): boolean =>
  capabilities.some((capability) => HANDS_ON.test(capability));

/** What capabilities allow in short, from the strongest on. */
const POWERS = ["giving access", "changing IAM", "deleting", "changing", "reading"] as const;

/** The strongest that capabilities allow. */
export interface Power {
  readonly text: (typeof POWERS)[number] | "unknown";
  /** 0 is the strongest; what is unknown may be the strongest. */
  readonly rank: number;
}

/** What capabilities allow at most. */
export function powerOf(capabilities: readonly string[] | undefined): Power {
  if (capabilities === undefined) return { text: "unknown", rank: 0 };
  const rank = Math.min(STRENGTHS.length, ...capabilities.map(strengthOf));
  return { text: POWERS[rank] ?? "reading", rank };
}

/** Names of capabilities, the strongest first. */
export const strongestFirst = (capabilities: readonly string[]): string[] =>
  [...capabilities].sort((a, b) => strengthOf(a) - strengthOf(b));

/**
 * Changes in the order of their danger: gains before losses; whoever may hand on access from now on, as an owner may; then
 * identities that are new; then the strongest capabilities. What is left keeps its order.
 */
export function mostDangerousFirst<T extends Change>(
  changes: readonly T[],
  isNew: (identityUid: string) => boolean,
): T[] {
  const ranked = changes.map((change) => {
    const strengths = change.capabilities.map(strengthOf);
    const strongest = Math.min(...strengths);
    const rank = [
      change.isGain ? 0 : 1,
      strongest === 0 ? 0 : 1,
      isNew(change.identityUid) ? 0 : 1,
      strongest,
      -strengths.filter((strength) => strength === strongest).length,
    ];
    return { change, rank };
  });
  return ranked.sort((a, b) => compare(a.rank, b.rank)).map(({ change }) => change);
}

const compare = (a: readonly number[], b: readonly number[]): number =>
  a.map((value, i) => value - (b[i] ?? 0)).find((difference) => difference !== 0) ?? 0;
