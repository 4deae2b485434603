import type { AdvisoryResult } from "../../../lookups/results";
import { scoreV2, scoreV3 } from "./cvss";

/** Severities, from none. "unknown" stands for a score that this version cannot read. */
export const severityNames = ["none", "low", "medium", "high", "critical", "unknown"] as const;
/** How severe a vulnerability is, in a word. */
export type Severity = (typeof severityNames)[number];

/** What `--fail-on` takes. */
export const thresholds = ["any", "low", "medium", "high", "critical", "never"] as const;
/** From which severity on an open advisory is a finding. */
export type Threshold = (typeof thresholds)[number];

/** How severe a vulnerability is. */
export interface Rating {
  readonly severity: Severity;
  /** Base score, 0 to 10; undefined if no score can be read. */
  readonly score: number | undefined;
}

/** The highest rating of an advisory's scores. */
export function ratingOf(severities: AdvisoryResult["severities"]): Rating {
  const scores = severities.flatMap(({ score }) => scoreOf(score) ?? []);
  if (scores.length === 0) return { severity: "unknown", score: undefined };
  const score = Math.max(...scores);
  return { severity: nameOf(score), score };
}

/** The base score of a vector, or of a number; undefined for other texts. */
function scoreOf(text: string): number | undefined {
  if (/^(10(\.0)?|\d(\.\d)?)$/.test(text)) return Number(text);
  return scoreV3(text) ?? scoreV2(text);
}

/** The qualitative scale of CVSS 3 and 4. */
function nameOf(score: number): Severity {
  if (score >= 9) return "critical";
  if (score >= 7) return "high";
  if (score >= 4) return "medium";
  return score > 0 ? "low" : "none";
}

/** Whether a severity reaches a threshold. What is unknown may be of any severity, so that it does. */
export function reaches(severity: Severity, threshold: Threshold): boolean {
  if (threshold === "never") return false;
  return threshold === "any" || severityNames.indexOf(severity) >= severityNames.indexOf(threshold);
}
