import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Enumeration, Interface } from "./types/model";
import { type Types, types } from "./types/roots";

/** Writes docs/results.md from the declarations; the golden test says when it is stale. */

const target = join(__dirname, "..", "docs", "results.md");

let made: Types | undefined;
const known = (): Types => {
  made ??= types();
  return made;
};

/** Every enum of the package. */
export const enumsOf = (): Enumeration[] => known().results.enumerations();

/** A section with the values of an enum. */
export const enumSection = ({ name, comment, values }: Enumeration): string =>
  [`## ${name}`, comment, values.map((value) => `\`${value}\``).join(", ")].join("\n\n");

/** A text of a table's cell. */
const cell = (text: string): string => text.replace(/\s+/g, " ").replace(/[|<]/g, "\\$&");

/** A type, with a link to each of the named types in it. */
const typeText = (type: string, names: ReadonlySet<string>): string =>
  cell(type.replace(/\w+/g, (word) => (names.has(word) ? `[${word}](#${word.toLowerCase()})` : word)));

function section({ name, comment, base, members }: Interface, names: ReadonlySet<string>): string {
  const own = members.map(
    (member) =>
      `| \`${member.name}\` | ${typeText(member.type, names)} | ${member.isOptional ? "" : "always"} | ${cell(member.comment)} |`,
  );
  const common = [
    "| `uid` | string | always | uid of the object. |",
    "| `parentUid` | string | | uid of what the object lies under. |",
  ];
  const rows = [...(base === undefined ? [] : common), ...own];
  return [`## ${name}`, comment, ["| name | type | | |", "|---|---|---|---|", ...rows].join("\n")].join("\n\n");
}

/** The text of docs/results.md. */
export function resultDocs(): string {
  const { results } = known();
  const names = new Set([...results.enumerations(), ...results.interfaces()].map(({ name }) => name));
  const head = [
    "# Results of lookups",
    "Made from the declarations in `src/resources` and `src/operations` by `npm run docs`.",
    "`getGroup` returns a `GroupResult`, `getGroups` a list of them, and so on; [lookups.md](lookups.md) has every function. What is" +
      " *always* there has a value in every answer, if only an empty one; the rest is left out where it is empty. Outputs of" +
      " resources have the same types for the objects in them, and `…Output` where they differ.",
  ];
  const shapes = results.interfaces().map((shape) => section(shape, names));
  return `${[...head, ...shapes, "# Enums", ...results.enumerations().map(enumSection)].join("\n\n")}\n`;
}

if (require.main === module) writeFileSync(target, resultDocs());
