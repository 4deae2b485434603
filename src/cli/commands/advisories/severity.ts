import type { AdvisoryResult } from "../../../lookups/results";
import { baseScore } from "./cvss";

/** Severities, the worst first. "unknown" stands for a score that this version cannot read, and comes last. */
export const severityNames = ["critical", "high", "medium", "low", "none", "unknown"] as const;
/** How severe a vulnerability is, in a word. */
export type Severity = (typeof severityNames)[number];

/** The least severity of a finding. */
export const thresholds = ["any", "low", "medium", "high", "critical", "never"] as const;
/** From which severity on an open advisory is a finding. */
export type Threshold = (typeof thresholds)[number];

/** What `--fail-on` takes: a threshold for known severities, the unknown one as a level of its own, or both. */
export const failOnChoices = [
  ...thresholds,
  "unknown",
  "low,unknown",
  "medium,unknown",
  "high,unknown",
  "critical,unknown",
] as const;
/** Which severities are findings. */
export type FailOn = (typeof failOnChoices)[number];

/** The threshold for known severities. */
export const thresholdOf = (failOn: FailOn): Threshold =>
  thresholds.find((threshold) => threshold === failOn.split(",")[0]) ?? "never";

/** Whether the unknown severity is a finding. */
export const failsOnUnknown = (failOn: FailOn): boolean => failOn === "any" || failOn.endsWith("unknown");

/** The qualitative scale of CVSS 3 and 4; for no score, unknown. */
export function severityOf(score: number | undefined): Severity {
  if (score === undefined) return "unknown";
  if (score >= 9) return "critical";
  if (score >= 7) return "high";
  if (score >= 4) return "medium";
  return score > 0 ? "low" : "none";
}

/** Whether an open advisory of a severity is a finding. */
export function isFindingAt(severity: Severity, failOn: FailOn): boolean {
  if (severity === "unknown") return failsOnUnknown(failOn);
  const threshold = thresholdOf(failOn);
  if (threshold === "never") return false;
  return threshold === "any" || severityNames.indexOf(severity) <= severityNames.indexOf(threshold);
}

/** How severe a vulnerability is, in a word and a number. */
export interface Rating {
  readonly severity: Severity;
  /** Base score, 0 to 10; undefined if no score can be read. */
  readonly score: number | undefined;
}

/** The highest rating of an advisory's scores. */
export function ratingOf(severities: AdvisoryResult["severities"]): Rating {
  const scores = severities.flatMap(({ score }) => scoreIn(score) ?? []);
  const score = scores.length === 0 ? undefined : Math.max(...scores);
  return { severity: severityOf(score), score };
}

/** The base score of a vector, or of a number; undefined for other texts. */
const scoreIn = (text: string): number | undefined =>
  /^(10(\.0)?|\d(\.\d)?)$/.test(text) ? Number(text) : baseScore(text);
