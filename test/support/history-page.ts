import { createHash } from "node:crypto";
import { churnOf, intervalsOf } from "../../src/cli/commands/history/intervals";
import { historyReport } from "../../src/cli/commands/history/report";
import type { SeriesPage } from "../../src/cli/page";
import { digestOf } from "./command";

const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 0, 5, 8, 30);

/** The digest of a move: sixteen of one repeated digit, and then others. */
const digestAt = (i: number): string =>
  i < 16 ? digestOf(i.toString(16)) : `sha256:${createHash("sha256").update(String(i)).digest("hex")}`;

/**
 * The page of `history acme/web:1.2 -o html` for a tag that was moved so many times, and back to a former digest at each seventh move.
 *
 * @param before the digest at the start of a period that begins four days earlier
 */
export function seriesPage(count: number, before?: string): SeriesPage {
  const records = Array.from({ length: count }, (_, i) => ({
    digest: digestAt(i % 7 === 6 ? i - 3 : i),
    updateTimestamp: new Date(START + i * 3.3 * DAY_MS).toISOString(),
  }));
  const end = START + count * 3.3 * DAY_MS;
  const intervals = intervalsOf(records, before, end);
  const { page } = historyReport({
    reference: { org: "acme", image: "web", tag: "1.2" },
    since: before === undefined ? undefined : START - 4 * DAY_MS,
    until: end,
    end,
    before,
    intervals,
    churn: churnOf(intervals),
  });
  if (page?.kind !== "series") throw new Error("history has no page");
  return page;
}
