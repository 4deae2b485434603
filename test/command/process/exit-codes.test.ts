import assert from "node:assert/strict";
import { commands, groups } from "../../../src/command/commands";
import type { CommandDeclaration, OptionDeclaration } from "../../../src/command/declaration";
import { optionsOf } from "../../../src/command/options";
import { quickCall } from "./quick-call";

/** The arguments that a call of a command cannot do without. */
const requiredOf = ({ arguments: all }: CommandDeclaration): string[] =>
  all.filter(({ isOptional }) => isOptional !== true).map(() => "x");

const longOf = ({ flags }: OptionDeclaration): string => /--[\w-]+/.exec(flags)?.[0] ?? assert.fail(flags);
const takesValue = ({ flags }: OptionDeclaration): boolean => flags.includes("<");

/** Every way to call a command that its declaration alone shows to be mistaken, by what is wrong with it. */
function mistakesOf(command: CommandDeclaration): [string, string[]][] {
  const words = command.name.split(" ");
  const given = [...words, ...requiredOf(command)];
  const values = optionsOf(command).filter(takesValue);
  const isBounded = command.arguments.length === requiredOf(command).length;
  return [
    ["an unknown option", [...given, "--no-such-option"]],
    ["an argument too many", [...given, ...(isBounded ? [] : ["x"]), "one", "too", "many"]],
    ...(requiredOf(command).length === 0 ? [] : [["a missing argument", words] as [string, string[]]]),
    ...values.map((option): [string, string[]] => [`no value for ${longOf(option)}`, [...given, longOf(option)]]),
    ...values
      .filter(({ choices, parse }) => choices !== undefined || parse !== undefined)
      .map((option): [string, string[]] => [`a bad value for ${longOf(option)}`, [...given, longOf(option), ""]]),
  ];
}

describe("exit codes", function () {
  this.timeout(120_000);

  it("an invalid command line ends with 1 in every command, and prints only what is wrong and where the help is (row 155)", async () => {
    for (const command of commands)
      for (const [what, words] of mistakesOf(command)) {
        const { code, stdout, stderr } = await quickCall(words);
        assert.deepEqual([code, stdout], [1, ""], `${what}: ${words.join(" ")}`);
        assert.match(
          stderr,
          /^error: [^\n]+\n(Run "pulumi-platform [^\n]*--help" to see what is possible\.\n)?$/,
          `${what}: ${words.join(" ")}`,
        );
      }
    for (const words of [["no-such-command"], ...groups.map(({ name }) => [name, "no-such-command"])])
      assert.equal((await quickCall(words)).code, 1, words.join(" "));
  });

  it("a command without settings ends with 1 for any call (row 155)", async () => {
    // The doctor looks for missing settings: they are what it finds.
    for (const command of commands.filter(({ name, outputs }) => name !== "doctor" && outputs.length > 0)) {
      const { code } = await quickCall([...command.name.split(" "), ...requiredOf(command)]);
      assert.equal(code, 1, command.name);
    }
  });
});
