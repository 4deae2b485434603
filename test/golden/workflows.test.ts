import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../support/workspace";

const PINNED = /^[\w-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
const READ_ONLY = /^permissions:\n {2}contents: read\n(?! )/m;

/**
 * What a workflow of this repository does that it must not. What no workflow anywhere should do is found by actionlint and
 * zizmor (`npm run check`, where they are installed), from expressions in commands to credentials that stay behind.
 */
function complaintsAbout(text: string, name = "ci.yml"): string[] {
  const after = (key: string) => valuesOf(text, key);
  const jobs = jobsIn(text);
  const complaints: readonly (readonly [isWrong: boolean, complaint: string])[] = [
    [after("uses").some((action) => !PINNED.test(action)), "an action is not pinned to a commit"],
    [!READ_ONLY.test(text), "the workflow may do more than read"],
    [name !== "release.yml" && text.match(/permissions:/g)?.length !== 1, "a job has rights of its own"],
    [/\bsecrets\b/.test(text), "it holds a secret"],
    [/npm (ci|install|pack|publish)(?!.* --ignore-scripts)/.test(text), "scripts run"],
    [/pip" install(?!.* --require-hashes)/.test(text), "what it installs is not pinned"],
    [jobs.size === 0 || jobs.size !== after("timeout-minutes").length, "a job may run for hours"],
  ];
  return complaints.filter(([isWrong]) => isWrong).map(([, complaint]) => complaint);
}

/** The jobs of a workflow by their names, each as its text. */
function jobsIn(text: string): Map<string, string> {
  const [, ...parts] = text.slice(text.indexOf("\njobs:\n")).split(/^ {2}([\w-]+):\n/m);
  return new Map(parts.flatMap((name, i) => (i % 2 === 0 ? [[name, parts[i + 1] ?? ""] as const] : [])));
}

/** The values of a key, wherever it stands. */
const valuesOf = (job: string, key: string): string[] =>
  [...job.matchAll(new RegExp(`^ +(?:- )?${key}: (.*)$`, "gm"))].map(([, value = ""]) => value);

const MAY_USE = ["actions/setup-node", "actions/download-artifact"];
const MAY_RUN = [
  /^printf '11\.5\.1\\n%s\\n' "\$\(npm --version\)" \| sort --version-sort --check$/,
  /^npm publish \.\/package\/[\w*-]+\.tgz --provenance --access public --ignore-scripts$/,
];

/** What makes a release one that a dependency, or a test, could publish. */
function complaintsAboutRelease(text: string): string[] {
  const jobs = jobsIn(text);
  const publishing = [...jobs.values()].filter((job) => /: write\b|\bnpm publish\b/.test(job));
  const uses = publishing.flatMap((job) => valuesOf(job, "uses").map((action) => action.replace(/@.*/, "")));
  const runs = publishing.flatMap((job) => valuesOf(job, "run"));
  const build = jobs.get("build") ?? "";
  const tested = ["npm ci --ignore-scripts", "npm run check", "npm run test:all", "npm pack --ignore-scripts"];
  const complaints: readonly (readonly [isWrong: boolean, complaint: string])[] = [
    [publishing.length !== 1, "not one job publishes"],
    [runs.some((command) => !MAY_RUN.some((known) => known.test(command))), "what may publish runs more than that"],
    [uses.some((action) => !MAY_USE.includes(action)), "what may publish takes more than the package"],
    [publishing.some((job) => !job.includes("    needs: build\n")), "it is published untested"],
    [publishing.some((job) => !job.includes("    environment: release\n")), "nobody has to agree"],
    [
      publishing.some((job) => !job.includes("    permissions:\n      id-token: write\n    steps:\n")),
      "what may publish may do more",
    ],
    [/permissions:/.test(build), "what is built with has rights of its own"],
    [
      valuesOf(build, "run")
        .filter((command) => tested.includes(command))
        .join() !== tested.join(),
      "it is not tested",
    ],
  ];
  return complaints.filter(([isWrong]) => isWrong).map(([, complaint]) => complaint);
}

describe("a workflow", () => {
  const folder = join(repositoryRoot, ".github/workflows");
  const workflows = new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]));
  const ci = workflows.get("ci.yml") ?? "";
  const release = workflows.get("release.yml") ?? "";

  for (const [name, text] of workflows) {
    it(`contains no secret, may only read, and runs only pinned code: ${name} (row 87)`, () => {
      assert.deepEqual(complaintsAbout(text, name), []);
    });
  }

  const spoilt: readonly (readonly [complaint: string, from: string | RegExp, to: string])[] = [
    ["an action is not pinned to a commit", /@[0-9a-f]{40} # v7.0.1/, "@v7"],
    ["an action is not pinned to a commit", /@[0-9a-f]{40}/, "@3d3c42e"],
    ["the workflow may do more than read", "permissions:\n  contents: read\n", ""],
    ["the workflow may do more than read", "  contents: read\n", "  contents: read\n  packages: read\n"],
    ["a job has rights of its own", "timeout-minutes", "permissions: write-all\n    timeout-minutes"],
    ["a job has rights of its own", "timeout-minutes", "permissions:\n      id-token: write\n    timeout-minutes"],
    [
      "it holds a secret",
      "run: npm run test:all",
      "run: npm run test:all\n        env:\n          T: ${{ secrets.T }}",
    ],
    ["scripts run", " --ignore-scripts", ""],
    ["what it installs is not pinned", " --require-hashes", ""],
    ["a job may run for hours", /timeout-minutes: \d+/, "name: test"],
  ];
  for (const [complaint, from, to] of spoilt) {
    it(`is rejected when ${complaint}: ${JSON.stringify(to)} (row 87)`, () => {
      const text = ci.replace(from, to);
      assert.notEqual(text, ci);
      assert.ok(complaintsAbout(text).includes(complaint), complaintsAbout(text).join("; "));
    });
  }

  it("of an example is pinned, holds no secret, and gives its jobs an ID token at most (row 87)", () => {
    const examples = join(repositoryRoot, "examples/organisation-in-stacks/.github/workflows");
    for (const name of readdirSync(examples)) {
      const text = readFileSync(join(examples, name), "utf8");
      const uses = valuesOf(text, "uses").filter((action) => !action.startsWith("./.github/workflows/"));
      assert.deepEqual(
        uses.filter((action) => !PINNED.test(action)),
        [],
      );
      assert.match(text, READ_ONLY);
      assert.doesNotMatch(text, /\bsecrets[.:]|write-all/);
      assert.deepEqual([...new Set(text.match(/\S+: write$/gm) ?? [])], ["id-token: write"]);
    }
  });

  it("of the example for CI hands on each variable of its page, and the passphrase to each step that reads the state alone", () => {
    const page = readFileSync(join(repositoryRoot, "examples/ci/README.md"), "utf8");
    const rows = page.split("\n").filter((line) => /^\| `[A-Z_`, ]+` \|/.test(line) && !line.includes("| GitLab:"));
    const names = rows.flatMap((row) =>
      [...(row.split("|")[1] ?? "").matchAll(/`(\w+)`/g)].map(([, name = ""]) => name),
    );
    assert.ok(names.includes("PULUMI_CONFIG_PASSPHRASE") && names.includes("AWS_DEPLOYER"), names.join());
    const text = readFileSync(join(repositoryRoot, "examples/ci/github/.github/workflows/platform.yml"), "utf8");
    for (const name of names) assert.match(text, new RegExp(`(^  |vars\\.|secrets\\.)${name}\\b`, "m"), name);
    const steps = text
      .split(/^ {6}- /m)
      .filter((step) => step.includes("PULUMI_CONFIG_PASSPHRASE: ${{ secrets.PULUMI_CONFIG_PASSPHRASE }}"));
    assert.deepEqual(
      steps.flatMap((step) => valuesOf(`    ${step}`, "run")),
      ['scripts/review.sh "$STACK"', 'pulumi up --stack "$STACK" --yes --skip-preview', 'scripts/nightly.sh "$STACK"'],
    );
  });

  it("for CI runs all checks, including those of workflows, and all tests", () => {
    const commands = valuesOf(ci, "run");
    for (const command of ["npm run check", "npm run test:all"]) assert.ok(commands.includes(command), command);
    assert.ok(commands.some((command) => command.endsWith(" npm run check -- actionlint zizmor check-jsonschema")));
  });

  it("for each night runs all mutants, also on the engine, random programs, and the pages in a browser", () => {
    const commands = valuesOf(workflows.get("nightly.yml") ?? "", "run");
    for (const command of [
      "npm run mutants",
      "npm run mutants -- engine",
      "npm run chaos -- --minutes 60",
      "npm run pages",
    ]) {
      assert.ok(commands.includes(command), command);
    }
  });

  it("for releases runs only for tags, proves the package's origin, and publishes in a job that runs nothing else (rows 87, 122)", () => {
    assert.match(release, /^on:\n {2}push:\n {4}tags: \["v\*"\]\n\n/m);
    assert.deepEqual(release.match(/\S+: write/g), ["id-token: write"]);
    assert.deepEqual(complaintsAboutRelease(release), []);
  });

  const spoiltReleases: readonly (readonly [complaint: string, from: string, to: string])[] = [
    [
      "what may publish runs more than that",
      "- run: npm publish",
      "- run: npm ci --ignore-scripts\n      - run: npm publish",
    ],
    ["what may publish runs more than that", "- run: npm publish", "- run: npm test\n      - run: npm publish"],
    ["what may publish runs more than that", "./package/pulumi-platform-*.tgz", "."],
    ["what may publish runs more than that", " --provenance", ""],
    ["what may publish takes more than the package", "actions/download-artifact@", "actions/checkout@"],
    ["not one job publishes", "npm pack --ignore-scripts", "npm publish"],
    ["it is published untested", "    needs: build\n", ""],
    ["nobody has to agree", "    environment: release\n", ""],
    ["what may publish may do more", "id-token: write\n", "id-token: write\n      contents: read\n"],
    [
      "what is built with has rights of its own",
      "    timeout-minutes: 60\n",
      "    timeout-minutes: 60\n    permissions: {}\n",
    ],
    ["it is not tested", "      - run: npm run test:all\n", ""],
  ];
  for (const [complaint, from, to] of spoiltReleases) {
    it(`for releases is rejected when ${complaint}: ${JSON.stringify(to)} (row 122)`, () => {
      const text = release.replace(from, to);
      assert.notEqual(text, release);
      assert.ok(complaintsAboutRelease(text).includes(complaint), complaintsAboutRelease(text).join("; "));
    });
  }
});
