import type { Cell } from "../declaration";
import { sortedBy } from "../order";
import type { AccessChange } from "./difference";

/** With one of these, an identity can give its access to others, and to itself in other groups. */
const GIVES_ACCESS = /^CAP_IAM_ROLE_BINDINGS_(CREATE|UPDATE)$/;

/** Patterns for capabilities, strongest first. A capability that matches none only reads. One of another form may change something. */
const STRENGTHS = [GIVES_ACCESS, /^CAP_IAM_.*_(CREATE|UPDATE|MANAGE)$/, /_DELETE$/, /^(?!CAP_.*_(LIST|GET)$)/];

const strengthOf = (capability: string): number => {
  const at = STRENGTHS.findIndex((pattern) => pattern.test(capability));
  return at < 0 ? STRENGTHS.length : at;
};

/** What capabilities allow, strongest first. */
const POWERS = ["giving access", "changing IAM", "deleting", "changing", "reading"];

/** The strongest has the rank 0. An unknown role may be the strongest. */
export function powerOf(capabilities: readonly string[] | undefined) {
  if (capabilities === undefined) return { text: "unknown", rank: 0 };
  const rank = Math.min(STRENGTHS.length, ...capabilities.map(strengthOf));
  return { text: POWERS[rank] ?? "reading", rank };
}

/** Returns a cell with what a role allows. It is red if it allows giving access to others. */
export const powerCell = ({ text, rank }: ReturnType<typeof powerOf>): Cell =>
  rank === 0 ? { text, tone: text === "unknown" ? "warning" : "bad" } : text;

export const strongestFirst = (capabilities: readonly string[]): string[] =>
  [...capabilities].sort((a, b) => strengthOf(a) - strengthOf(b));

/** Sorts by danger: gains before losses, access that can be given to others, new identities, the strongest capabilities. Ties keep their order. */
export function mostDangerousFirst(
  changes: readonly AccessChange[],
  isNew: (identityUid: string) => boolean,
): AccessChange[] {
  return sortedBy(changes, ({ isGain, identityUid, capabilities }) => {
    const strengths = capabilities.map(strengthOf);
    const strongest = Math.min(...strengths);
    const many = strengths.filter((strength) => strength === strongest).length;
    return [!isGain, strongest !== 0, !isNew(identityUid), strongest, 9_999 - many].map(Number).join(" ");
  });
}
