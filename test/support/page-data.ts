import { bundleOf, framed } from "../../src/cli/output/html/frame";
import type { Page } from "../../src/cli/page";
import { HOSTILE_TEXTS } from "./hostile-texts";

export { graphPage } from "./access-page";
export { advisoriesPage } from "./advisories-page";
export { findingsPage } from "./drift-page";
export { seriesPage } from "./history-page";
export { HOSTILE_TEXTS };

/** The page of data, as the command writes it. */
export const pageText = (page: Page, notes: readonly string[] = []): string =>
  framed({ page, notes, bundle: bundleOf(page.kind), now: Date.UTC(2026, 0, 5) });
