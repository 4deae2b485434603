import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type ZodType, z } from "zod";
import { commands } from "../src/command/commands";
import {
  type ArgumentDeclaration,
  type CommandDeclaration,
  exitTexts,
  firstWordOf,
  type OptionDeclaration,
} from "../src/command/declaration";
import { optionsOf } from "../src/command/options";
import { PROGRAM } from "../src/command/parser";
import { callerOptions, stackOptions } from "../src/command/stack/options";
import { writeGenerated } from "./generated-file";
import { GeneratedPart } from "./generated-part";

/** Generates a part of each page in docs/commands/ and the schemas in docs/schemas/ from the declarations of the commands. */

const root = join(__dirname, "..");
const schemas = "docs/schemas";

interface Documented {
  /** Name of its file in docs/schemas/. */
  readonly file: string;
  /** First word of the commands that write it, which is the name of their page. */
  readonly page: string;
  readonly text: string;
}

interface Page {
  readonly name: string;
  readonly commands: readonly CommandDeclaration[];
}

/** Every page: one for each command that has no group, and one for each group. */
const pages: readonly Page[] = [...new Set(commands.map(firstWordOf))].map((name) => ({
  name,
  commands: commands.filter((command) => firstWordOf(command) === name),
}));

/** Every schema that the commands export, in the order of the commands. */
export const documents = (): Documented[] =>
  pages.flatMap(({ name }) => {
    const folder = join(root, "src", "command", "commands", name);
    if (!readdirSync(folder).includes("schema.ts")) return [];
    const exported = Object.values(require(join(folder, "schema")) as Record<string, z.ZodObject>);
    return exported.map((schema) => {
      const [version, kind] = [literalOf(schema.shape.version), literalOf(schema.shape.kind)];
      return { file: `${kind}-v${version}.json`, page: name, text: jsonSchema(schema) };
    });
  });

const literalOf = (schema: unknown): string => (schema instanceof z.ZodLiteral ? String(schema.value) : "");

function jsonSchema(schema: ZodType): string {
  const made = z.toJSONSchema(schema, {
    override: ({ jsonSchema: part }) => {
      // The format says the same in a word.
      if (part.format === "date-time") delete part.pattern;
      // The command itself adds no field by mistake, but a later release may add one.
      delete part.additionalProperties;
    },
  });
  return `${JSON.stringify(made, null, 2)}\n`;
}

export const storedSchemaFiles = (): string[] => readdirSync(join(root, schemas)).sort();

const partOf = ({ name }: Page): GeneratedPart => new GeneratedPart(`docs/commands/${name}.md`, "commands");

function reference({ name, commands: own }: Page): string {
  const files = documents().filter(({ page }) => page === name);
  const follows =
    files.length === 0
      ? []
      : [`\`-o json\` follows ${files.map(({ file }) => `[${file}](../schemas/${file})`).join(" and ")}.`, ""];
  const isGroup = own.some((command) => command.name !== name);
  return [
    "## Reference",
    "",
    "[The command](../command.md#settings) has the options that all commands share.",
    "",
    ...(isGroup ? follows : []),
    ...own.flatMap((command, index) => [
      ...(isGroup ? [...(index === 0 ? [] : [""]), `### ${command.name}`, "", command.summary, ""] : []),
      ...referenceOf(command, isGroup ? [] : follows),
    ]),
  ]
    .join("\n")
    .trimEnd();
}

function referenceOf(command: CommandDeclaration, follows: readonly string[]): string[] {
  const { name, arguments: given } = command;
  return [
    "```text",
    [PROGRAM, name, ...given.map(argumentText), "[options]"].join(" "),
    "```",
    "",
    ...table(
      ["argument or option", "what it is"],
      [
        ...given.map((argument) => [`\`${argumentText(argument)}\``, escaped(argument.description)]),
        ...optionsOf(command)
          .filter((option) => !EVERYWHERE.test(option.flags) && !shared.includes(option))
          .map(optionRow),
      ],
    ),
    ...table(
      ["exit code", "when"],
      exitTexts(command).map(([code, meaning]) => [code, escaped(meaning)]),
    ),
    ...follows,
  ];
}

/** Options that mean the same in each command: docs/command.md has them. */
const EVERYWHERE = /^--(max-length|color|debug)/;
const shared: readonly OptionDeclaration[] = [...stackOptions, ...callerOptions];

const argumentText = ({ name, isOptional }: ArgumentDeclaration): string => (isOptional ? `[${name}]` : `<${name}>`);

const optionRow = ({ flags, description, choices, default: value }: OptionDeclaration): string[] => [
  `\`${escaped(flags)}\``,
  withChoices(description, choices) + (value === undefined || value === false ? "" : ` (default: \`${value}\`)`),
];

const withChoices = (description: string, choices: readonly string[] | undefined): string =>
  escaped(description) + (choices === undefined ? "" : `: ${choices.map((choice) => `\`${choice}\``).join(", ")}`);

const escaped = (text: string): string => text.replaceAll("|", "\\|");

const table = (headings: readonly string[], rows: readonly (readonly string[])[]): string[] =>
  rows.length === 0
    ? []
    : [...[headings, headings.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`), ""];

export function write(): void {
  for (const { file, text } of documents()) writeGenerated(`${schemas}/${file}`, text);
  for (const page of pages) partOf(page).write(reference(page));
}
