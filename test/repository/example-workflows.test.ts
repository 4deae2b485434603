import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../support/workspace";
import { assertSpoilt, jobsIn, valuesOf } from "./workflow";

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

  const trusted = "          ref: ${{ github.event.repository.default_branch }}\n";
  const canceled = "a waiting deployment may be canceled";
  const more = "what may write runs more than the report";
  const onGithub: readonly (readonly [complaint: string, from: string, to: string])[] = [
    ["another job of a pull request may write", "id-token: write", "id-token: write\n      issues: write"],
    ["another job of a pull request may write", "permissions:\n      contents: read", "permissions: write-all"],
    ["what may write runs the code of the pull request", trusted, ""],
    [more, "      - run: node scripts", "      - run: npm ci\n      - run: node scripts"],
    ["the pull request's files lie where code is run", "path: ${{ runner.temp }}/review", "path: ."],
    [canceled, "-${{ github.event_name }}", ""],
    [canceled, "  queue: max\n", ""],
  ];
  const onGitlab: readonly (readonly [complaint: string, from: string, to: string])[] = [
    ["another job of a merge request may write", "  artifacts:", "  environment:\n    name: report\n  artifacts:"],
    ["what may write has the files of the merge request", "    GIT_STRATEGY: empty\n", ""],
    ["what may write runs the code of the merge request", '"$trusted/scripts', '"scripts'],
    [more, "  needs: [review]", "  extends: .stack\n  needs: [review]"],
    [canceled, "on_new_commit: none", "on_new_commit: conservative"],
  ];
  for (const [host, text, complaintsOf, spoilt] of [
    ["GitHub", review, complaintsAboutExample, onGithub],
    ["GitLab", pipeline, complaintsAboutPipeline, onGitlab],
  ] as const)
    for (const [complaint, from, to] of spoilt)
      it(`of the example for CI on ${host} is rejected when ${complaint}: ${JSON.stringify(to)}`, () =>
        assertSpoilt(text, complaintsOf, [complaint, from, to]));
});
