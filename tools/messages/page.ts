import { adviceSentences } from "./advice";
import { groupOf, groups } from "./groups";
import type { Raised } from "./raised";
import { shownOf } from "./shown";
import { isPhrase, type Text } from "./text";

/** A row of the page: what a message says, and what to do about it. */
interface Row {
  readonly says: string;
  readonly remedies: readonly string[];
}

/** The text of docs/errors.md. */
export function errorsPage(raised: readonly Raised[]): string {
  const rows = new Map(groups.map(({ title }) => [title, new Map<string, Row["remedies"][]>()]));
  const known = new Set<string>();
  const add = (file: string, text: Text, before: string): void => {
    for (const { text: shown, parts } of shownOf(text)) {
      const { says, remedies } = rowOf(before + shown.trim());
      const group = rows.get(groupOf(file));
      // A row without two words of its own helps nobody.
      if (!known.has(shown) && /\p{L}+ \p{L}/u.test(says)) {
        group?.set(says, [...(group.get(says) ?? []), remedies]);
      }
      known.add(shown);
      for (const part of parts.filter(isPhrase)) add(file, part, "… ");
    }
  };
  for (const { file, text } of raised) add(file, text, "");
  return `# Errors and warnings

\`npm run docs\` writes this page from the sources. It lists every error and every warning of this package, by when it comes up.
Search it for a few words of your message. \`…\` stands for a value, or for a part that has a row of its own. A part in
brackets is not always there. [Troubleshooting](troubleshooting.md) describes problems without such a message.

${groups.map(({ title, when }) => `## ${title}\n\n${when}\n\n${tableOf(rows.get(title) ?? new Map())}`).join("\n\n")}
`;
}

const tableOf = (rows: ReadonlyMap<string, readonly Row["remedies"][]>): string =>
  [
    "| message | what to do |",
    "|---|---|",
    ...[...rows]
      .toSorted(([a], [b]) => collator.compare(lettersOf(a), lettersOf(b)))
      .flatMap(([says, lists]) =>
        distinct(lists).map((remedies) => `| ${cellOf(says)} | ${cellOf(listOf(remedies))} |`),
      ),
  ].join("\n");

/** The lists of remedies that forms of one message have. Single remedies are one list. The order matters within a longer list. */
function distinct(lists: readonly Row["remedies"][]): Row["remedies"][] {
  const singles = [...new Set(lists.filter(({ length }) => length === 1).flat())];
  const all = [
    ...new Map([...lists.filter(({ length }) => length > 1), singles].map((list) => [list.join("\n"), list])).values(),
  ];
  return all.filter((list) => !all.some((other) => other !== list && list.every((remedy) => other.includes(remedy))));
}

/** The remedies of a message, each on a line of its own. */
const listOf = (remedies: readonly string[]): string =>
  remedies.length < 2 ? remedies.join("") : remedies.map((remedy) => `- ${remedy}`).join("\n");

const collator = new Intl.Collator("en");

/** A message from its first letter on. */
const lettersOf = (message: string): string => message.replace(/^\P{L}+/u, "");

/** Divides a message: sentences and lines that advise something are its remedy. */
function rowOf(message: string): Row {
  const [first = "", ...lines] = message.split("\n");
  const sentences = first.split(/(?<=[.?!]\]?) (?=\[?[A-Z…])/);
  const from = sentences.findIndex(
    (sentence, i) => i > 0 && !sentence.endsWith(":") && adviceSentences(sentence).length > 0,
  );
  const rest = from < 0 ? sentences : sentences.slice(0, from);
  const advised = from < 0 ? [] : sentences.slice(from);
  const remedies = lines.filter((line) => line.startsWith("- ") || adviceSentences(line).length > 0);
  const facts = lines.filter((line) => !remedies.includes(line) && line !== "…");
  return {
    says: [rest.join(" "), ...facts].join("\n").replace(/\.$/, ""),
    remedies: [advised.join(" "), ...remedies]
      .map((remedy) => remedy.replace(/^- |\.$/g, ""))
      .filter((remedy) => /\p{L}/u.test(remedy)),
  };
}

/** A text in a cell of a table. */
const cellOf = (text: string): string =>
  text
    .trim()
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replace(/…{2,}/g, "…")
    .replaceAll("|", "\\|")
    .replaceAll("*", "\\*")
    .replace(/\n\s*/g, "<br>");
