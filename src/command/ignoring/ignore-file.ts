import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CallError } from "../declaration";
import { type Sort, sorts } from "./sorts";

export const IGNORE_FILE = ".pulumi-platform-ignore";

/** The error for an invalid line of an ignore file. Its message has the file and the line. */
export class IgnoreFileError extends Error {
  override readonly name = "IgnoreFileError";
}

export interface Rule {
  readonly line: number;
  readonly text: string;
  readonly kind: RegExp;
  /** Pattern for the uid or the name. */
  readonly object: RegExp;
  readonly objectText: string;
  /** Whether it has a `*`, so it may match several objects. */
  readonly isPattern: boolean;
  /** Whether it matches every object of its kind. */
  readonly isForAll: boolean;
  /** Pattern for the path of a changed field. Without it, the rule hides all findings of an object. */
  readonly field: RegExp | undefined;
  /** The sort of finding that it hides. Undefined for all sorts. */
  readonly when: Sort | undefined;
  /** The last day on which it is valid, `2027-01-31`. Undefined without an end. */
  readonly until: string | undefined;
}

/** Returns the rules of the named file, or of the ignore file in a folder if there is one. Throws CallError or IgnoreFileError. */
export function rulesFor(named: string | undefined, folder: string | undefined): readonly Rule[] {
  const file = named ?? (folder === undefined ? undefined : join(folder, IGNORE_FILE));
  if (file === undefined) return [];
  try {
    return readRules(readFileSync(file, "utf8"), named ?? IGNORE_FILE);
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error;
    if (error.code === "ENOENT" && named === undefined) return [];
    throw new CallError(`the ignore file ${file} cannot be read: ${error.code}`);
  }
}

/** Parses an ignore file. Throws IgnoreFileError for the first invalid line. */
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
  if (field !== undefined && when !== undefined)
    throw new IgnoreFileError('a rule with a field must not have "when", because such a rule always ignores a change');
  if (!/[:*]/.test(kind.text)) throw new IgnoreFileError(`"${kind.text}" must be a kind, like iam:RoleBinding, or *`);
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

const FORM =
  "must be a rule: KIND UID-OR-NAME [FIELD] [when FINDING] [until DAY], like iam:Role ci name until 2027-01-31";

interface Word {
  readonly text: string;
  readonly isQuoted: boolean;
}

const WORD = /\s*(?:"(?<quoted>[^"]*)"(?=\s|$)|(?<bare>[^\s"#][^\s"]*)(?=\s|$))/y;

/** Returns the words of a line, up to a comment. A word in quotes may contain spaces. */
function wordsIn(text: string): Word[] {
  const words: Word[] = [];
  let at = 0;
  while (!/^\s*(#|$)/.test(text.slice(at))) {
    WORD.lastIndex = at;
    const groups = WORD.exec(text)?.groups;
    if (groups === undefined)
      throw new IgnoreFileError('a text in quotes must begin and end with ", and a space must follow');
    const { quoted, bare = "" } = groups;
    words.push({ text: quoted ?? bare, isQuoted: quoted !== undefined });
    at = WORD.lastIndex;
  }
  return words;
}

/** Removes a word and everything after it from the words of a rule. Returns what was after it. */
function clauseIn<T>(words: Word[], name: string, read: (words: readonly Word[]) => T): T | undefined {
  const start = words.findIndex(({ text, isQuoted }) => text === name && !isQuoted);
  return start < 0 ? undefined : read(words.splice(start).slice(1));
}

function sortIn([word, ...more]: readonly Word[]): Sort {
  const sort = sorts.find((one) => one === word?.text);
  if (sort === undefined || more.length > 0) {
    throw new IgnoreFileError(
      `"when" must be followed by one of ${sorts.join(", ")}, and only "until" may come after that`,
    );
  }
  return sort;
}

/** Returns the day of `until 2027-01-31`. */
function lastDay([day, ...more]: readonly Word[]): string {
  const text = day?.text ?? "";
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // Date.parse reads 30 February as a day in March.
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
  if (!isDay || more.length > 0)
    throw new IgnoreFileError('"until" must be followed by a day, like 2027-01-31, and nothing else');
  return text;
}

/** Returns a pattern in which `*` matches any characters. */
const patternOf = (text: string): RegExp => new RegExp(`^${escaped(text)}$`, "su");

/** Like `patternOf`, for a field and everything in it. */
const fieldPattern = (text: string): RegExp => new RegExp(`^${escaped(text)}(?:$|[.[])`, "su");

const escaped = (text: string): string => text.replace(/[\\^$.|?+()[\]{}/]/g, "\\$&").replace(/\*+/g, ".*");
