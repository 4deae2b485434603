import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { adviceIn, type Found } from "./messages/advice";

/** Advice of sources and pages, by its markers, and which of it tests follow, by their titles. */

const root = join(__dirname, "..");

/** Pages that are made from something else, where their advice is. */
const MADE = ["docs/demo.md", "docs/errors.md", "docs/promises.md", "docs/resources.md"];
/** The emulator's answers are the platform's. Of its files only these speak to whoever runs it. */
const OF_THE_PLATFORM = /^src\/emulator\/(?!.*\/?(?:checks|fault-line|state-file)\.ts$)/;

/** Whether a source has texts of ours for users. */
export const isShownToUsers = (file: string): boolean => !OF_THE_PLATFORM.test(file);

const filesBelow = (folder: string, ending: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .filter((name) => name.endsWith(ending))
    .sort();

const read = (file: string): string => readFileSync(join(root, file), "utf8");

/** The sources whose texts advise users, and what is found in each. Help texts only describe. */
export const sources = (): { readonly file: string; readonly found: Found }[] =>
  [...filesBelow("src", ".ts"), "tools/resource-docs.ts"]
    .filter((file) => isShownToUsers(file) && !file.endsWith("/declaration.ts"))
    .map((file) => ({ file, found: adviceIn(file, read(file)) }));

/** The ids of all advice, in sources and in pages that were written by hand. */
export const adviceIds = (): ReadonlySet<string> =>
  new Set([
    ...sources().flatMap(({ found }) => found.marked),
    ...["README.md", "SECURITY.md", ...filesBelow("docs", ".md")]
      .filter((file) => !MADE.includes(file))
      .flatMap((file) => claimsIn(file, /<!-- advice: ([a-z0-9, -]+) -->/g)),
  ]);

/** The ids that the titles of tests claim to follow: "… (advice rename-alias)", "… (advice a, b)". */
export const followedIds = (): ReadonlySet<string> =>
  new Set(
    filesBelow("test", ".test.ts").flatMap((file) => claimsIn(file, /["`](?:(?!["`]).)* \(advice ([a-z0-9, -]+)\)/g)),
  );

/** The ids in the lists that a pattern finds in a file. */
const claimsIn = (file: string, pattern: RegExp): string[] =>
  [...read(file).matchAll(pattern)].flatMap(([, ids = ""]) => ids.split(", "));
