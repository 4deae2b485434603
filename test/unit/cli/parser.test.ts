import assert from "node:assert/strict";
import { CallError, type CommandDeclaration } from "../../../src/cli/declaration";
import { parse } from "../../../src/cli/parser";

const command: CommandDeclaration = {
  name: "look",
  summary: "Looks.",
  arguments: [{ name: "what", description: "what to look at", choices: ["here", "there"] }],
  options: [
    { flags: "--deep", description: "deeper", default: false },
    {
      flags: "--level <number>",
      description: "how deep",
      parse: (text) => {
        if (!/^\d+$/.test(text)) throw new CallError("It is no number.");
        return Number(text);
      },
    },
  ],
  outputs: ["table", "json"],
  examples: [{ call: "look here", shows: "what is here", ends: 0 }],
  exits: { 0: "seen", 1: "dark", 2: "found" },
  load: async () => async () => 0,
};
const understood = (...words: string[]) => parse([command], words);
const refused = (...words: string[]): string => {
  try {
    understood(...words);
  } catch (error) {
    assert.ok(error instanceof CallError);
    return error.message;
  }
  return assert.fail("nothing was refused");
};

describe("a call", () => {
  it("is understood by the declaration, defaults included", () => {
    assert.deepEqual(understood("look", "here", "--level", "3"), {
      command,
      arguments: ["here"],
      flags: { deep: false, level: 3, output: "table", color: "auto" },
    });
  });

  it("without words asks for the help", () => {
    const parsed = understood();
    assert.ok("printed" in parsed && parsed.printed.includes("look [options] <what>"));
  });

  it("is refused on one line with what would do", () => {
    const help = 'Run "pulumi-platform look --help" for what there is.';
    assert.equal(refused("look", "here", "--deeep"), `unknown option '--deeep' (Did you mean --deep?) ${help}`);
    assert.equal(
      refused("look", "here", "--level", "x"),
      `option '--level <number>' argument 'x' is invalid. It is no number. ${help}`,
    );
    assert.match(refused("look", "up"), /Allowed choices are here, there\./);
    assert.match(refused("look"), /^missing required argument 'what'\./);
    assert.match(refused("look", "here", "there"), /^too many arguments/);
    assert.match(refused("look", "here", "-o", "csv"), /Allowed choices are table, json\./);
    assert.match(refused("lok"), /^unknown command 'lok' \(Did you mean look\?\) Run "pulumi-platform --help"/);
    for (const message of [refused("look", "x\ny"), refused("x\ny")]) assert.doesNotMatch(message, /\n/);
  });

  it("throws what is no mistake of the caller", () => {
    const broken = { ...command, options: [{ flags: "--x <y>", description: "", parse: () => assert.fail("a bug") }] };
    assert.throws(() => parse([broken], ["look", "here", "--x", "1"]), /a bug/);
  });
});
