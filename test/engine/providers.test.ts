import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Emulator, startEmulator } from "../../src/emulator";
import { startEditingProxy } from "../support/editing-proxy";
import { succeeded } from "../support/engine";
import { mutations } from "../support/log";
import { writeFiles } from "../support/workspace";
import { describeEngine, type SuiteEngine } from "./describe-engine";

/**
 * Starts a proxy in front of an emulator that accepts tokens of its own, and records which ones were sent to it.
 *
 * @param name begins its tokens, so that a test sees whose token went to the wrong place
 */
async function startTokenWitness(emulator: Emulator, name: string) {
  const proxy = await startEditingProxy(emulator.url);
  const sent = new Set<string>();
  let generation = 1;
  const token = () => `${name}-token-canary-${generation}`;
  proxy.authorize = (authorization) => {
    sent.add(authorization.replace("Bearer ", ""));
    return `Bearer ${authorization === `Bearer ${token()}` ? emulator.token : "unknown"}`;
  };
  /** From now on it takes another token, and refuses the former one. */
  const rotate = () => {
    generation += 1;
  };
  return { url: proxy.url, token, sent, rotate, close: proxy.close };
}

const PROGRAM = `
const pulumi = require("@pulumi/pulumi");
const platform = require("pulumi-platform");
const { own, emea, apac } = JSON.parse(require("node:fs").readFileSync(__dirname + "/platforms.json", "utf8"));
const provider = new platform.Provider("emea", { baseUrl: emea.url, token: emea.token });
const other = new platform.Provider("apac", { baseUrl: pulumi.output(apac.url), token: pulumi.secret(apac.token) });
const description = own.description;
new platform.Group("own", { parentUid: own.root, description });
const team = new platform.Group("team", { parentUid: emea.root, description }, { provider });
const ci = (name, { root }, opts) => new platform.CiIdentity(name, {
  parentUid: root, issuer: "https://token.ci.example.com", subject: name,
  roles: [{ roleUid: platform.getRoleOutput({ name: "viewer" }, opts).uid }],
}, opts);
ci("ci-emea", emea, { provider });
const parent = new pulumi.ComponentResource("test:index:Apac", "all", {}, { providers: [other] });
ci("ci-apac", apac, { parent });
exports.groups = [
  platform.getGroups({ name: "mark" }),
  platform.getGroups({ name: "mark" }, { provider }),
  platform.getGroupsOutput({ name: "mark" }, { provider: other }),
].map((found) => pulumi.output(found).apply((groups) => groups.map(({ description }) => description)));
`;

interface Site {
  readonly emulator: Emulator;
  readonly witness: Awaited<ReturnType<typeof startTokenWitness>>;
}

describeEngine(
  "two organizations beside that of the stack, in one program",
  (engine: SuiteEngine) => {
    const names = ["own", "emea", "apac"] as const;
    const sites = new Map<string, Site>();
    const site = (name: string): Site => sites.get(name) ?? assert.fail(name);

    beforeEach(async () => {
      for (const name of names) {
        const emulator = name === "own" ? engine.emulator : await startEmulator();
        emulator.put("iam:Group", emulator.organization.uid, { name: "mark", description: `of ${name}` });
        sites.set(name, { emulator, witness: await startTokenWitness(emulator, name) });
      }
      writeFiles(engine.workspace.directory, { "index.js": PROGRAM });
      configure();
    });
    afterEach(async () => {
      for (const name of names) await site(name).witness.close();
      for (const name of ["emea", "apac"]) await site(name).emulator.close();
    });

    /** Passes the addresses of the platforms to the program. */
    function configure(description = "first"): void {
      const entries = names.map((name) => {
        const { emulator, witness } = site(name);
        return [name, { url: witness.url, token: witness.token(), root: emulator.organization.uid, description }];
      });
      writeFileSync(join(engine.workspace.directory, "platforms.json"), JSON.stringify(Object.fromEntries(entries)));
    }

    /** Runs a command with the settings of the stack's own platform in the environment, which everything must beat. */
    async function run(...args: string[]) {
      const { witness } = site("own");
      for (const name of names) site(name).witness.sent.clear();
      return engine.stack.run([...args, "--suppress-progress"], {
        PLATFORM_BASE_URL: witness.url,
        PLATFORM_TOKEN: witness.token(),
      });
    }

    function assertOwnTokens(...used: readonly string[]): void {
      for (const name of names) {
        const { witness } = site(name);
        assert.deepEqual([...witness.sent], used.includes(name) ? [witness.token()] : [], name);
      }
    }
    const up = ["up", "--yes", "--skip-preview"];
    const updates = () => names.flatMap((name) => mutations(site(name).emulator.requests));

    it("send each request to its own platform with its own token, whatever the command, and keep it secret (report: an exported and imported state differs or goes to another server)", async () => {
      succeeded(await run(...up));
      assertOwnTokens(...names);
      const shown = await engine.stack.outputs();
      assert.deepEqual(shown.groups, [["of own"], ["of emea"], ["of apac"]]);
      const count = (name: string, type: string) => site(name).emulator.list(type).length;
      const seeded = await startEmulator();
      assert.equal(count("emea", "iam:Identity"), seeded.list("iam:Identity").length + 1);
      assert.equal(count("apac", "iam:RoleBinding"), seeded.list("iam:RoleBinding").length + 1);
      await seeded.close();

      succeeded(await run("preview", "--refresh", "--expect-no-changes"));
      assertOwnTokens(...names);
      succeeded(await run("refresh", "--yes", "--skip-preview", "--expect-no-changes"));
      assertOwnTokens(...names);
      configure("second");
      succeeded(await run(...up));
      assertOwnTokens(...names);
      assert.deepEqual(
        ["own", "emea"].map(
          (name) =>
            site(name)
              .emulator.list("iam:Group")
              .filter(({ description }) => description === "second").length,
        ),
        [1, 1],
      );

      const exported = JSON.stringify(engine.stack.exported());
      const file = join(engine.workspace.directory, "exported.json");
      writeFileSync(file, exported);
      succeeded(await engine.stack.run(["stack", "import", "--file", file]));
      succeeded(await run(...up, "--expect-no-changes"));
      assert.doesNotMatch(exported + engine.shown(), /token-canary/);

      succeeded(await run("destroy", "--yes", "--skip-preview"));
      assertOwnTokens(...names);
      for (const name of ["emea", "apac"])
        assert.ok(site(name).emulator.isEmpty() || count(name, "iam:Identity") === 0, name);
    });

    it("replace nothing when a token changes, and say how refresh and destroy get the new one (report: destroy uses the expired token of the last update)", async () => {
      succeeded(await run(...up));
      const before = updates().length;
      site("emea").witness.rotate();
      configure();
      const refused = await run("refresh", "--yes", "--skip-preview");
      assert.equal(refused.code, 1, refused.output);
      assert.match(
        refused.output,
        /Check the token of this provider .*Run pulumi up with this provider in the program first, or add --run-program/,
      );
      assert.doesNotMatch(refused.output, /PLATFORM_TOKEN/);
      succeeded(await run("refresh", "--yes", "--skip-preview", "--run-program"));
      assertOwnTokens(...names);
      const plan = succeeded(await run("preview", "--diff"));
      assert.doesNotMatch(plan.output, /replace/);
      succeeded(await run(...up));
      assertOwnTokens(...names);
      assert.equal(updates().length, before, "only the provider was updated");
      succeeded(await run("refresh", "--yes", "--skip-preview", "--expect-no-changes"));
      succeeded(await run("destroy", "--yes", "--skip-preview"));
      assertOwnTokens(...names);
    });

    it("leave the program with their resources although their token has expired, as the error says (row 131)", async () => {
      succeeded(await run(...up));
      site("emea").witness.rotate();
      configure();
      const without = (part: string, program: string) =>
        program
          .split("\n")
          .filter((line) => !line.includes(part))
          .join("\n");
      const onlyProvider = without("{ provider })", PROGRAM);
      const left = without("const provider", onlyProvider);
      writeFiles(engine.workspace.directory, { "index.js": left });
      const refused = await run(...up);
      assert.equal(refused.code, 1, refused.output);
      assert.match(refused.output, /Run pulumi up with this provider in the program first/);
      assert.match(refused.output, /or baseUrl of an explicit provider/);
      for (const program of [onlyProvider, left]) {
        writeFiles(engine.workspace.directory, { "index.js": program });
        succeeded(await run(...up));
      }
      assert.deepEqual(site("emea").emulator.list("iam:Identity"), []);
    });
  },
  {},
);
