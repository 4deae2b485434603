import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describeEngine } from "../support/describe-engine";
import { succeeded } from "../support/engine";
import { Stack } from "../support/stack";
import { npmCli, writeFiles } from "../support/workspace";

const digest = `sha256:${"a".repeat(64)}`;

describeEngine(
  "advice of pages and errors about a stack",
  (engine) => {
    it("sets up a stack from nothing, with its secrets as secrets", async () => {
      const repoUid = String(engine.emulator.put("registry:Repo", engine.root, { name: "app" }).uid);
      engine.emulator.put("registry:Tag", repoUid, { name: "v1", digest });
      const program = `
      const pulumi = require("@pulumi/pulumi");
      const platform = require("pulumi-platform");
      const config = new pulumi.Config();
      const parentUid = "${engine.root}";
      new platform.Subscription("one", { parentUid, sink: pulumi.secret("https://sink.example.com/canary-1") });
      new platform.Subscription("two", { parentUid, sink: config.requireSecret("sink") });
      const image = { repoUid: "${repoUid}", digest: "${digest}" };
      if (config.getBoolean("sized")) exports.size = platform.getImageSizeOutput(image).size;
    `;
      writeFiles(engine.workspace.directory, { "index.js": program });
      const bare = { PLATFORM_BASE_URL: "", PLATFORM_TOKEN: "", PLATFORM_IDENTITY: "" };
      const run = (...args: string[]) => engine.stack.run(args, bare);
      const up = () => run("up", "--yes", "--skip-preview");
      succeeded(await run("config", "set", "--secret", "sink", "https://sink.example.com/canary-2"));

      const advised = async (advice: RegExp): Promise<string[]> => {
        const { code, output } = await up();
        assert.equal(code, 1, output);
        const [, command = ""] = advice.exec(output) ?? [];
        assert.ok(command, output);
        return command.split(" ").slice(1);
      };
      const address = await advised(/platform:baseUrl is not set\. Run "(pulumi config set platform:baseUrl <value>)"/);
      succeeded(await run(...address.map((word) => word.replace("<value>", engine.emulator.url))));
      // What a fork's pull request gets: no token, and a preview all the same.
      succeeded(await run("preview"));
      const token = await advised(
        /No token is set\. Set PLATFORM_TOKEN .*run "(pulumi config set --secret platform:token <token>)"/,
      );
      succeeded(await run(...token.map((word) => word.replace("<token>", engine.emulator.token))));
      succeeded(await up());
      succeeded(await run("config", "set", "sized", "true"));
      succeeded(await up());
      assert.equal((await engine.stack.outputs()).size, 5368709120);
      const settings = readFileSync(join(engine.workspace.directory, "Pulumi.test.yaml"), "utf8");
      const kept = JSON.stringify(await engine.stack.export()) + settings + engine.shown();
      for (const secret of ["canary-1", "canary-2", engine.emulator.token]) assert.ok(!kept.includes(secret), secret);
      assert.equal(engine.emulator.list("events:Subscription").length, 2);

      // An address that was in the environment of the last update only.
      succeeded(await run("config", "rm", "platform:baseUrl"));
      const inEnvironment = { ...bare, PLATFORM_BASE_URL: engine.emulator.url };
      succeeded(await engine.stack.run(["up", "--yes", "--skip-preview"], inEnvironment));
      succeeded(await run(...address.map((word) => word.replace("<value>", engine.emulator.url))));
      const refresh = (...args: string[]) => run("refresh", "--yes", "--skip-preview", ...args);
      const refused = await refresh();
      assert.equal(refused.code, 1, refused.output);
      assert.match(refused.output, /After "pulumi config set", also run pulumi up, or add --run-program/);
      succeeded(await refresh("--run-program"));
      succeeded(await up());
      succeeded(await refresh());
      succeeded(await run("destroy", "--yes", "--skip-preview"));
    });

    it("looks for drift in a fresh clone after npm ci, and finds none, or reports it", async () => {
      // The package as a registry would give it; what it depends on is installed above the clone, because npm has no network here.
      const { directory } = engine.workspace;
      const installed = join(directory, "node_modules", "pulumi-platform");
      const {
        dependencies: _,
        peerDependencies: __,
        ...alone
      } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
      cpSync(installed, join(directory, "package"), { recursive: true });
      writeFileSync(join(directory, "package", "package.json"), JSON.stringify(alone));
      execFileSync("tar", ["-czf", join(directory, "pulumi-platform.tgz"), "-C", directory, "package"]);
      rmSync(installed, { recursive: true });

      const clone = join(directory, "clone");
      mkdirSync(clone);
      writeFiles(clone, {
        "Pulumi.yaml": "name: test\nruntime: nodejs\n",
        "package.json": {
          name: "clone",
          main: "index.js",
          dependencies: { "pulumi-platform": "file:../pulumi-platform.tgz" },
        },
        "index.js": `new (require("pulumi-platform").Group)("team", { parentUid: "${engine.root}", description: "ours" });`,
      });
      const npm = (...args: string[]) =>
        execFileSync(process.execPath, [npmCli(), ...args, "--offline", "--no-audit", "--no-fund"], {
          cwd: clone,
          stdio: ["ignore", "pipe", "pipe"],
        });
      npm("install");
      const stack = new Stack({ ...engine.stack.options, directory: clone });
      succeeded(await stack.init());
      succeeded(await stack.up());

      const nightly = () => stack.run(["refresh", "--preview-only", "--expect-no-changes", "--diff"]);
      rmSync(join(clone, "node_modules"), { recursive: true });
      const fresh = await nightly();
      assert.ok(fresh.code !== 0 && fresh.code !== 7, fresh.output);
      npm("ci");
      succeeded(await nightly());
      const [team] = engine.emulator.list("iam:Group").filter(({ name }) => name === "team");
      engine.emulator.edit(String(team?.uid), { description: "theirs" });
      const drifted = await nightly();
      assert.equal(drifted.code, 7, drifted.output);
      assert.match(drifted.output, /"theirs"|theirs/);
      succeeded(await stack.destroy());
    });
  },
  {},
);
