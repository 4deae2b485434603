import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../support/workspace";
import { jobsIn, saidIn, valuesOf } from "./workflow";

const PINNED = /^[\w-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
const READ_ONLY = /^permissions:\n {2}contents: read\n(?! )/m;

/** The job of the identity that publishes, whole: nothing of the project or of its dependencies runs in it. */
const PUBLISH = `
    runs-on: ubuntu-24.04
    needs: build
    timeout-minutes: 10
    environment: release
    permissions:
      id-token: write
    steps:
      - uses: actions/setup-node
        with:
          node-version: "24"
          package-manager-cache: false
      - run: printf '11.5.1\\n%s\\n' "$(npm --version)" | sort --version-sort --check
      - uses: actions/download-artifact
        with:
          name: package
          path: package
      - run: npm publish ./package/pulumi-platform-*.tgz --provenance --access public --ignore-scripts
`;

/** The job that attaches the plugin to a release, whole. */
const ATTACH = `
    runs-on: ubuntu-24.04
    needs: publish
    timeout-minutes: 10
    permissions:
      contents: write
    steps:
      - uses: actions/download-artifact
        with:
          name: plugin
          path: plugin
      - run: gh release create "$GITHUB_REF_NAME" ./plugin/pulumi-resource-platform-*.tar.gz --repo "$GITHUB_REPOSITORY" --verify-tag --generate-notes
        env:
          GH_TOKEN: \${{ github.token }}
`;

/** What no workflow anywhere should do is found by actionlint and zizmor (`npm run check`, where they are installed). */
describe("a workflow", () => {
  const folder = join(repositoryRoot, ".github/workflows");
  const workflows = new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]));
  const commandsOf = (name: string) => valuesOf(workflows.get(name) ?? "", "run");

  for (const [name, text] of workflows)
    it(`contains no secret, may only read, and runs only pinned code for a limited time: ${name} (row 87)`, () => {
      const unpinned = valuesOf(text, "uses").filter((action) => !PINNED.test(action));
      assert.deepEqual(unpinned, []);
      assert.match(text, READ_ONLY);
      if (name !== "release.yml") assert.equal(text.match(/permissions:/g)?.length, 1, "a job has rights of its own");
      assert.doesNotMatch(text, /\bsecrets\b/);
      assert.doesNotMatch(text, /npm (ci|install|pack|publish)(?!.* --ignore-scripts)/);
      assert.doesNotMatch(text, /pip" install(?!.* --require-hashes)/);
      const jobs = jobsIn(text);
      assert.deepEqual([jobs.size > 0, valuesOf(text, "timeout-minutes").length], [true, jobs.size]);
    });

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

  for (const [name, needed] of [
    ["ci.yml", ["npm run check", "npm run test:all"]],
    [
      "nightly.yml",
      [
        "npm run mutants",
        "npm run chaos -- --minutes 40",
        "npm run chaos -- --minutes 20 --host plugin",
        "npm run chaos -- --minutes 10 --second-writer",
        "npm run chaos -- --minutes 10 --host plugin --second-writer",
        "npm run pages",
      ],
    ],
  ] as const)
    it(`runs all that belongs to it: ${name}`, () => {
      const missing = needed.filter((command) => !commandsOf(name).includes(command));
      assert.deepEqual(missing, []);
    });

  it("for CI checks workflows too", () => {
    const linters = commandsOf("ci.yml").filter((one) =>
      one.endsWith(" npm run check -- actionlint zizmor check-jsonschema"),
    );
    assert.equal(linters.length, 1);
  });

  it("for releases runs only for tags, proves the package's origin, and publishes it and the plugin, tested, in jobs that run nothing else (rows 87, 122)", () => {
    const release = workflows.get("release.yml") ?? "";
    const { build = "", publish, attach, ...others } = Object.fromEntries(jobsIn(release));
    assert.match(release, /^on:\n {2}push:\n {4}tags: \["v\*"\]\n\n/m);
    assert.deepEqual([saidIn(publish), saidIn(attach), others], [PUBLISH.trim(), ATTACH.trim(), {}]);
    assert.doesNotMatch(build, /permissions:|npm publish|gh release/);
    const tested = ["npm ci --ignore-scripts", "npm run check", "npm run test:all", "npm pack --ignore-scripts"];
    const run = valuesOf(build, "run").filter((command) => tested.includes(command));
    assert.deepEqual(run, tested);
    const uploaded = valuesOf(build, "path");
    assert.deepEqual(uploaded, ["pulumi-platform-*.tgz", "dist/pulumi-resource-platform-*.tar.gz"]);
  });
});
