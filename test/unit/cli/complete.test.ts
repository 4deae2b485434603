import assert from "node:assert/strict";
import { commands, groups } from "../../../src/cli/commands";
import { completions } from "../../../src/cli/complete";
import { optionsOf } from "../../../src/cli/options";

const lines = (...words: string[]) => completions({ commands, groups }, words).split("\n").filter(Boolean);
const offered = (...words: string[]) => lines(...words).map((line) => line.split("\t")[0]);

describe("what a shell offers", () => {
  it("is every option of every command, with its short form and its description", () => {
    for (const command of commands) {
      const found = lines(...command.name.split(" "), "-");
      for (const { flags, description } of optionsOf(command)) {
        for (const name of flags.replace(/ [<[].*/, "").split(", ")) {
          assert.ok(found.includes(`${name}\t${description}`), `${command.name} ${name}`);
        }
      }
      assert.ok(found.includes("--help\tdisplay help for command"), command.name);
    }
  });

  it("is each command and each group once, with its summary", () => {
    const words = new Set(commands.map(({ name }) => name.split(" ")[0]));
    assert.deepEqual(offered(""), [...words, "help", "--help", "--version"]);
    assert.deepEqual(offered("hi"), ["history"]);
    assert.deepEqual(lines("acc"), [`access\t${groups[0]?.summary}`]);
    assert.deepEqual(offered("access", "w"), ["who-can", "why"]);
    assert.deepEqual(offered("help", "do"), ["doctor"]);
    assert.deepEqual(offered("help", "access", "w"), ["who-can", "why"]);
    assert.deepEqual(offered("unknown", ""), []);
  });

  it("is the values of the option before, and a file for a path", () => {
    assert.deepEqual(offered("history", "-o", ""), ["table", "wide", "json", "markdown", "html", "csv", "name"]);
    assert.deepEqual(offered("advisories", "--fail-on", "c"), ["critical"]);
    assert.deepEqual(offered("history", "--since", ""), []);
    assert.deepEqual(lines("drift", "--cwd", "x"), [":files"]);
  });

  it("is options and words of arguments behind a command, whatever came before", () => {
    assert.deepEqual(offered("completion", "z"), ["zsh"]);
    assert.deepEqual(offered("history", "--si"), ["--since"]);
    assert.deepEqual(offered("access", "who-can", "X", "--pr"), ["--preview"]);
  });
});
