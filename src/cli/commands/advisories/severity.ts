import type { AdvisoryResult } from "../../../lookups/results";
import { CallError } from "../../declaration";
import { baseScore } from "./cvss";

/** Severities, worst first. "unknown" means no score that this version can read, and comes last. */
export const severityNames = ["critical", "high", "medium", "low", "none", "unknown"] as const;
export type Severity = (typeof severityNames)[number];

export const thresholds = ["any", "low", "medium", "high", "critical", "never"] as const;
/** The lowest severity of a finding. */
export type Threshold = (typeof thresholds)[number];

/** The values of `--fail-on`: a threshold for known severities, and the unknown severity. */
export const failOnLevels = [...thresholds, "unknown"] as const;
/** The severities that are findings: at most one threshold, and possibly "unknown". */
export type FailOn = readonly (typeof failOnLevels)[number][];

/** Refuses two thresholds. Throws CallError. */
export function checkFailOn(failOn: FailOn): FailOn {
  const [, ...others] = new Set(failOn.filter((level) => level !== "unknown"));
  if (others.length === 0) return failOn;
  throw new CallError(`--fail-on must be one severity, with or without unknown, and not ${failOn.join(",")}`);
}

export const thresholdOf = (failOn: FailOn): Threshold =>
  thresholds.find((threshold) => failOn.includes(threshold)) ?? "never";

export const failsOnUnknown = (failOn: FailOn): boolean => failOn.includes("any") || failOn.includes("unknown");

/** Returns the severity of a score, by the qualitative scale of CVSS 3 and 4. */
export function severityOf(score: number | undefined): Severity {
  if (score === undefined) return "unknown";
  if (score >= 9) return "critical";
  if (score >= 7) return "high";
  if (score >= 4) return "medium";
  return score > 0 ? "low" : "none";
}

export function isFindingAt(severity: Severity, failOn: FailOn): boolean {
  if (severity === "unknown") return failsOnUnknown(failOn);
  const threshold = thresholdOf(failOn);
  if (threshold === "never") return false;
  return threshold === "any" || severityNames.indexOf(severity) <= severityNames.indexOf(threshold);
}

export interface Rating {
  readonly severity: Severity;
  /** Base score, 0 to 10. Undefined if no score can be read. */
  readonly score: number | undefined;
}

/** Returns the highest rating of an advisory's scores. */
export function ratingOf(severities: AdvisoryResult["severities"]): Rating {
  const scores = severities.flatMap(({ score }) => scoreIn(score) ?? []);
  const score = scores.length === 0 ? undefined : Math.max(...scores);
  return { severity: severityOf(score), score };
}

/** Returns the base score of a vector or a number. Undefined for other texts. */
const scoreIn = (text: string): number | undefined =>
  /^(10(\.0)?|\d(\.\d)?)$/.test(text) ? Number(text) : baseScore(text);
