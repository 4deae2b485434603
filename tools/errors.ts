import { isShownToUsers } from "./advice";
import { writeGenerated } from "./generated-file";
import { errorsPage } from "./messages/page";
import { Sources } from "./messages/program";
import { type Raised, RaisedTexts } from "./messages/raised";

/** What the sources say in errors and warnings. */
export const raisedTexts = (): Raised[] => new RaisedTexts(new Sources(isShownToUsers)).all();

/** Writes docs/errors.md from the sources. */
export const write = (): void => writeGenerated("docs/errors.md", errorsPage(raisedTexts()));
