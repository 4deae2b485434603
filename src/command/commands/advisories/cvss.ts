import { fromVector } from "ae-cvss-calculator";

/** Returns the base score of a CVSS vector (2, 3.0, 3.1, 4.0). Undefined for other texts and incomplete vectors, which the library would score. */
export function baseScore(text: string): number | undefined {
  const metrics = text.replace(/^\(|\)$/g, "").split("/");
  const names = metrics.map((metric) => metric.split(":", 1)[0]);
  if (new Set(names).size < names.length || !/^(CVSS:(3\.[01]|4\.0)\/)?\w+:\w+\//.test(metrics.join("/")))
    return undefined;
  const vector = fromVector(text);
  if (vector === null || !vector.isBaseFullyDefined()) return undefined;
  const scores = vector.calculateScores();
  // Threat metrics change the base score of version 4.
  return "baseMetricsOnly" in scores ? scores.baseMetricsOnly : scores.base;
}
