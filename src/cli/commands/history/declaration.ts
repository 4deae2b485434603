import type { CommandDeclaration, OptionDeclaration } from "../../declaration";
import { stackOptions } from "../../stack/options";
import { parseTime } from "../../times";

const options = [
  {
    flags: "--since <time>",
    description: "from when on: an instant, a day, or 30d",
    parse: (text: string) => parseTime(text),
  },
  {
    flags: "--until <time>",
    description: "up to when; until now when left out",
    parse: (text: string) => parseTime(text),
  },
  {
    flags: "--at <time>",
    description: "only the digest that the tag had then",
    parse: (text: string) => parseTime(text),
  },
  ...stackOptions,
] as const satisfies readonly OptionDeclaration[];

/** `pulumi-platform history`: the digests that a tag has had. */
export const history = {
  name: "history",
  summary: "Shows the digests that an image's tag has had, how long each stood, and how often it moved.",
  arguments: [
    {
      name: "image",
      description: "organization/image:tag; the public organization's image without organization, latest without tag",
    },
  ],
  options,
  outputs: ["table", "wide", "json", "yaml", "markdown", "csv", "name", "html"],
  examples: [
    { call: "history acme/web:1.2", shows: "every digest of a tag, newest first", ends: 0 },
    { call: "history acme/web:1.2 --since 30d -o csv", shows: "those of the last 30 days, for a spreadsheet", ends: 0 },
    { call: "history acme/web:1.2 -o html", shows: "a page with a chart, to write to a file", ends: 0 },
    {
      call: "history acme/web:1.2 --at 2026-01-15T12:00:00Z",
      shows: "the digest alone, to pin what ran on that day",
      ends: 0,
    },
  ],
  exits: {
    0: "the history was read",
    1: "it could not be read: the tag is unknown, the token has no access, the registry does not answer",
  },
} as const satisfies CommandDeclaration;
