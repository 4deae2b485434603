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
  const values = [..."0123456789abcdef"].map(digestOf);
  const steps = Array.from({ length: count }, (_, i): PageStep => {
    const [place, since] = [(i % 7 === 6 ? i - 3 : i) % values.length, START + i * 3.3 * DAY_MS];
    return i === 0 ? [place, since, "3d 7h", { text: "first", tone: "quiet" }] : [place, since, "3d 7h"];
  });
  return {
    kind: "series",
    title,
    noun: "digest",
    end: START + count * 3.3 * DAY_MS,
    values,
    before: undefined,
    steps,
    facts: [
      { label: "Current digest", text: values[steps.at(-1)?.[0] ?? -1] ?? "", isCopied: true },
      { label: "Moves", text: String(count) },
      { label: "Median lifetime", text: "3d 7h" },
      { label: "Age of the current digest", text: "2d" },
    ],
    table: {
      title: "Moves",
      columns: [
        { heading: "SINCE" },
        { heading: "UNTIL" },
        { heading: "LIFETIME", isNumber: true },
        { heading: "DIGEST", isCode: true },
        { heading: "MARK" },
      ],
      empty: "The tag did not move in this period.",
    },
  };
}
