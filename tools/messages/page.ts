import { adviceSentences, startsWithAdvice } from "./advice";
import { groupOf, groups } from "./groups";
import type { Raised } from "./raised";
import { shownOf } from "./shown";
import { isPhrase, type Text } from "./text";

/** A row of the page: what a message says, and what to do about it. */
interface Row {
  readonly says: string;
  readonly remedy: string;
}

/** The text of docs/errors.md. */
export function errorsPage(raised: readonly Raised[]): string {
  const rows = new Map(groups.map(({ title }) => [title, new Map<string, Row>()]));
  const known = new Set<string>();
  const add = (file: string, text: Text, before: string): void => {
    for (const { text: shown, parts } of shownOf(text)) {
      const message = (before + shown).trim();
      const isNew = /\p{L}{2}/u.test(message) && !known.has(shown);
      if (isNew) rows.get(groupOf(file))?.set(message, rowOf(message));
      known.add(shown);
      for (const part of parts.filter(isPhrase)) add(file, part, "… ");
    }
  };
  for (const { file, text } of raised) add(file, text, "");
  return `# Errors and warnings

\`npm run docs\` writes this page from the sources. It lists every error and every warning of this package, by when it comes up.
Search it for a few words of your message. \`…\` stands for a value, or for a part that has a row of its own. A part in
brackets is not always there. [Troubleshooting](troubleshooting.md) describes problems without such a message.

${groups
  .map(({ title, when }) => `## ${title}\n\n${when}\n\n${tableOf([...(rows.get(title)?.values() ?? [])])}`)
  .join("\n\n")}
`;
}

const tableOf = (rows: readonly Row[]): string =>
  [
    "| message | what to do |",
    "|---|---|",
    ...rows
      .toSorted((a, b) => collator.compare(lettersOf(a.says), lettersOf(b.says)))
      .map(({ says, remedy }) => `| ${cellOf(says)} | ${cellOf(remedy)} |`),
  ].join("\n");

const collator = new Intl.Collator("en");

/** A message from its first letter on. */
const lettersOf = (message: string): string => message.replace(/^\P{L}+/u, "");

/** Divides a message: sentences and lines that advise something are its remedy. */
function rowOf(message: string): Row {
  const [first = "", ...lines] = message.split("\n");
  const sentences = first.split(/(?<=[.?!]\]?) (?=\[?[A-Z…])/);
  const from = sentences.findIndex((sentence, i) => i > 0 && adviceSentences(sentence).length > 0);
  const rest = from < 0 ? sentences : sentences.slice(0, from);
  const advised = from < 0 ? [] : sentences.slice(from);
  const remedies = lines.filter((line) => line.startsWith("- ") || adviceSentences(line).length > 0);
  const facts = lines.filter((line) => !remedies.includes(line));
  const [says, clause] = withoutClause(rest.join(" "));
  return {
    says: [says, ...facts].join("\n"),
    remedy: [[clause, ...advised].filter(Boolean).join(" "), ...remedies].filter(Boolean).join("\n"),
  };
}

/** Cuts off a last clause that is advice, behind a colon or a semicolon. */
function withoutClause(sentence: string): [says: string, clause: string] {
  const ends = [...sentence.matchAll(/[:;] /g)].map(({ index }) => index);
  const at = ends.find((end) => startsWithAdvice(sentence.slice(end + 2)));
  if (at === undefined) return [sentence, ""];
  return [sentence.slice(0, at), capitalized(sentence.slice(at + 2))];
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A text in a cell of a table. */
const cellOf = (text: string): string =>
  text
    .trim()
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll("|", "\\|")
    .replaceAll("*", "\\*")
    .replace(/\n\s*/g, "<br>");
