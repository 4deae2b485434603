import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { isShownToUsers } from "./advice";
import { errorsPage } from "./messages/page";
import { Sources } from "./messages/program";
import { type Raised, RaisedTexts } from "./messages/raised";

/** Writes docs/errors.md from the sources. */

/** What the sources say in errors and warnings. */
export const raisedTexts = (): Raised[] => new RaisedTexts(new Sources(isShownToUsers)).all();

if (require.main === module) {
  writeFileSync(join(__dirname, "..", "docs", "errors.md"), errorsPage(raisedTexts()));
}
