import type { CommandDeclaration, OptionDeclaration } from "../../declaration";
import { stackOptions } from "../../stack/options";
import { parseTime } from "../../times";

const options = [
  {
    flags: "--since <time>",
    description: "start of the period: 2026-01-05T08:30:00Z, 2026-01-05, or 30d",
    parse: (text: string) => parseTime(text),
  },
  {
    flags: "--until <time>",
    description: "end of the period, in the same form; default: now",
    parse: (text: string) => parseTime(text),
  },
  {
    flags: "--at <time>",
    description: "print only the digest that the tag had at this time",
    parse: (text: string) => parseTime(text),
  },
  ...stackOptions,
] as const satisfies readonly OptionDeclaration[];

export const history = {
  name: "history",
  summary: "Lists the digests that a tag of an image has had, and how long each was in use.",
  arguments: [
    {
      name: "image",
      description: "organization/image:tag; default organization: the public one; default tag: latest",
    },
  ],
  options,
  outputs: ["table", "wide", "json", "markdown", "html", "csv"],
  examples: [
    { call: "history acme/web:1.2", shows: "every digest of a tag, newest first", ends: 0 },
    { call: "history acme/web:1.2 --since 30d -o csv", shows: "the last 30 days, for a spreadsheet", ends: 0 },
    { call: "history acme/web:1.2 -o html", shows: "a page with a chart, to write to a file", ends: 0 },
    {
      call: "history acme/web:1.2 --at 2026-01-15T12:00:00Z",
      shows: "only the digest of that day, to pin it",
      ends: 0,
    },
  ],
  exits: {
    0: "the history was read",
    1: "the history could not be read: unknown tag, no access, no response",
  },
} as const satisfies CommandDeclaration;
