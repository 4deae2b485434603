import type { Origin, Page, StepChart } from "../../declaration";
import { toneOf } from "../../output/text";
import { durationText } from "../../times";
import { markOf, type TagHistory } from "./intervals";
import { referenceText } from "./reference";

export function historyPage(found: TagHistory, origin: Origin): Page {
  const { digests, changes, medianSeconds, ageSeconds } = found.churn;
  const rollbacks = found.intervals.filter(({ isRollback }) => isRollback).length;
  const duration = (seconds: number | null) => (seconds === null ? "–" : durationText(seconds));
  return {
    title: `History of ${referenceText(found.reference)}`,
    facts: { Organization: found.reference.org, ...origin },
    tiles: [
      { figure: String(rollbacks), label: "roll-backs", tone: rollbacks > 0 ? "warning" : undefined },
      { figure: String(changes), label: "changes", note: `in ${found.intervals.length} moves` },
      { figure: String(digests), label: "digests" },
      { figure: duration(medianSeconds), label: "median lifetime" },
      { figure: duration(ageSeconds), label: "age of the current digest" },
    ],
    chart: chartOf(found),
  };
}

function chartOf({ reference, since, before, intervals, end }: TagHistory): StepChart {
  const first = since === undefined || before === undefined || since > end ? [] : [{ digest: before, time: since }];
  const moves = intervals.map((one) => ({ digest: one.digest, time: one.since, tone: toneOf(markOf(one)) }));
  const digests = [...new Set([...first, ...moves].map(({ digest }) => digest))];
  const places = new Map(digests.map((digest, place) => [digest, place]));
  return {
    label: `The digests of ${referenceText(reference)} over time. The table has each move.`,
    values: digests.map((digest) => digest.replace(/^sha256:/, "").slice(0, 12)),
    steps: [...first, ...moves].map(({ digest, ...step }) => ({ ...step, value: places.get(digest) ?? 0 })),
    end,
  };
}
