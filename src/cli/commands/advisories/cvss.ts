/** Base scores of CVSS vectors, by the formulas of FIRST's specifications of versions 2 and 3.1. */

type Weights = Readonly<Record<string, Readonly<Record<string, number>>>>;

const V3: Weights = {
  AV: { N: 0.85, A: 0.62, L: 0.55, P: 0.2 },
  AC: { L: 0.77, H: 0.44 },
  PR: { N: 0.85, L: 0.62, H: 0.27 },
  UI: { N: 0.85, R: 0.62 },
  S: { U: 0, C: 1 },
  C: { H: 0.56, L: 0.22, N: 0 },
  I: { H: 0.56, L: 0.22, N: 0 },
  A: { H: 0.56, L: 0.22, N: 0 },
};
/** Weights of PR where the scope changes. */
const PR_CHANGED: Readonly<Record<string, number>> = { N: 0.85, L: 0.68, H: 0.5 };

/** The base score of a vector of CVSS 3.0 or 3.1, `CVSS:3.1/AV:N/…`; undefined for any other text. */
export function scoreV3(vector: string): number | undefined {
  const [, metrics] = /^CVSS:3\.[01]\/(.+)$/.exec(vector) ?? [];
  const read = metrics === undefined ? undefined : metricsIn(metrics, V3);
  if (read === undefined) return undefined;
  const { weights, letters } = read;
  const { AV = 0, AC = 0, UI = 0, C = 0, I = 0, A = 0, S = 0 } = weights;
  const PR = S === 1 ? (PR_CHANGED[letters.PR ?? ""] ?? 0) : (weights.PR ?? 0);
  const iss = 1 - (1 - C) * (1 - I) * (1 - A);
  const impact = S === 1 ? 7.52 * (iss - 0.029) - 3.25 * (iss - 0.02) ** 15 : 6.42 * iss;
  if (impact <= 0) return 0;
  const exploitability = 8.22 * AV * AC * PR * UI;
  return roundUp(Math.min((S === 1 ? 1.08 : 1) * (impact + exploitability), 10));
}

/** Rounds up to one decimal, as appendix A of CVSS 3.1 has it against errors of floating point. */
function roundUp(score: number): number {
  const hundredThousandths = Math.round(score * 100_000);
  return hundredThousandths % 10_000 === 0
    ? hundredThousandths / 100_000
    : (Math.floor(hundredThousandths / 10_000) + 1) / 10;
}

const V2: Weights = {
  AV: { L: 0.395, A: 0.646, N: 1 },
  AC: { H: 0.35, M: 0.61, L: 0.71 },
  Au: { M: 0.45, S: 0.56, N: 0.704 },
  C: { N: 0, P: 0.275, C: 0.66 },
  I: { N: 0, P: 0.275, C: 0.66 },
  A: { N: 0, P: 0.275, C: 0.66 },
};

/** The base score of a vector of CVSS 2, `AV:N/AC:L/Au:N/…`; undefined for any other text. */
export function scoreV2(vector: string): number | undefined {
  const read = metricsIn(vector.replace(/^\(|\)$/g, ""), V2);
  if (read === undefined) return undefined;
  const { AV = 0, AC = 0, Au = 0, C = 0, I = 0, A = 0 } = read.weights;
  const impact = 10.41 * (1 - (1 - C) * (1 - I) * (1 - A));
  const exploitability = 20 * AV * AC * Au;
  const factor = impact === 0 ? 0 : 1.176;
  return Math.round((0.6 * impact + 0.4 * exploitability - 1.5) * factor * 10) / 10;
}

/** The weights of the base metrics of a vector; undefined unless each is there once. Other metrics do not count. */
function metricsIn(
  text: string,
  table: Weights,
): { weights: Record<string, number>; letters: Record<string, string> } | undefined {
  const weights: Record<string, number> = {};
  const letters: Record<string, string> = {};
  for (const part of text.split("/")) {
    const [name = "", letter = "", ...rest] = part.split(":");
    if (letter === "" || rest.length > 0) return undefined;
    if (!Object.hasOwn(table, name)) continue;
    const choices = table[name] ?? {};
    const weight = Object.hasOwn(choices, letter) ? choices[letter] : undefined;
    if (weight === undefined || Object.hasOwn(weights, name)) return undefined;
    weights[name] = weight;
    letters[name] = letter;
  }
  return Object.keys(weights).length === Object.keys(table).length ? { weights, letters } : undefined;
}
