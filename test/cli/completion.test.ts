import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { commandFile } from "../support/command";

const has = (shell: string) => spawnSync(shell, ["--version"]).status === 0;

/** How each shell shows what it offers for the words after the program's name. The last word is at the cursor. */
const shells: Readonly<Record<string, (script: string, words: readonly string[]) => string>> = {
  bash: (script, words) =>
    `. ${script}; COMP_WORDS=(pulumi-platform ${quoted(words)}); COMP_CWORD=${words.length}
     _pulumi_platform; printf '%s\\n' "\${COMPREPLY[@]}"`,
  // Its own functions need a terminal: here they print.
  zsh: (script, words) =>
    `compdef() { :; }; _describe() { print -l -- \${(P)2}; }; _files() { print files; }
     . ${script}; words=(pulumi-platform ${quoted(words)}); CURRENT=${words.length + 1}; _pulumi_platform`,
  fish: (script, words) => `source ${script}; complete -C 'pulumi-platform ${words.join(" ")}'`,
};
const quoted = (words: readonly string[]) => words.map((word) => `'${word}'`).join(" ");

describe("pulumi-platform completion", function () {
  this.timeout(60_000);

  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "completion-"));
    const program = join(folder, "pulumi-platform");
    writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${commandFile}' "$@"\n`, { mode: 0o755 });
    symlinkSync(folder, join(folder, "link"));
  });
  after(() => rmSync(folder, { recursive: true }));

  for (const [shell, lineOf] of Object.entries(shells)) {
    // A shell that is not on this machine is not tested.
    if (!has(shell)) continue;

    it(`offers commands, options, their values and files in ${shell}`, () => {
      const script = join(folder, shell);
      const env = {
        ...process.env,
        PATH: `${folder}${delimiter}${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
      };
      const run = (program: string, ...words: string[]) =>
        execFileSync(program, words, { encoding: "utf8", env, cwd: folder });
      writeFileSync(script, run("pulumi-platform", "completion", shell));
      // Without descriptions, which bash does not show.
      const offered = (...words: string[]) =>
        run(shell, "-c", lineOf(script, words))
          .split("\n")
          .flatMap((line) => line.split(/[\t:]/)[0] || []);
      assert.deepEqual(offered("hi"), ["history"]);
      assert.deepEqual(offered("access", "w").sort(), ["who-can", "why"]);
      assert.deepEqual(offered("history", "--si"), ["--since"]);
      assert.deepEqual(offered("completion", "").slice(0, 3).sort(), ["bash", "fish", "zsh"]);
      assert.deepEqual(offered("history", "--since", ""), []);
      assert.match(offered("drift", "--cwd", "lin").join(), shell === "zsh" ? /^files$/ : /^link\/?$/);
    });
  }
});
