import type { AdvisoryResult } from "../../../lookups/results";
import { baseScore } from "./cvss";
import { type Severity, severityOf } from "./severity";

/** How severe a vulnerability is. */
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
