import type { AdvisoryResult } from "../../../program/generated/results";
import { CallError } from "../../declaration";
import { baseScore } from "./cvss";

/** Severities, worst first. "unknown" means no score that this version can read, and comes last. */
export const severityNames = ["critical", "high", "medium", "low", "none", "unknown"] as const;
export type Severity = (typeof severityNames)[number];

export const thresholds = ["any", "low", "medium", "high", "critical", "never"] as const;
/** The values of `--fail-on`: the lowest known severity of a finding, and the unknown severity. */
export const failOnLevels = [...thresholds, "unknown"] as const;
/** The severities that are findings: at most one threshold, and possibly "unknown". */
export type FailOn = readonly (typeof failOnLevels)[number][];

/** Refuses two thresholds. Throws CallError. */
export function checkFailOn(failOn: FailOn): FailOn {
  const [, ...others] = new Set(failOn.filter((level) => level !== "unknown"));
  if (others.length === 0) return failOn;
  throw new CallError(`--fail-on must be one severity, with or without unknown, and not ${failOn.join(",")}`);
}

export const thresholdOf = (failOn: FailOn): (typeof thresholds)[number] =>
  thresholds.find((threshold) => failOn.includes(threshold)) ?? "never";

export const failsOnUnknown = (failOn: FailOn): boolean => failOn.includes("any") || failOn.includes("unknown");

/** Returns the severity of a score, by the qualitative scale of CVSS 3 and 4. */
function severityOf(score: number | undefined): Severity {
  if (score === undefined) return "unknown";
  if (score >= 9) return "critical";
  if (score >= 7) return "high";
  if (score >= 4) return "medium";
  return score > 0 ? "low" : "none";
}

export const isSevere = ({ severity, isUncertain }: Rating, failOn: FailOn): boolean =>
  isFindingAt(severity, failOn) || (isUncertain && failsOnUnknown(failOn));

export function isFindingAt(severity: Severity, failOn: FailOn): boolean {
  if (severity === "unknown") return failsOnUnknown(failOn);
  const threshold = thresholdOf(failOn);
  if (threshold === "never") return false;
  return threshold === "any" || severityNames.indexOf(severity) <= severityNames.indexOf(threshold);
}

export interface Rating {
  readonly severity: Severity;
  /** Base score, 0 to 10. Undefined if no score has a severity. */
  readonly score: number | undefined;
  /** Whether there is a score that cannot be read, which may be higher. */
  readonly isUncertain: boolean;
}

/** Returns the highest rating of an advisory's scores. A score of 0 does not count if another one cannot be read. */
export function ratingOf(severities: AdvisoryResult["severities"]): Rating {
  const scores = severities.flatMap(({ score }) => scoreIn(score) ?? []);
  const isUncertain = scores.length < severities.length;
  const score = Math.max(...scores);
  const known = scores.length === 0 || (isUncertain && score === 0) ? undefined : score;
  return { severity: severityOf(known), score: known, isUncertain };
}

/** Returns the base score of a vector or a number. Undefined for other texts. */
const scoreIn = (text: string): number | undefined =>
  /^(10(\.0)?|\d(\.\d)?)$/.test(text) ? Number(text) : baseScore(text);
