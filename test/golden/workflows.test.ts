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
    [/\bsecrets\b/.test(text), "it contains a secret"],
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

const valuesOf = (job: string, key: string): string[] =>
  [...job.matchAll(new RegExp(`^ +(?:- )?${key}: (.*)$`, "gm"))].map(([, value = ""]) => value);

const MAY_USE = ["actions/setup-node", "actions/download-artifact"];

/** What a job that may write does, and nothing else: its rights, the job before it, and its commands. */
interface Writing {
  readonly may: string;
  readonly needs: string;
  readonly runs: readonly RegExp[];
}

const writing: Readonly<Record<string, Writing>> = {
  publish: {
    may: "id-token: write",
    needs: "build",
    runs: [
      /^printf '11\.5\.1\\n%s\\n' "\$\(npm --version\)" \| sort --version-sort --check$/,
      /^npm publish \.\/package\/[\w*-]+\.tgz --provenance --access public --ignore-scripts$/,
    ],
  },
  attach: {
    may: "contents: write",
    needs: "publish",
    runs: [
      /^gh release create "\$GITHUB_REF_NAME" \.\/plugin\/pulumi-resource-platform-\*\.tar\.gz --repo "\$GITHUB_REPOSITORY" --verify-tag --generate-notes$/,
    ],
  },
};

/** What makes a release one that a dependency, or a test, could publish. */
function complaintsAboutRelease(text: string): string[] {
  const jobs = jobsIn(text);
  const found = [...jobs].filter(([, job]) => /: write\b|\bnpm publish\b|\bgh release\b/.test(job));
  const uses = found.flatMap(([, job]) => valuesOf(job, "uses").map((action) => action.replace(/@.*/, "")));
  const build = jobs.get("build") ?? "";
  const tested = ["npm ci --ignore-scripts", "npm run check", "npm run test:all", "npm pack --ignore-scripts"];
  const isWrong = (judge: (job: string, known: Writing) => boolean) =>
    Object.entries(writing).some(([name, known]) => judge(jobs.get(name) ?? "", known));
  const complaints: readonly (readonly [isWrong: boolean, complaint: string])[] = [
    [found.map(([name]) => name).join() !== Object.keys(writing).join(), "another job publishes"],
    [
      isWrong((job, { runs }) => valuesOf(job, "run").some((command) => !runs.some((known) => known.test(command)))),
      "what may publish runs more than that",
    ],
    [uses.some((action) => !MAY_USE.includes(action)), "what may publish takes more than the package"],
    [isWrong((job, { needs }) => !job.includes(`    needs: ${needs}\n`)), "it is published untested"],
    // What comes after the publishing waits for its agreement.
    [!jobs.get("publish")?.includes("    environment: release\n"), "nobody has to agree"],
    [
      isWrong((job, { may }) => !job.includes(`    permissions:\n      ${may}\n    steps:\n`)),
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

/** What lets a pull request's own code write, or lets a night's look and a deployment end each other. */
function complaintsAboutExample(text: string): string[] {
  const jobs = jobsIn(text);
  const ofPullRequests = ["review", "comment"].map((name) => jobs.get(name) ?? "");
  const writing = ofPullRequests.filter((job) => job.replaceAll("id-token: write", "").match(/: write\b|-all\b/));
  const mayRun = 'node scripts/report.mjs comment "review of $STACK" "$RUNNER_TEMP/review/review.md"';
  const waits =
    /^concurrency:\n {2}group: platform-\$\{\{ github\.event_name \}\}-\$\{\{ github\.ref \}\}\n {2}cancel-in-progress: false\n {2}queue: max\n/m;
  const complaints: readonly (readonly [isWrong: boolean, complaint: string])[] = [
    [writing.length !== 1 || writing[0] !== jobs.get("comment"), "another job of a pull request may write"],
    [
      writing.some((job) => !job.includes("ref: ${{ github.event.repository.default_branch }}\n")),
      "what may write runs the code of the pull request",
    ],
    [writing.some((job) => valuesOf(job, "run").join() !== mayRun), "what may write runs more than the report"],
    [
      writing.some((job) => valuesOf(job, "path").join() !== "${{ runner.temp }}/review"),
      "the pull request's files lie where code is run",
    ],
    [writing.some((job) => /id-token|secrets\./.test(job)), "what writes a comment reads the platform"],
    [!waits.test(text) || text.match(/concurrency:/g)?.length !== 1, "a waiting deployment may be canceled"],
  ];
  return complaints.filter(([isWrong]) => isWrong).map(([, complaint]) => complaint);
}

/** Like the function for GitHub, for the pipeline of GitLab. */
function complaintsAboutPipeline(text: string): string[] {
  const sections = new Map(
    text.split(/^(?=[.\w-]+:)/m).map((section) => [section.slice(0, section.indexOf(":")), section]),
  );
  const holding = [...sections].filter(([, section]) => section.includes("name: report\n")).map(([name]) => name);
  const comment = sections.get("comment") ?? "";
  const complaints: readonly (readonly [isWrong: boolean, complaint: string])[] = [
    [holding.join() !== "comment,nightly", "another job of a merge request may write"],
    [!/^ {4}GIT_STRATEGY: empty$/m.test(comment), "what may write has the files of the merge request"],
    [
      !comment.includes(
        '--branch "$CI_DEFAULT_BRANCH" "$CI_REPOSITORY_URL" "$trusted"\n    - node "$trusted/scripts/report.mjs" ',
      ),
      "what may write runs the code of the merge request",
    ],
    [/extends|before_script|id_tokens/.test(comment), "what may write runs more than the report"],
    [!/^workflow:\n {2}auto_cancel:\n {4}on_new_commit: none$/m.test(text), "a waiting deployment may be canceled"],
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
      "it contains a secret",
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
    const examples = join(repositoryRoot, "examples/organization-in-stacks/.github/workflows");
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

  it("of the example for CI passes on each variable of its page, and the passphrase only to steps that read the state", () => {
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

  const review = readFileSync(join(repositoryRoot, "examples/ci/github/.github/workflows/platform.yml"), "utf8");
  const pipeline = readFileSync(join(repositoryRoot, "examples/ci/gitlab/.gitlab-ci.yml"), "utf8");

  it("of the example for CI never runs a pull request's code with a token that can write, and cancels no deployment (rows 160, 161)", () => {
    assert.deepEqual(complaintsAboutExample(review), []);
    assert.deepEqual(complaintsAboutPipeline(pipeline), []);
  });

  const spoiltExamples: readonly (readonly [
    host: "GitHub" | "GitLab",
    row: 226 | 227,
    complaint: string,
    from: string,
    to: string,
  ])[] = [
    [
      "GitHub",
      226,
      "another job of a pull request may write",
      "id-token: write",
      "id-token: write\n      issues: write",
    ],
    [
      "GitHub",
      226,
      "another job of a pull request may write",
      "permissions:\n      contents: read\n      id-token: write",
      "permissions: write-all",
    ],
    [
      "GitHub",
      226,
      "what may write runs the code of the pull request",
      "          ref: ${{ github.event.repository.default_branch }}\n",
      "",
    ],
    [
      "GitHub",
      226,
      "what may write runs more than the report",
      "      - run: node scripts",
      "      - run: npm ci\n      - run: node scripts",
    ],
    ["GitHub", 226, "the pull request's files lie where code is run", "path: ${{ runner.temp }}/review", "path: ."],
    ["GitHub", 227, "a waiting deployment may be canceled", "-${{ github.event_name }}", ""],
    ["GitHub", 227, "a waiting deployment may be canceled", "  queue: max\n", ""],
    [
      "GitLab",
      226,
      "another job of a merge request may write",
      "  artifacts:",
      "  environment:\n    name: report\n  artifacts:",
    ],
    ["GitLab", 226, "what may write has the files of the merge request", "    GIT_STRATEGY: empty\n", ""],
    ["GitLab", 226, "what may write runs the code of the merge request", '"$trusted/scripts', '"scripts'],
    [
      "GitLab",
      226,
      "what may write runs more than the report",
      "  needs: [review]",
      "  extends: .stack\n  needs: [review]",
    ],
    ["GitLab", 227, "a waiting deployment may be canceled", "on_new_commit: none", "on_new_commit: conservative"],
  ];
  for (const [host, row, complaint, from, to] of spoiltExamples) {
    it(`of the example for CI on ${host} is rejected when ${complaint}: ${JSON.stringify(to)} (row ${row})`, () => {
      const [text, complaintsOf] =
        host === "GitHub" ? [review, complaintsAboutExample] : [pipeline, complaintsAboutPipeline];
      const spoilt = text.replace(from, () => to);
      assert.notEqual(spoilt, text);
      assert.ok(complaintsOf(spoilt).includes(complaint), complaintsOf(spoilt).join("; "));
    });
  }

  it("for CI runs all checks, including those of workflows, and all tests", () => {
    const commands = valuesOf(ci, "run");
    for (const command of ["npm run check", "npm run test:all"]) assert.ok(commands.includes(command), command);
    assert.ok(commands.some((command) => command.endsWith(" npm run check -- actionlint zizmor check-jsonschema")));
  });

  it("for each night runs all mutants, random programs, and the pages in a browser", () => {
    const commands = valuesOf(workflows.get("nightly.yml") ?? "", "run");
    for (const command of [
      "npm run mutants",
      "npm run chaos -- --minutes 40",
      "npm run chaos -- --minutes 20 --host plugin",
      "npm run chaos -- --minutes 10 --second-writer",
      "npm run chaos -- --minutes 10 --host plugin --second-writer",
      "npm run pages",
    ]) {
      assert.ok(commands.includes(command), command);
    }
  });

  it("for releases runs only for tags, proves the package's origin, and publishes it and the plugin in jobs that run nothing else (rows 87, 122)", () => {
    assert.match(release, /^on:\n {2}push:\n {4}tags: \["v\*"\]\n\n/m);
    assert.deepEqual(release.match(/\S+: write/g), ["id-token: write", "contents: write"]);
    const uploaded = valuesOf(jobsIn(release).get("build") ?? "", "path");
    assert.deepEqual(uploaded, ["pulumi-platform-*.tgz", "dist/pulumi-resource-platform-*.tar.gz"]);
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
    ["what may publish runs more than that", "- run: gh release", "- run: npm ci\n      - run: gh release"],
    ["another job publishes", "npm pack --ignore-scripts", "npm publish"],
    ["it is published untested", "    needs: build\n", ""],
    ["it is published untested", "    needs: publish\n", ""],
    ["nobody has to agree", "    environment: release\n", ""],
    ["what may publish may do more", "id-token: write\n", "id-token: write\n      contents: read\n"],
    ["what may publish may do more", "contents: write\n", "contents: write\n      id-token: write\n"],
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
