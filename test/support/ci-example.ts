import assert from "node:assert/strict";
import { chmodSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { type CiHost, startCiHost } from "./ci-host";
import { runProgram } from "./command";
import { describeEngine, type SuiteEngine } from "./describe-engine";
import { type Declared, succeeded } from "./engine";
import { readPage } from "./pages";
import { copyIn } from "./workspace";

const EXAMPLE = "examples/ci";
const claimMatch = { issuer: "https://token.ci.example.com", subject: "repo:acme/web" };

/** The commands of a job, as they stand in the example. */
const commandsOf = {
  github: (job: string): string[] => {
    const [section = ""] = sectionOf(readPage(`${EXAMPLE}/github/.github/workflows/platform.yml`), `  ${job}:`);
    return [...section.matchAll(/^ +(?:- )?run: (.+)$/gm)].map(([, command = ""]) => command);
  },
  gitlab: (job: string): string[] => {
    const [section = ""] = sectionOf(readPage(`${EXAMPLE}/gitlab/.gitlab-ci.yml`), `${job}:`);
    return [...section.matchAll(/^ {4}- (?!if: )(.+)$/gm)].map(([, command = ""]) => command);
  },
};

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
      /** Runs the commands of a job until one fails; what a job does in any case is done all the same. */
      const job = async (
        host: CiHost,
        name: "github" | "gitlab",
        which: string,
        extra: Record<string, string> = {},
      ) => {
        const outputs: string[] = [];
        let code = 0;
        for (const command of commandsOf[name](which)) {
          if (code !== 0 && !command.includes(" comment ")) continue;
          const ended = await runProgram("bash", ["-e", "-c", command], {
            cwd: engine.workspace.directory,
            environment: {
              ...engine.stack.environment,
              ...host.environment(name),
              STACK: "test",
              ...extra,
            },
          });
          outputs.push(ended.stdout, ended.stderr);
          code ||= ended.code;
        }
        return { code, output: outputs.join("") };
      };

      it(`deploys on main, reviews a change in one comment, and opens and closes one issue each night, on ${name}`, async () => {
        const host = await startCiHost();
        try {
          const { emulator, root } = engine;
          copyIn(engine.workspace.directory, `${EXAMPLE}/scripts`, "scripts");
          installCommand(engine);
          const area = String(emulator.put("iam:Group", root, { name: `area-${name}` }).uid);
          const before: Declared[] = [
            { name: "team", class: "Group", args: { parentUid: area, name: `team-${name}` } },
            { name: "bot", class: "Identity", args: { parentUid: area, name: `bot-${name}`, claimMatch } },
          ];
          engine.declare(before);
          const deployed = await job(host, name, "deploy");
          assert.equal(deployed.code, 0, deployed.output);

          const roleUid = String(emulator.list("iam:Role").find((role) => role.name === "owner")?.uid);
          const binding = { parentUid: "${team}", identityUid: "${bot}", roleUid };
          // Anybody may write what begins like the report.
          const marker = "<!-- pulumi-platform: review of test -->";
          host.comments.push({ id: 1, text: `${marker} nothing to see`, isOpen: true, isOthers: true });
          engine.declare([...before, { name: "grant", class: "RoleBinding", args: binding }]);
          const files = () => readdirSync(engine.workspace.directory).sort();
          const checkout = files();
          for (const _ of ["a push", "another push"]) {
            const reviewed = await job(host, name, "review");
            assert.equal(reviewed.code, 0, reviewed.output);
          }
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
          const quiet = await job(host, name, "nightly");
          assert.equal(quiet.code, 0, quiet.output);
          assert.equal(host.issues.length, 0);
          const [identity] = emulator.list("iam:Identity").filter((found) => found.name === `bot-${name}`);
          const grant = emulator.put("iam:RoleBinding", area, { identityUid: identity?.uid, roleUid });
          for (const _ of ["a night", "another night"]) {
            const looked = await job(host, name, "nightly");
            assert.equal(looked.code, 0, looked.output);
          }
          assert.deepEqual(files(), [...new Set([...checkout, "review.md", "findings.md"])].sort());
          assert.equal(host.issues.length, 1);
          assert.match(host.issues[0]?.text ?? "", new RegExp(`bot-${name}`));
          assert.equal(host.issues[0]?.isOpen, true);
          emulator.remove(String(grant.uid));
          assert.equal((await job(host, name, "nightly")).code, 0);
          assert.deepEqual(
            host.issues.map(({ isOpen }) => isOpen),
            [false],
          );
          assert.equal(host.strangers, 0);
        } finally {
          succeeded(await engine.stack.run(["destroy", "--yes", "--skip-preview"]));
          await host.close();
        }
      });

      it("is red, and says why in the comment, where the platform cannot be asked", async () => {
        const host = await startCiHost();
        try {
          copyIn(engine.workspace.directory, `${EXAMPLE}/scripts`, "scripts");
          installCommand(engine);
          engine.declare([{ name: "team", class: "Group", args: { parentUid: engine.root, name: "team-red" } }]);
          const wrong = { PLATFORM_TOKEN: "wrong" };
          const reviewed = await job(host, name, "review", wrong);
          assert.equal(reviewed.code, 1, reviewed.output);
          assert.match(host.comments[0]?.text ?? "", /PLATFORM_TOKEN/);
          assert.equal((await job(host, name, "nightly", wrong)).code, 1);
          assert.deepEqual(host.issues, []);
        } finally {
          await host.close();
        }
      });
    },
    { timeoutMs: 600_000 },
  );

/** What `npm ci` does with the command of the package. */
function installCommand({ workspace }: SuiteEngine): void {
  const bin = join(workspace.directory, "node_modules/.bin");
  mkdirSync(bin, { recursive: true });
  const file = join(bin, "pulumi-platform");
  const target = "../pulumi-platform/dist/cli/main.js";
  chmodSync(join(bin, target), 0o755);
  try {
    symlinkSync(target, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
