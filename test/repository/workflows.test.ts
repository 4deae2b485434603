import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../support/workspace";
import { assertSpoilt, jobsIn, valuesOf } from "./workflow";

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
    ["it contains a secret", "run: npm run test:all", "env:\n          T: ${{ secrets.T }}"],
    ["scripts run", " --ignore-scripts", ""],
    ["what it installs is not pinned", " --require-hashes", ""],
    ["a job may run for hours", /timeout-minutes: \d+/, "name: test"],
  ];
  for (const [complaint, from, to] of spoilt)
    it(`is rejected when ${complaint}: ${JSON.stringify(to)} (row 87)`, () =>
      assertSpoilt(ci, complaintsAbout, [complaint, from, to]));

  it("of an example is pinned, holds no secret, and gives its jobs an ID token at most (row 87)", () => {
    const examples = join(repositoryRoot, "examples/organization-in-stacks/.github/workflows");
    for (const name of readdirSync(examples)) {
      const text = readFileSync(join(examples, name), "utf8");
      const uses = valuesOf(text, "uses").filter((action) => !action.startsWith("./.github/workflows/"));
      const wrong = uses.filter((action) => !PINNED.test(action));
      assert.deepEqual(wrong, []);
      assert.match(text, READ_ONLY);
      assert.doesNotMatch(text, /\bsecrets[.:]|write-all/);
      assert.deepEqual([...new Set(text.match(/\S+: write$/gm) ?? [])], ["id-token: write"]);
    }
  });

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

  const more = "runs more than that";
  const spoiltReleases: readonly (readonly [complaint: string, from: string, to: string])[] = [
    [`what may publish ${more}`, "- run: npm publish", "- run: npm ci --ignore-scripts\n      - run: npm publish"],
    [`what may publish ${more}`, "- run: npm publish", "- run: npm test\n      - run: npm publish"],
    [`what may publish ${more}`, "./package/pulumi-platform-*.tgz", "."],
    [`what may publish ${more}`, " --provenance", ""],
    ["what may publish takes more than the package", "actions/download-artifact@", "actions/checkout@"],
    [`what may publish ${more}`, "- run: gh release", "- run: npm ci\n      - run: gh release"],
    ["another job publishes", "npm pack --ignore-scripts", "npm publish"],
    ["it is published untested", "    needs: build\n", ""],
    ["it is published untested", "    needs: publish\n", ""],
    ["nobody has to agree", "    environment: release\n", ""],
    ["what may publish may do more", "id-token: write\n", "id-token: write\n      contents: read\n"],
    ["what may publish may do more", "contents: write\n", "contents: write\n      id-token: write\n"],
    ["what is built with has rights of its own", "minutes: 60\n", "minutes: 60\n    permissions: {}\n"],
    ["it is not tested", "      - run: npm run test:all\n", ""],
  ];
  for (const [complaint, from, to] of spoiltReleases)
    it(`for releases is rejected when ${complaint}: ${JSON.stringify(to)} (row 122)`, () =>
      assertSpoilt(release, complaintsAboutRelease, [complaint, from, to]));
});
