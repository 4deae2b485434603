import assert from "node:assert/strict";
import { readPage } from "../support/pages";
import { jobsIn, saidIn, valuesOf } from "./workflow";

/** The job that may write comments, whole: it runs the code of the default branch, and reads nothing of the platform. */
const COMMENT = `
    needs: review
    if: \${{ !cancelled() && needs.review.result != 'skipped' }}
    runs-on: ubuntu-24.04
    timeout-minutes: 10
    permissions:
      contents: read
      pull-requests: write
    steps:
      - uses: actions/checkout
        with:
          ref: \${{ github.event.repository.default_branch }}
          persist-credentials: false
      - uses: actions/download-artifact
        with:
          name: review
          path: \${{ runner.temp }}/review
      - run: node scripts/report.mjs comment "review of $STACK" "$RUNNER_TEMP/review/review.md"
        env:
          GITHUB_TOKEN: \${{ github.token }}
          PULL_REQUEST: \${{ github.event.pull_request.number }}
`;

/** The same at GitLab. */
const COMMENT_AT_GITLAB = `
comment:
  stage: report
  needs: [review]
  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
      when: always
  environment:
    name: report
    action: access
  variables:
    GIT_STRATEGY: empty
  script:
    - trusted=$(mktemp -d)
    - git clone --quiet --depth 1 --branch "$CI_DEFAULT_BRANCH" "$CI_REPOSITORY_URL" "$trusted"
    - node "$trusted/scripts/report.mjs" comment "review of $STACK" review.md
`;

describe("the example for CI", () => {
  const workflow = readPage("examples/ci/github/.github/workflows/platform.yml");
  const pipeline = readPage("examples/ci/gitlab/.gitlab-ci.yml");

  it("passes on each variable of its page, and the passphrase only to steps that read the state", () => {
    const rows = readPage("examples/ci/README.md").matchAll(/^\| (`[A-Z_`, ]+`) \|(?! GitLab:)/gm);
    const names = [...rows].flatMap(([, cell = ""]) => [...cell.matchAll(/\w+/g)].map(([name]) => name));
    assert.ok(names.includes("PULUMI_CONFIG_PASSPHRASE") && names.includes("AWS_DEPLOYER"), names.join());
    for (const name of names) assert.match(workflow, new RegExp(`(^  |vars\\.|secrets\\.)${name}\\b`, "m"), name);
    const steps = workflow
      .split(/^ {6}- /m)
      .filter((step) => step.includes("PULUMI_CONFIG_PASSPHRASE: ${{ secrets.PULUMI_CONFIG_PASSPHRASE }}"));
    assert.deepEqual(
      steps.flatMap((step) => valuesOf(`    ${step}`, "run")),
      ['scripts/review.sh "$STACK"', 'pulumi up --stack "$STACK" --yes --skip-preview', 'scripts/nightly.sh "$STACK"'],
    );
  });

  it("never runs a pull request's code with a token that can write (rows 160, 161)", () => {
    const jobs = jobsIn(workflow);
    assert.equal(saidIn(jobs.get("comment")), COMMENT.trim());
    assert.deepEqual(jobs.get("review")?.match(/\S+: write\b|\S*-all\b/g), ["id-token: write"]);
    assert.match(workflow, /^permissions:\n {2}contents: read\n\n/m);
    const sections = pipeline.split(/^(?=[.\w-]+:)/m);
    const holding = sections.filter((section) => section.includes("name: report\n"));
    const [comment, nightly, ...others] = holding;
    assert.deepEqual([nightly?.startsWith("nightly:\n"), others], [true, []]);
    assert.equal(comment?.replace(/^ *#.*\n/gm, "").trim(), COMMENT_AT_GITLAB.trim());
  });

  it("cancels no deployment that waits (rows 160, 161)", () => {
    assert.match(
      workflow,
      /^concurrency:\n {2}group: platform-\$\{\{ github\.event_name \}\}-\$\{\{ github\.ref \}\}\n {2}cancel-in-progress: false\n {2}queue: max\n/m,
    );
    assert.equal(workflow.match(/concurrency:/g)?.length, 1);
    assert.match(pipeline, /^workflow:\n {2}auto_cancel:\n {4}on_new_commit: none$/m);
  });
});
