import { CallError } from "../../declaration";

/** Severities, the worst first. "unknown" stands for a score that this version cannot read, and comes last. */
export const severityNames = ["critical", "high", "medium", "low", "none", "unknown"] as const;
/** How severe a vulnerability is, in a word. */
export type Severity = (typeof severityNames)[number];

/** The least severity of a finding. */
export const thresholds = ["any", "low", "medium", "high", "critical", "never"] as const;
/** From which severity on an open advisory is a finding. */
export type Threshold = (typeof thresholds)[number];

/** Which severities are findings: the known ones from a threshold on, and the unknown one as a level of its own. */
export interface FailOn {
  readonly threshold: Threshold;
  readonly isUnknownToo: boolean;
}

/** What fails where the call does not say: everything. */
export const FAIL_ON_ANY: FailOn = { threshold: "any", isUnknownToo: true };

/** Reads `high`, `unknown`, or both: `high,unknown`. Throws CallError. */
export function failOnIn(text: string): FailOn {
  const words = text.split(",").map((word) => word.trim());
  const levels = words.filter((word) => word !== "unknown");
  const threshold = levels.length === 0 ? "never" : thresholds.find((name) => name === levels[0]);
  if (threshold === undefined || levels.length > 1 || words.length - levels.length > 1)
    throw new CallError(`It must be one of ${thresholds.join(", ")}, or "unknown", or two of them: high,unknown.`);
  return { threshold, isUnknownToo: threshold === "any" || words.includes("unknown") };
}

/** The text that `failOnIn` reads as this. */
export const failOnText = ({ threshold, isUnknownToo }: FailOn): string =>
  !isUnknownToo || threshold === "any" ? threshold : threshold === "never" ? "unknown" : `${threshold},unknown`;

/** The qualitative scale of CVSS 3 and 4; for no score, unknown. */
export function severityOf(score: number | undefined): Severity {
  if (score === undefined) return "unknown";
  if (score >= 9) return "critical";
  if (score >= 7) return "high";
  if (score >= 4) return "medium";
  return score > 0 ? "low" : "none";
}

/** Whether an open advisory of a severity is a finding. */
export function isFindingAt(severity: Severity, { threshold, isUnknownToo }: FailOn): boolean {
  if (severity === "unknown") return isUnknownToo;
  if (threshold === "never") return false;
  return threshold === "any" || severityNames.indexOf(severity) <= severityNames.indexOf(threshold);
}
