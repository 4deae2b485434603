import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { complaints } from "../support/compiler";
import { pages, type Sample, samplesOf } from "../support/pages";
import { repositoryRoot } from "../support/workspace";

/** What a sample without imports may take for granted. */
const PROLOGUE = `
import assert from "node:assert/strict";
import type { Emulator } from "pulumi-platform/emulator";
declare const emulator: Emulator;
`;

/** Pages whose samples are made from the sources and compiled elsewhere. */
const MADE = ["docs/resources.md"];

const samples: readonly Sample[] = pages()
  .filter((page) => !MADE.includes(page))
  .flatMap(samplesOf);

const textOf = ({ text }: Sample): string => (/^import /m.test(text) ? text : `${PROLOGUE}${text}`);

describe("the samples in pages", function () {
  this.timeout(60_000);

  it("compile against the built package", () => {
    assert.ok(samples.length >= 6, `${samples.length} samples`);
    const programs = samples.map((sample, i): [string, string] => [
      join(repositoryRoot, "examples", "quickstart", `${sample.page.replace(/\W/g, "-")}-${i}.ts`),
      `${textOf(sample)}\nexport {};\n`,
    ]);
    assert.deepEqual(complaints(new Map(programs)), []);
  });

  for (const sample of samples.filter(({ runs }) => runs !== false))
    it(`run successfully, with ${sample.runs}: ${/(?<=from ")pulumi-platform\S*(?=";\n\n)/.exec(sample.text)?.[0]} in ${sample.page}`, () => {
      const directory = mkdtempSync(join(repositoryRoot, ".cache", "sample-"));
      try {
        const file = join(directory, "sample.ts");
        writeFileSync(file, sample.text);
        const args = ["--require", "./tools/typescript.cjs", file];
        const runner = sample.runs === "mocha" ? [require.resolve("mocha/bin/mocha.js"), "--no-config"] : [];
        const told = execFileSync(process.execPath, [...runner, ...args], {
          cwd: repositoryRoot,
          encoding: "utf8",
          stdio: "pipe",
        });
        if (sample.runs === "mocha") assert.match(told, /[1-9] passing/);
      } finally {
        rmSync(directory, { recursive: true });
      }
    });
});
