import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { repositoryRoot } from "./workspace";

/** The rooms of the source, `src/core`. */
export const rooms = (): string[] =>
  readdirSync(join(repositoryRoot, "src"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `src/${name}`);

/** The pages that people read, by their paths in the repository. */
export const pages = (): string[] => [
  ...readdirSync(repositoryRoot).filter((name) => name.endsWith(".md")),
  ...["docs", "docs/commands", "docs/internals", ...rooms()].flatMap((folder) =>
    readdirSync(join(repositoryRoot, folder))
      .filter((name) => name.endsWith(".md"))
      .map((name) => `${folder}/${name}`),
  ),
];

export const readPage = (page: string): string => readFileSync(join(repositoryRoot, page), "utf8");

/** A text without its code blocks and spans, which contain no links and headings. */
const withoutCode = (text: string): string => text.replace(/^```[\s\S]*?^```/gm, "").replace(/`[^`\n]*`/g, "");

/** A link from a page to a file of the repository. */
export interface Link {
  readonly page: string;
  /** As it is written. */
  readonly target: string;
  /** Path in the repository. */
  readonly file: string;
  /** The part after `#`; empty for a link to the whole page. */
  readonly anchor: string;
}

/** The links of a page to other files and to its own headings, those of pictures too. */
export function linksOf(page: string): Link[] {
  const text = withoutCode(readPage(page));
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g)].map(
    ([, inText, inTag]) => inText ?? inTag ?? "",
  );
  return targets
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [path = "", anchor = ""] = target.split("#");
      return { page, target, anchor, file: path === "" ? page : posix.join(dirname(page), path) };
    });
}

/** The anchors that a page's headings have, as code hosts make them. */
export function anchorsOf(page: string): Set<string> {
  const headings = [
    ...readPage(page)
      .replace(/^```[\s\S]*?^```/gm, "")
      .matchAll(/^#+ (.*)$/gm),
  ];
  const anchors = headings.map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
  return new Set(
    anchors.map((anchor, i) => {
      const before = anchors.slice(0, i).filter((other) => other === anchor).length;
      return before === 0 ? anchor : `${anchor}-${before}`;
    }),
  );
}

export const targetExists = ({ file, anchor }: Link): boolean =>
  existsSync(join(repositoryRoot, file)) && (anchor === "" || anchorsOf(file).has(anchor));

export interface Sample {
  readonly page: string;
  readonly text: string;
  /** Whether the marker `<!-- run -->`, or `<!-- run: mocha -->`, precedes it: the test runs it, with Node or with mocha. */
  readonly runs: false | "node" | "mocha";
}

export const samplesOf = (page: string): Sample[] =>
  [...readPage(page).matchAll(/(?:<!-- run(: mocha)? -->\n()```|^```)ts\n([\s\S]*?)^```/gm)].map(
    ([, mocha, marker, text = ""]) => ({ page, text, runs: mocha ? "mocha" : marker === undefined ? false : "node" }),
  );

/** The program in the quick start of the README, as it would be copied. */
export const readmeProgram = (): string =>
  /^cat > index\.ts <<'EOF'\n([\s\S]*?)^EOF$/m.exec(readPage("README.md"))?.[1] ?? "";
