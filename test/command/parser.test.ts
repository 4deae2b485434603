import assert from "node:assert/strict";
import { commands, groups } from "../../src/command/commands";
import { CallError, type CommandDeclaration, exitTexts } from "../../src/command/declaration";
import { parse } from "../../src/command/parser";

const command: CommandDeclaration = {
  name: "look",
  summary: "Looks.",
  arguments: [{ name: "what", description: "what to look at" }],
  options: [
    { flags: "--deep", description: "deeper", default: false },
    { flags: "--where <names...>", description: "where", parse: (text) => text.toUpperCase(), isRepeatable: true },
    { flags: "--rule <rule>", description: "a rule, which may have commas", isRepeatable: true },
    {
      flags: "--level <number>",
      description: "how deep",
      parse: (text: string) => {
        if (!/^\d+$/.test(text)) throw new CallError("It must be a number.");
        return Number(text);
      },
    },
  ],
  outputs: ["table", "json"],
  examples: [{ call: "look here", shows: "what is here", ends: 0 }],
  exits: { 0: "seen", 1: "dark", 2: "found" },
};
const understood = (...words: string[]) => parse([command], words);
/** The message of a call that must be refused. */
const refusedBy = (call: () => unknown): string => {
  try {
    call();
  } catch (error) {
    assert.ok(error instanceof CallError);
    return error.message;
  }
  return assert.fail("nothing was refused");
};
const refused = (...words: string[]) => refusedBy(() => understood(...words));

describe("a call", () => {
  it("is parsed as its command declares, with defaults", () => {
    assert.deepEqual(understood("look", "here", "--level", "3"), {
      command,
      arguments: ["here"],
      flags: { debug: false, deep: false, level: 3, output: "table", color: "auto" },
    });
  });

  it("with a mistake is refused on one line that says what is expected", () => {
    const help = 'Run "pulumi-platform look --help" to see what is possible.';
    assert.equal(refused("look", "here", "--deeep"), `unknown option '--deeep' (Did you mean --deep?) ${help}`);
    assert.equal(
      refused("look", "here", "--level", "x"),
      `option '--level <number>' argument 'x' is invalid. It must be a number. ${help}`,
    );
    assert.match(refused("look", "here", "-o", "jsn"), /Allowed choices are table, json\. Did you mean json\? Run /);
    assert.match(refused("lok"), /^unknown command 'lok' \(Did you mean look\?\) Run "pulumi-platform --help"/);
    for (const message of [refused("look", "here", "--x\ny"), refused("x\ny")]) assert.doesNotMatch(message, /\n/);
  });

  it("takes a list with commas, repeated, or both, and never the words after it", () => {
    const flagsOf = (...words: string[]) => {
      const parsed = understood("look", ...words);
      assert.ok("flags" in parsed);
      return parsed.flags;
    };
    assert.deepEqual(flagsOf("--where", "a, b", "--where", "c", "here").where, ["A", "B", "C"]);
    assert.deepEqual(flagsOf("--rule", "a,b", "--rule", "c", "here").rule, ["a,b", "c"]);
    assert.match(refused("look", "--where", "a", "b", "here"), /^too many arguments/);
    assert.match(refused("look", "--where", "a,", "here"), /has an empty item/);
  });

  describe("of a command in a group", () => {
    const groups = [{ name: "find", summary: "Finds." }];
    const inGroup = (name: string) => ({ ...command, name: `find ${name}`, summary: `Does ${name}.` });
    const all = [inGroup("out"), inGroup("any"), command];
    const inAll = (...words: string[]) => parse(all, words, groups);

    it("is in the help of its group, and its group is in the help of the program", () => {
      const printed = (...words: string[]) => {
        const parsed = inAll(...words);
        return "printed" in parsed ? parsed.printed : "";
      };
      assert.match(printed(), /^ {2}find +Finds\.$[\s\S]*^ {2}look /m);
      assert.match(printed("find"), /^Usage: pulumi-platform find[\s\S]*^ {2}out \[options\] <what> +Does out\.$/m);
      assert.equal(printed("find"), printed("find", "--help"));
    });

    it("with a mistake is refused on one line that names the nearest word and the right help", () => {
      for (const [text, ...words] of [
        [/^unknown command 'oot' \(Did you mean out\?\) Run "pulumi-platform find --help" to/, "find", "oot"],
        [/missing required argument 'what'\. Run "pulumi-platform find out --help"/, "find", "out"],
      ] as const)
        assert.match(
          refusedBy(() => inAll(...words)),
          text,
        );
    });
  });

  it("has help in at most 80 columns, with examples and exit codes, without the default of a switch (row 176)", () => {
    for (const words of [[], ...commands.map(({ name }) => name.split(" ")), ...groups.map(({ name }) => [name])]) {
      const parsed = parse(commands, [...words, "--help"], groups);
      assert.ok("printed" in parsed);
      const wide = parsed.printed.split("\n").filter((line) => line.length > 80);
      assert.deepEqual(wide, [], words.join(" "));
      assert.doesNotMatch(parsed.printed, /default: false/);
      // A long call and a long meaning have several lines.
      const flat = parsed.printed.replace(/( \\)?\n +/g, " ");
      const command = commands.find(({ name }) => name === words.join(" "));
      for (const { call } of command?.examples ?? []) {
        assert.ok(flat.includes(` pulumi-platform ${call} `), call);
        const plain = call.replace(/\$\w+/, "1a2b/3c4d");
        const given = [...plain.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);
        assert.ok("flags" in parse(commands, given, groups), call);
      }
      for (const [status, text] of command ? exitTexts(command) : [])
        assert.ok(flat.includes(` ${status}  ${text}`), text);
    }
  });

  it("cannot give an option with a value twice, but can repeat a switch", () => {
    assert.match(refused("look", "here", "--level", "1", "--level", "2"), /'--level <number>'.*It is given twice\./);
    assert.match(refused("look", "here", "-o", "json", "-o", "table"), /It is given twice\./);
    assert.ok("flags" in understood("look", "here", "--deep", "--deep"));
  });
});
