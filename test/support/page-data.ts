import type { Cell } from "../../src/cli/cell";
import { bundleOf, framed } from "../../src/cli/output/html/frame";
import type { Page, PageStep, SeriesPage } from "../../src/cli/page";
import { digestOf } from "./command";
import { HOSTILE_TEXTS } from "./hostile-texts";

export { graphPage } from "./access-page";
export { advisoriesPage } from "./advisories-page";
export { findingsPage } from "./drift-page";
export { HOSTILE_TEXTS };

/** The page of data, as the command writes it. */
export const pageText = (page: Page, notes: readonly string[] = []): string =>
  framed({ page, notes, bundle: bundleOf(page.kind), now: Date.UTC(2026, 0, 5) });

const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 0, 5, 8, 30);

/** A tag that moved each so many days, and back to a former digest at each seventh move. */
export function seriesPage(count: number, title = "acme/web:1.2"): SeriesPage {
  const steps = Array.from({ length: count }, (_, i): PageStep => {
    const value = digestOf("0123456789abcdef"[(i % 7 === 6 ? i - 3 : i) % 16] ?? "0");
    const since = START + i * 3.3 * DAY_MS;
    return { value, label: value.slice(7, 19), since, until: i + 1 < count ? since + 3.3 * DAY_MS : undefined };
  });
  return {
    kind: "series",
    title,
    noun: "digest",
    end: START + count * 3.3 * DAY_MS,
    before: undefined,
    steps,
    facts: [
      { label: "Current digest", text: steps.at(-1)?.value ?? "", isCopied: true },
      { label: "Moves", text: String(count) },
      { label: "Median lifetime", text: "3d 7h" },
      { label: "Current digest since", text: "2d" },
    ],
    table: {
      title: "Moves",
      columns: [
        { heading: "SINCE" },
        { heading: "STOOD", isNumber: true },
        { heading: "DIGEST", isCode: true },
        { heading: "CHANGE" },
      ],
      rows: steps
        .map(({ value, since }, i): Cell[] => [
          new Date(since).toISOString(),
          "3d 7h",
          value,
          i === 0 ? { text: "first", tone: "quiet" } : "changed",
        ])
        .reverse(),
      empty: "The tag was not moved in this time.",
    },
  };
}
