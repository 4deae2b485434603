import { codeNames } from "../../description/wire/status";
import type { Fault, FaultAction } from "./fault";

type Draft = { -readonly [K in keyof Fault]?: Fault[K] } & { retryAfter?: number };

interface Word {
  /** Its place in the form: the word and its arguments. */
  readonly form: string;
  readonly read: Read<FaultAction>;
}

/** The words of the actions. `hold` has none, because only a handle can release the request. */
const words: Readonly<Record<FaultAction["kind"], Word | undefined>> = {
  reset: { form: "reset", read: () => ({ kind: "reset" }) },
  late: { form: "late=MS", read: (value, word) => ({ kind: "late", ms: numberIn(value, word, 0) }) },
  hang: { form: "hang", read: () => ({ kind: "hang" }) },
  status: {
    form: "status=CODE [retry-after=SECONDS]",
    read: (value, word) => {
      const code = codeNames.find((known) => known === value);
      if (code === undefined) throw wrong(word, `the code must be one of ${codeNames.join(", ")}`);
      return { kind: "status", code };
    },
  },
  body: {
    form: "http=STATUS [retry-after=SECONDS] [body=TEXT]",
    read: (value, word) => {
      const status = numberIn(value, word, 200);
      if (status > 599 || WITHOUT_BODY.has(status))
        throw wrong(word, "must be an HTTP status whose response has a body");
      return { kind: "body", status, body: "" };
    },
  },
  delay: { form: "delay=MS", read: (value, word) => ({ kind: "delay", ms: numberIn(value, word, 0) }) },
  hold: undefined,
  slow: {
    form: "slow=BYTES/MS",
    read: (value, word) => {
      const [bytes, everyMs, ...more] = (value ?? "").split("/");
      if (more.length > 0) throw wrong(word, "must be only bytes and milliseconds");
      return { kind: "slow", bytes: numberIn(bytes, word, 1), everyMs: numberIn(everyMs, word, 0) };
    },
  },
  truncate: {
    form: "truncate=BYTES",
    read: (value, word) => ({ kind: "truncate", bytes: numberIn(value, word, 0) }),
  },
};

const actions = Object.values(words).flatMap((word) => word ?? []);

/** Syntax of a fault in one line, for help texts. */
export const faultForm =
  "METHOD PATH [before|after] [nth=N] [times=N|always] [every=N] [chance=PERCENT] [seed=N] " +
  actions.map(({ form }) => form).join("|");

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

const WITHOUT_BODY = new Set([204, 205, 304]);

/**
 * Parses a fault from one line, such as `POST /iam/v2/groups after reset`. It has a method, the beginning of a path (`*` for
 * any), and words in any order for time and action. `body=` comes last and takes the rest of the line. Throws an Error
 * that explains the problem.
 */
export function parseFault(text: string): Fault {
  const [, line = "", body] = /^(.*?)(?:\sbody=(.*))?$/s.exec(text.trim()) ?? [];
  const [method = "", path = "", ...words] = line.split(/\s+/);
  if (method !== "*" && !METHODS.includes(method))
    throw wrong(method, `the method must be one of ${METHODS.join(", ")}, *`);
  if (path !== "*" && !/^\/[^?#]*$/.test(path))
    throw wrong(path, "the path must be *, or begin with a slash and have no query");
  const draft: Draft = {
    ...(method === "*" ? {} : { method }),
    ...(/^(\*|\/)$/.test(path) ? {} : { path: path.replace(/\/$/, "") }),
  };
  for (const word of words) readWord(draft, word);
  const { action, retryAfter, ...selection } = draft;
  if (action === undefined) throw new Error("the line must contain an action");
  return { ...selection, action: withBody(withRetryAfter(action, retryAfter), body) };
}

function withRetryAfter(action: FaultAction, seconds: number | undefined): FaultAction {
  if (seconds === undefined) return action;
  if (action.kind !== "status" && action.kind !== "body") throw new Error("retry-after= needs status= or http=");
  return { ...action, headers: { "retry-after": String(seconds) } };
}

function withBody(action: FaultAction, body: string | undefined): FaultAction {
  if (body === undefined) return action;
  if (action.kind !== "body") throw new Error("body= needs http=");
  return { ...action, body };
}

/** Adds one word to the draft. Each part may be given only once. */
function readWord(draft: Draft, word: string): void {
  const [, name = "", value] = /^([^=]*)(?:=(.*))?$/s.exec(word) ?? [];
  const parsed = partOf(name, value, word);
  for (const part of Object.keys(parsed)) if (part in draft) throw wrong(word, "repeats an earlier word");
  Object.assign(draft, parsed);
}

/** Reads the value of a word. The whole word is for complaints. */
type Read<T> = (value: string | undefined, word: string) => T;

/** The words for the time of a fault, with an equals sign if they have a value. */
const times: Readonly<Record<string, Read<Draft>>> = {
  before: () => ({ when: "before" }),
  after: () => ({ when: "after" }),
  "nth=": (value, word) => ({ nth: numberIn(value, word, 1) }),
  "times=": (value, word) => ({ times: value === "always" ? Number.POSITIVE_INFINITY : numberIn(value, word, 1) }),
  "every=": (value, word) => ({ every: numberIn(value, word, 1) }),
  "chance=": (value, word) => {
    const percent = numberIn(value, word, 1);
    if (percent > 100) throw wrong(word, "must be at most 100");
    return { chance: percent / 100 };
  },
  "seed=": (value, word) => ({ seed: numberIn(value, word, 0) }),
  "retry-after=": (value, word) => ({ retryAfter: numberIn(value, word, 0) }),
};

function partOf(name: string, value: string | undefined, word: string): Draft {
  const start = value === undefined ? name : `${name}=`;
  if (Object.hasOwn(times, start)) return times[start]?.(value, word) ?? {};
  const action = actions.find(({ form }) => /^\w+=?/.exec(form)?.[0] === start);
  if (action === undefined) throw wrong(word, "unknown word");
  return { action: action.read(value, word) };
}

function numberIn(text: string | undefined, word: string, least: number): number {
  if (text === undefined || !/^\d{1,9}$/.test(text) || Number(text) < least) {
    throw wrong(word, `must be whole numbers from ${least}`);
  }
  return Number(text);
}

const wrong = (word: string, what: string): Error => new Error(`"${word}": ${what}`);
