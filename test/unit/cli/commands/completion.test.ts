import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commands, groups } from "../../../../src/cli/commands";
import { bashScript } from "../../../../src/cli/commands/completion/bash";
import { fishScript } from "../../../../src/cli/commands/completion/fish";
import { wordsOf } from "../../../../src/cli/commands/completion/words";
import { zshScript } from "../../../../src/cli/commands/completion/zsh";
import { optionsOf } from "../../../../src/cli/parser";

const words = wordsOf(commands, groups);
const has = (shell: string) => spawnSync(shell, ["--version"]).status === 0;
const inFile = (text: string, use: (file: string) => void) => {
  const folder = mkdtempSync(join(tmpdir(), "completion-"));
  try {
    writeFileSync(join(folder, "script"), text);
    use(join(folder, "script"));
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** What bash offers for a line that ends at the cursor. */
function offered(...line: string[]): string[] {
  const program = `${bashScript(words)}
    COMP_WORDS=(pulumi-platform "$@"); COMP_CWORD=$#; _pulumi_platform; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync("bash", ["-c", program, "bash", ...line], { encoding: "utf8" })
    .split("\n")
    .filter(Boolean);
}

describe("completion", () => {
  it("has every option of every command, in every shell", () => {
    for (const command of commands) {
      const flags = optionsOf(command).map(({ flags }) => /--[\w-]+/.exec(flags)?.[0] ?? "");
      const known = words.find(({ name }) => name === command.name)?.options.map(({ long }) => long);
      assert.deepEqual(known, [...flags, "--help"]);
      for (const flag of flags) {
        assert.ok(bashScript(words).includes(flag) && zshScript(words).includes(`*${flag}[`), flag);
        assert.ok(fishScript(words).includes(`-l ${flag.slice(2)} `), flag);
      }
    }
  });

  // A shell that is not on this machine is not tested.
  if (has("bash"))
    it("offers commands, options, and the words of an option in bash", () => {
      assert.deepEqual(offered("hi"), ["history"]);
      assert.deepEqual(offered("history", "--si"), ["--since"]);
      assert.deepEqual(offered("history", "-o", ""), ["table", "json", "markdown", "csv", "html"]);
      assert.deepEqual(offered("advisories", "--fail-on", "c"), ["critical", "critical,unknown"]);
      assert.deepEqual(offered("completion", "z"), ["zsh"]);
      assert.deepEqual(offered("help", "do"), ["doctor"]);
      assert.deepEqual(offered("history", "--since", ""), []);
    });

  if (has("bash"))
    it("offers the commands of a group behind its word, and their options behind theirs, in bash", () => {
      assert.deepEqual(offered("acc"), ["access"]);
      assert.deepEqual(offered("access", "w"), ["who-can", "why"]);
      assert.deepEqual(offered("access", "graph", "-o", ""), ["mermaid", "dot", "html", "json"]);
      assert.deepEqual(offered("access", "who-can", "X", "--pr"), ["--preview"]);
      assert.deepEqual(offered("access", "who-can", "--cw"), ["--cwd"]);
    });

  it("offers each group once, with what it is for, in zsh and fish", () => {
    for (const script of [zshScript(words), fishScript(words)]) {
      assert.equal(script.split("Tells who may do what where").length, 2);
      assert.ok(script.includes("Draws groups, identities"));
    }
    const inGroup = "-n '__fish_seen_subcommand_from access; and not __fish_seen_subcommand_from who-can of why graph'";
    assert.ok(fishScript(words).includes(`${inGroup} -a who-can `), fishScript(words));
  });

  if (has("zsh"))
    it("is a script that zsh reads", () => {
      inFile(zshScript(words), (file) => execFileSync("zsh", ["-n", file]));
    });

  if (has("fish"))
    it("is a script that fish reads", () => {
      inFile(fishScript(words), (file) => execFileSync("fish", ["--no-execute", file]));
    });

  it("quotes what descriptions hold, for a shell's own quotes", () => {
    const option = { short: undefined, long: "--x", description: "it's [so]: \\", value: "text" } as const;
    const [command] = [{ name: "a", description: "that's it", options: [option], arguments: [] }];
    assert.ok(zshScript([command]).includes("'*--x[it'\\''s \\[so\\]: \\\\]:value:'"), zshScript([command]));
    assert.ok(fishScript([command]).includes("-l x -x -d 'it\\'s [so]: \\\\'"), fishScript([command]));
  });
});
