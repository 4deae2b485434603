import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { Table } from "../../../src/command/declaration";
import { markdownReport } from "../../../src/command/output/markdown";
import { type CiHost, startCiHost } from "../../support/ci-host";
import { runProgram } from "../../support/command";
import { repositoryRoot } from "../../support/workspace";

const scripts = join(repositoryRoot, "examples/ci/scripts");

/** How a program ends that a script runs. */
interface Ends {
  readonly code?: number;
  readonly out?: string;
  readonly err?: string;
}

const table: Table = {
  columns: [{ key: "identity", heading: "IDENTITY" }],
  rows: Array.from({ length: 900 }, (_, i) => [`acme/bot-${i}-${"x".repeat(50)}`]),
  empty: "None.",
};

describe("the scripts of the example for CI", function () {
  this.timeout(60_000);

  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "ci-scripts-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const file = (name: string): string => readFileSync(join(folder, name), "utf8");

  /** A program on PATH whose ending depends on the words of its call. */
  function stub(name: string, endings: Readonly<Record<string, Ends>>): void {
    const cases = Object.entries(endings).map(([word, { code = 0, out = "", err = "" }], i) => {
      const at = join(folder, `${name}.${i}`);
      writeFileSync(`${at}.out`, out);
      writeFileSync(`${at}.err`, err);
      return `*" ${word} "*) cat '${at}.out'; cat '${at}.err' >&2; exit ${code} ;;`;
    });
    writeFileSync(join(folder, name), `#!/bin/sh\ncase " $* " in\n${cases.join("\n")}\nesac\nexit 99\n`);
    chmodSync(join(folder, name), 0o755);
  }
  const run = (script: string) =>
    runProgram("bash", [join(scripts, script), "dev"], {
      cwd: folder,
      environment: { PATH: `${folder}${delimiter}${process.env.PATH ?? ""}` },
    });

  /** Each report of the nightly script: on the stack, and on the stack of the identities. */
  const both = ["--unmanaged", "--cwd identities"];
  const clean = { code: 0, out: "# No drift\n" };

  it("the nightly one takes 0 and 2 without a report, and every other code, for a failure, and leaves no findings (rows 159, 213)", async () => {
    for (const which of both)
      for (const ends of [
        { code: 0 },
        { code: 2 },
        { code: 1, out: "# 3 findings\n" },
        { code: 127, err: "error: no\n" },
      ]) {
        writeFileSync(join(folder, "findings.md"), "clean\n");
        stub("npx", { [which]: ends, drift: clean });
        const { code, stderr } = await run("nightly.sh");
        assert.equal(code, 1, JSON.stringify(ends));
        assert.match(stderr, new RegExp(`nightly: drift ${which} ended with ${ends.code}`));
        assert.ok(!existsSync(join(folder, "findings.md")), JSON.stringify(ends));
      }
  });

  it("the nightly one hands on what was found in each stack, and says that all is clean after 0 alone (rows 159, 213)", async () => {
    for (const which of both) {
      stub("npx", { [which]: { code: 2, out: "# 3 findings\n" }, drift: clean });
      assert.equal((await run("nightly.sh")).code, 0);
      assert.deepEqual(file("findings.md").trim().split("\n\n").sort(), ["# 3 findings", "# No drift"]);
    }
    stub("npx", { drift: clean });
    assert.deepEqual([(await run("nightly.sh")).code, file("findings.md")], [0, "clean\n"]);
  });

  const preview = { preview: { out: "+ 1 to create\n" } };
  const quiet = { list: { out: "No identity gains.\n" }, drift: { out: "## No drift\n" } };

  it("that of a review fails wherever a command failed, and shows its error as code (row 159)", async () => {
    stub("pulumi", preview);
    const codeFor = async (more: Readonly<Record<string, Ends>>) => {
      stub("npx", { ...quiet, ...more });
      return (await run("review.sh")).code;
    };
    assert.equal(await codeFor({}), 0);
    assert.equal(await codeFor({ list: { code: 2, out: "| bot | gains |\n" } }), 0);
    for (const failure of [
      { list: { code: 2 } },
      { list: { code: 0 } },
      { drift: { code: 1, out: "## Drift\n\n- Incomplete\n" } },
      { drift: { code: 2 } },
      { list: { code: 1, err: "error: no access\nnpm *warn* x\n" } },
    ])
      assert.equal(await codeFor(failure), 1, JSON.stringify(failure));
    assert.match(
      file("review.md"),
      /### Access\n\n {4}error: no access\n {4}npm \*warn\* x\n\n### Drift\n\n## No drift\n/,
    );
    stub("pulumi", { preview: { code: 255, out: "error: it broke\n" } });
    assert.equal(await codeFor({}), 1);
  });

  it("that of a review fails when rows about access are cut, has all in the log, and fits into a comment (row 158)", async () => {
    const report = { tables: [table] as [Table], notes: [] };
    const [limited, whole] = [markdownReport(report, 30_000), markdownReport(report, Number.POSITIVE_INFINITY)];
    assert.ok(limited.length > 29_000 && whole.length > 50_000);
    stub("pulumi", { preview: { out: `${"+ platform:iam:Group x\n".repeat(3000)}+ 3000 to create\n` } });
    stub("npx", {
      list: { code: 2, out: limited, err: `The comment was cut. The whole report:\n\n${whole}` },
      drift: { code: 2, out: markdownReport(report, 12_000) },
    });
    const { code, stdout, stderr } = await run("review.sh");
    assert.equal(code, 1);
    assert.match(stderr, /review: the comment has no room for all rows about access/);
    assert.ok(stdout.includes(whole));
    const review = file("review.md");
    assert.ok(review.length < 60_000 && review.includes(limited), String(review.length));
    assert.match(review, /\d+ lines are missing here: .*\n\n[^#]*\+ 3000 to create\n/);
    // A name is no verdict.
    stub("npx", { ...quiet, list: { code: 2, out: "| acme/missing here | gains |\n- The comment was cut. x\n" } });
    assert.equal((await run("review.sh")).code, 0);
  });

  describe("that which reports", () => {
    let host: CiHost;
    beforeEach(async () => {
      host = await startCiHost();
    });
    afterEach(() => host.close());
    const report = (what: string, text: string, on: "github" | "gitlab" = "github") => {
      writeFileSync(join(folder, "report.md"), text);
      return runProgram(process.execPath, [join(scripts, "report.mjs"), what, "drift", join(folder, "report.md")], {
        environment: { ...host.environment(on), ...host.tokens(on) },
      });
    };

    it("gives GitLab no line that it would take for a command of the token's user", async () => {
      const text = "## x\n/close\n  /label ~a\n\r/merge\n    /code\n| /a |\n";
      assert.equal((await report("comment", text, "gitlab")).code, 0);
      const [{ text: shown } = assert.fail()] = host.comments;
      assert.doesNotMatch(shown, /^\s{0,3}\//m);
      assert.match(shown, /\n\\\/close\n {2}\\\/label ~a\n/);
      assert.match(shown, /\n {4}\/code\n\| \/a \|\n/);
    });

    it("closes an issue for a clean report alone, and never for an empty one (row 159)", async () => {
      for (const [text, code, isOpen] of [
        ["# 3 findings\n", 0, true],
        ["\n", 1, true],
        ["clean\n", 0, false],
      ] as const) {
        const ended = await report("issue", text);
        assert.deepEqual([ended.code, host.issues.map((issue) => issue.isOpen)], [code, [isOpen]], text);
      }
    });

    it("cuts nothing: a report that no host takes is a failure (row 158)", async () => {
      assert.equal((await report("comment", "x".repeat(65_000))).code, 0);
      const { code, stderr } = await report("comment", "x".repeat(65_001));
      assert.deepEqual([code, host.comments.length], [1, 1]);
      assert.match(stderr, /has 65001 characters/);
    });
  });
});
