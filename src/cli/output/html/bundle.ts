import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "../../page";

/** What the browser runs and how it looks, for a kind of page. */
export interface Bundle {
  readonly script: string;
  readonly style: string;
}

/** As far above this file in dist as it is in src. */
const folder = join(__dirname, "..", "..", "..", "..", "dist", "pages");

/** The bundle of a kind, which the build makes of src/pages. Throws where the package is not built. */
export const bundleOf = (kind: Page["kind"]): Bundle => ({
  script: readFileSync(join(folder, `${kind}.js`), "utf8"),
  style: readFileSync(join(folder, `${kind}.css`), "utf8"),
});
