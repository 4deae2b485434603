import { type Sort, sorts } from "./sorts";

/** An ignore file: what is meant to be as it is, one rule to a line. */

/** A line of an ignore file that is no rule. Its message has the file and the line. */
export class IgnoreFileError extends Error {
  override readonly name = "IgnoreFileError";
}

/** A rule. */
export interface Rule {
  /** Number of its line, from 1. */
  readonly line: number;
  /** The line as it was written. */
  readonly text: string;
  readonly kind: RegExp;
  /** For the uid or the name. */
  readonly object: RegExp;
  /** The uid or the name as it was written. */
  readonly objectText: string;
  /** Whether it has a `*`, and so may mean several objects. */
  readonly isPattern: boolean;
  /** Whether it is about every object of its kind. */
  readonly isForAll: boolean;
  /** For the path of a changed field; without one it is about all that is found of an object. */
  readonly field: RegExp | undefined;
  /** The one sort of finding that it is about; all without it. */
  readonly when: Sort | undefined;
  /** The last day that it holds, `2027-01-31`; undefined for a rule without an end. */
  readonly until: string | undefined;
}

/** Reads an ignore file. Throws IgnoreFileError for the first line that is no rule. */
export function readRules(content: string, file: string): Rule[] {
  return content
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .flatMap((text, i) => {
      try {
        return ruleIn(text, i + 1);
      } catch (error) {
        if (!(error instanceof IgnoreFileError)) throw error;
        throw new IgnoreFileError(`${file}:${i + 1}: ${error.message}`);
      }
    });
}

function ruleIn(text: string, line: number): Rule[] {
  const words = wordsIn(text);
  const [kind, object, ...rest] = words;
  if (kind === undefined) return [];
  const until = clauseIn(rest, "until", lastDay);
  const when = clauseIn(rest, "when", sortIn);
  const [field, ...more] = rest;
  if (object === undefined || more.length > 0) throw new IgnoreFileError(FORM);
  // advice: ignore-rule-field
  if (field !== undefined && when !== undefined) throw new IgnoreFileError('a field changes: leave "when" out');
  if (!/[:*]/.test(kind.text))
    throw new IgnoreFileError(`"${kind.text}" is no kind: one is like iam:RoleBinding, or *`);
  return [
    {
      line,
      text: text.trim(),
      kind: patternOf(kind.text),
      object: patternOf(object.text),
      objectText: object.text,
      isPattern: object.text.includes("*"),
      isForAll: /^\*+$/.test(object.text),
      field: field === undefined ? undefined : fieldPattern(field.text),
      when,
      until,
    },
  ];
}

// advice: ignore-rule-form
const FORM =
  'it is no rule. The form is: kind, uid or name, optional field, optional "when" and a sort of finding, optional "until" and a day';

interface Word {
  readonly text: string;
  readonly isQuoted: boolean;
}

const WORD = /\s*(?:"(?<quoted>[^"]*)"(?=\s|$)|(?<bare>[^\s"#][^\s"]*)(?=\s|$))/y;

/** The words of a line, up to a comment. A word in quotes may have spaces. */
function wordsIn(text: string): Word[] {
  const words: Word[] = [];
  let at = 0;
  while (!/^\s*(#|$)/.test(text.slice(at))) {
    WORD.lastIndex = at;
    const groups = WORD.exec(text)?.groups;
    if (groups === undefined) throw new IgnoreFileError("a quote in it stands alone, or within a word");
    const { quoted, bare = "" } = groups;
    words.push({ text: quoted ?? bare, isQuoted: quoted !== undefined });
    at = WORD.lastIndex;
  }
  return words;
}

/** Takes what stands behind a word out of the words of a rule. */
function clauseIn<T>(words: Word[], name: string, read: (words: readonly Word[]) => T): T | undefined {
  const start = words.findIndex(({ text, isQuoted }) => text === name && !isQuoted);
  return start < 0 ? undefined : read(words.splice(start).slice(1));
}

/** The sort of `when unmanaged`. */
function sortIn([word, ...more]: readonly Word[]): Sort {
  const sort = sorts.find((one) => one === word?.text);
  if (sort === undefined || more.length > 0) {
    throw new IgnoreFileError(`behind "when" stands one of ${sorts.join(", ")}, and nothing else but "until"`);
  }
  return sort;
}

/** The day of `until 2027-01-31`. */
function lastDay([day, ...more]: readonly Word[]): string {
  const text = day?.text ?? "";
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // Date.parse takes 30 February for a day in March.
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
  if (!isDay || more.length > 0)
    throw new IgnoreFileError('behind "until" stands a day, like 2027-01-31, and nothing else');
  return text;
}

/** A pattern where `*` stands for any characters. */
const patternOf = (text: string): RegExp => new RegExp(`^${escaped(text)}$`, "su");

/** The same for a field and all that is in it. */
const fieldPattern = (text: string): RegExp => new RegExp(`^${escaped(text)}(?:$|[.[])`, "su");

const escaped = (text: string): string => text.split(/\*+/).map(escapedText).join(".*");

const escapedText = (text: string): string => text.replace(/[\\^$.|?+()[\]{}/]/g, "\\$&");
