import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CiHost, startCiHost } from "../support/ci-host";
import { runProgram } from "../support/command";
import { type Declared, succeeded } from "../support/engine";
import { readPage } from "../support/pages";
import { copyIn, installCommand } from "../support/workspace";
import { type CiPlatform, startCiPlatform } from "./ci-platform";
import { describeEngine } from "./describe-engine";

const EXAMPLE = "examples/ci";
/** Neither settings nor credentials of the platform but those that the recipe has. */
const WITHOUT_TOKEN = Object.fromEntries(
  ["BASE_URL", "TOKEN", "IDENTITY", "REGISTRY_TOKEN"].map((setting) => [`PLATFORM_${setting}`, ""]),
);
const claimMatch = { issuer: "https://token.ci.example.com", subject: "repo:acme/web" };

const jobsOf = {
  github: (job: string) => {
    const [section = ""] = sectionOf(readPage(`${EXAMPLE}/github/.github/workflows/platform.yml`), `  ${job}:`);
    return {
      commands: [...section.matchAll(/^ +(?:- )?run: (.+)$/gm)].map(([, command = ""]) => command),
      hasToken: section.includes("GITHUB_TOKEN: "),
      hasIdToken: section.includes("id-token: write"),
      section,
    };
  },
  gitlab: (job: string) => {
    const [section = ""] = sectionOf(readPage(`${EXAMPLE}/gitlab/.gitlab-ci.yml`), `${job}:`);
    // One shell runs them all, and ends at the first that fails.
    return {
      commands: [[...section.matchAll(/^ {4}- (?!if: )(.+)$/gm)].map(([, command = ""]) => command).join("\n")],
      hasToken: section.includes("name: report\n"),
      hasIdToken: section.includes("extends: .stack"),
      section,
    };
  },
};

const COMMIT = ["-c", "user.name=ci", "-c", "user.email=ci@example.com", "commit", "--quiet", "--message", "scripts"];

/** The lines from a heading to the next of its depth. */
function sectionOf(text: string, heading: string): string[] {
  const lines = text.split("\n");
  const from = lines.indexOf(heading);
  assert.ok(from >= 0, heading);
  const depth = heading.search(/\S/);
  const to = lines.findIndex((line, at) => at > from && line.search(/\S/) === depth);
  return [lines.slice(from, to < 0 ? lines.length : to).join("\n")];
}

/** Tests of the example for CI, as one host of repositories runs it. */
export const describeCiExample = (name: "github" | "gitlab") =>
  describeEngine(
    `the example for CI on ${name} @all`,
    (engine) => {
      let platform: CiPlatform;
      beforeEach(async () => {
        platform = await startCiPlatform(name, engine);
      });
      afterEach(() => platform.close());

      /** Runs the commands of a job until one fails. Only a job that asks for it has the token that can write. */
      const job = async (
        host: CiHost,
        which: string,
        { cwd = engine.workspace.directory, ...extra }: Record<string, string> = {},
      ) => {
        const { commands, hasToken, hasIdToken, section } = jobsOf[name](which);
        const settings = hasIdToken ? await platform.settingsOf(which, section) : {};
        const outputs: string[] = [];
        for (const command of commands) {
          const ended = await runProgram("bash", ["-e", "-c", command], {
            cwd,
            environment: {
              ...engine.stack.environment,
              ...host.environment(name),
              ...WITHOUT_TOKEN,
              ...settings,
              ...(hasToken ? host.tokens(name) : {}),
              STACK: "test",
              ...extra,
            },
          });
          outputs.push(ended.stdout, ended.stderr);
          if (ended.code !== 0) return { code: ended.code, output: outputs.join("") };
        }
        return { code: 0, output: outputs.join("") };
      };

      /** Runs the job that comments, in a checkout of the default branch, with the artifact of the review. */
      const comment = async (host: CiHost) => {
        const place = mkdtempSync(join(tmpdir(), "ci-comment-"));
        try {
          const branch = join(place, "main");
          copyIn(branch, `${EXAMPLE}/scripts`, "scripts");
          const artifact = join(place, name === "github" ? "review" : "build");
          mkdirSync(artifact);
          copyFileSync(join(engine.workspace.directory, "review.md"), join(artifact, "review.md"));
          for (const words of [["init", "--quiet", "--initial-branch=main"], ["add", "."], COMMIT])
            assert.equal((await runProgram("git", words, { cwd: branch })).code, 0, words.join(" "));
          return await job(host, "comment", {
            cwd: name === "github" ? branch : artifact,
            RUNNER_TEMP: place,
            CI_DEFAULT_BRANCH: "main",
            CI_REPOSITORY_URL: `file://${branch}`,
            TMPDIR: place,
          });
        } finally {
          rmSync(place, { recursive: true });
        }
      };

      it(`deploys on main, reviews a change in one comment, and opens and closes one issue each night, on ${name}, with nothing but the job's ID token`, async () => {
        const host = await startCiHost();
        host.signs(platform.idToken);
        try {
          const { emulator, root } = engine;
          copyIn(engine.workspace.directory, `${EXAMPLE}/scripts`, "scripts");
          installCommand(engine.workspace.directory);
          const area = String(emulator.put("iam:Group", root, { name: `area-${name}` }).uid);
          const opts = { ignoreChanges: ["claimMatch"] };
          const before: Declared[] = [
            { name: "team", class: "Group", args: { parentUid: area, name: `team-${name}` } },
            { name: "bot", class: "Identity", args: { parentUid: area, name: `bot-${name}`, claimMatch }, opts },
          ];
          engine.declare(before);
          const deployed = await job(host, "deploy");
          assert.equal(deployed.code, 0, deployed.output);

          const roleUid = String(emulator.list("iam:Role").find((role) => role.name === "owner")?.uid);
          const binding = { parentUid: "${team}", identityUid: "${bot}", roleUid };
          // Anybody may write what begins like the report.
          const marker = "<!-- pulumi-platform: review of test -->";
          host.comments.push({ id: 1, text: `${marker} nothing to see`, isOpen: true, isOthers: true });
          engine.declare([...before, { name: "grant", class: "RoleBinding", args: binding }]);
          const files = () => readdirSync(engine.workspace.directory).sort();
          const checkout = files();
          // The code of a pull request never writes: not by the script that reports, which it may have changed.
          writeFileSync(join(engine.workspace.directory, "scripts/report.mjs"), "process.exit(1);\n");
          for (const _ of ["a push", "another push"]) {
            const reviewed = await job(host, "review");
            assert.equal(reviewed.code, 0, reviewed.output);
            const commented = await comment(host);
            assert.equal(commented.code, 0, commented.output);
          }
          copyIn(engine.workspace.directory, `${EXAMPLE}/scripts`, "scripts");
          assert.deepEqual(files(), [...new Set([...checkout, "review.md"])].sort());
          assert.equal(host.comments.length, 2);
          const [theirs, { text = "" } = {}] = host.comments;
          assert.match(theirs?.text ?? "", /nothing to see$/);
          assert.match(
            text,
            new RegExp(`\\| acme/area-${name}/bot-${name} \\| gains \\| .*\\| acme/area-${name}/team-${name} \\|`),
          );
          assert.match(text, /### Drift\n[^#]*## No drift[\s\S]*\+ 1 to create/);

          engine.declare(before);
          const quiet = await job(host, "nightly");
          assert.equal(quiet.code, 0, quiet.output);
          assert.equal(host.issues.length, 0);
          const [identity] = emulator.list("iam:Identity").filter((found) => found.name === `bot-${name}`);
          const grant = emulator.put("iam:RoleBinding", area, { identityUid: identity?.uid, roleUid });
          for (const _ of ["a night", "another night"]) {
            const looked = await job(host, "nightly");
            assert.equal(looked.code, 0, looked.output);
          }
          assert.deepEqual(files(), [...new Set([...checkout, "review.md", "findings.md"])].sort());
          assert.equal(host.issues.length, 1);
          assert.match(host.issues[0]?.text ?? "", new RegExp(`bot-${name}`));
          assert.equal(host.issues[0]?.isOpen, true);
          emulator.remove(String(grant.uid));
          // Another rule for who may act as an identity is a finding, also if the program ignores that field (row 169).
          const issueAfter = async (uid: unknown, values: object) => {
            emulator.edit(String(uid), { ...values });
            const looked = await job(host, "nightly");
            assert.equal(looked.code, 0, looked.output);
            return host.issues.flatMap(({ isOpen, text }) => (isOpen ? [text] : [])).join();
          };
          const evil = { ...claimMatch, subject: "repo:evil/x" };
          assert.match(await issueAfter(identity?.uid, { claimMatch: evil }), /repo:evil\/x/);
          assert.equal(await issueAfter(identity?.uid, { claimMatch }), "");
          // So is what would take over the job's own identity: another role, and a rule that also admits others.
          const reads = emulator
            .list("iam:RoleBinding")
            .find((found) => Object(found.identity).uid === platform.reader);
          const reader = emulator.get(platform.reader, "iam:Identity");
          assert.match(await issueAfter(reads?.uid, { roleUid }), /ci-reader-viewer/);
          emulator.edit(String(reads?.uid), { roleUid: Object(reads?.role).uid });
          const rule = { ...Object(reader?.claimMatch), subjectPattern: ".+" };
          assert.match(await issueAfter(platform.reader, { claimMatch: rule }), /ci-reader .*\.\+/);
          assert.equal(await issueAfter(platform.reader, { claimMatch: reader?.claimMatch }), "");
          assert.equal(host.strangers, 0);
          assert.ok(platform.exchanges > 0, "tokens are exchanged at the issuer, which is another host than the API");
          const refused = emulator.requests.filter(({ status }) => status === 401 || status === 403);
          assert.deepEqual(refused, []);
        } finally {
          succeeded(await engine.stack.run(["destroy", "--yes", "--skip-preview"]));
          await host.close();
        }
      });
    },
    { timeoutMs: 600_000 },
  );
