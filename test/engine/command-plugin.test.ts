import assert from "node:assert/strict";
import { appendFileSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { call } from "../support/command";
import { succeeded } from "../support/engine";
import { writeFiles } from "../support/workspace";
import { describeEngine } from "./describe-engine";

/** What the test reads of the documents. */
interface Drift {
  readonly counts: Readonly<Record<string, number>>;
  readonly changed: readonly { name: string; kind: string; fields: readonly { path: string }[] }[];
  readonly unmanaged: { readonly objects: readonly { name: string }[] };
}
interface Doctor {
  readonly checks: readonly { name: string; status: string; remedy: string | null }[];
}
interface Pins {
  readonly artifacts: readonly { name: string; pinnedBy: readonly string[] }[];
}
interface Import {
  readonly host: string;
  readonly kinds: readonly { held: number }[];
}
interface Access {
  readonly changes: readonly unknown[];
  readonly unknown: readonly { urn: string }[];
}

describeEngine(
  "the command, on a stack with resources of each host",
  (engine) => {
    const use = async (shell: string) => succeeded(await engine.stack.run(["config", "set", "platform:shell", shell]));
    const run = (...words: string[]) =>
      call([...words, "--cwd", engine.workspace.directory], { environment: engine.stack.environment });
    async function json<T>(code: number, ...words: string[]): Promise<T> {
      const ended = await run(...words, "-o", "json");
      assert.deepEqual([ended.code, ended.stderr], [code, ""], ended.stdout);
      return JSON.parse(ended.stdout) as T;
    }

    /** A program with resources of every sort, and what else it declares. */
    const program = (more = "") =>
      writeFiles(engine.workspace.directory, {
        "index.js": `
          const pulumi = require("@pulumi/pulumi");
          const platform = require("pulumi-platform");
          const parentUid = "${engine.root}";
          const roleUid = platform.getRoleOutput({ name: "viewer" }).uid;
          const digest = "sha256:${"a".repeat(64)}";
          const team = new platform.Group("team", { parentUid }, { protect: true });
          new platform.CiIdentity("deploy", {
            parentUid, issuer: "https://ci.example.com", subject: "job:deploy", roles: [{ roleUid, groupUid: team.id, name: "viewer" }],
          });
          const overlay = { contents: { packages: ["curl=1.2.2-r0"] } };
          const syncConfig = { source: "public-org/nginx" };
          const repo = new platform.Repo("web", { parentUid: team.id, syncConfig, customOverlay: overlay }, { parent: team });
          new platform.Tag("v1", { parentUid: repo.id, digest }, { parent: repo });
          new platform.Subscription("hook", { parentUid: team.id, sink: "https://sink.example.com/hook" });
          const oidc = { issuer: "https://issuer.example.com", clientId: "c", clientSecret: "canary-client-secret" };
          const idp = new platform.IdentityProvider("login", { parentUid, defaultRole: roleUid, oidc });
          new platform.ScimToken("scim", { identityProviderUid: idp.id, neverExpires: true });
          new platform.GroupInvite("invite", { parentUid: team.id, roleUid, ttl: "24h" });
          new platform.AccountAssociation("cloud", { parentUid: team.id, name: "cloud", amazon: { account: "123456789012" } });
          new platform.PullToken("pull", { parentUid, lifetimeDays: 30 });
          platform.Group.get("read", "${engine.root}");
          const same = new platform.Provider("same", { baseUrl: "${engine.emulator.url}", token: "${engine.emulator.token}" });
          new platform.Group("elsewhere", { parentUid }, { provider: same });
          ${more}
        `,
      });
    const identityUid = () => engine.emulator.list("iam:Identity").find(({ name }) => name === "world-a")?.uid;
    const types = () => new Set(engine.stack.recorded().map(({ type }) => type.split(/[:/]/)[0]));

    it("finds the same managed, changed, pinned and planned resources after half of them or all have moved (row 169)", async () => {
      const { emulator, root } = engine;
      const late = () => `new platform.Group("late", { parentUid });`;
      program();
      succeeded(await engine.stack.up());
      // What `pulumi import` adds belongs to the plugin at once, whatever the stack has.
      const uid = String(emulator.put("iam:Group", root, { name: "late" }).uid);
      const imported = ["import", "platform:index:Group", "late", uid, "--yes", "--skip-preview", "--protect=false"];
      succeeded(await engine.stack.run([...imported, "--generate-code=false"]));
      for (const stage of ["half", "plugin"] as const) {
        if (stage === "plugin") {
          await use("plugin");
          program(late());
          succeeded(await engine.stack.up());
        }
        const hosts = ["platform", "pulumi", ...(stage === "half" ? ["pulumi-nodejs"] : [])];
        assert.deepEqual([...types()].sort(), hosts);

        emulator.edit(uid, { description: stage }, "iam:Group");
        const words = ["drift", "--unmanaged", "--under", root];
        const { counts, changed, unmanaged } = await json<Drift>(2, ...words);
        const { resources, unmanaged: free } = counts;
        assert.deepEqual(
          changed.map(({ name, kind, fields }) => [name, kind, fields.map(({ path }) => path)]),
          [["late", "iam:Group", ["description"]]],
        );
        // All that the stack does not hold was there before it.
        assert.deepEqual([resources, free], [16, 13], stage);
        assert.ok(
          unmanaged.objects.every(({ name }) => name.startsWith("world-")),
          stage,
        );
        emulator.edit(uid, { description: "" }, "iam:Group");
        assert.equal((await json<Drift>(2, ...words)).counts.changed, 0);

        const { checks } = await json<Doctor>(0, "doctor");
        assert.equal(checks.find(({ name }) => name === "host")?.status, "ok");
        // The version of a source at the digest of a tag is unknown.
        const { artifacts } = await json<Pins>(1, "advisories");
        assert.deepEqual(
          artifacts.map(({ name, pinnedBy }) => [name, pinnedBy.map((urn) => urn.split("::").at(-1))]),
          [
            ["curl", ["web"]],
            ["nginx", ["web", "v1"]],
            ["web", ["web", "v1"]],
          ],
        );
        const folder = join(engine.workspace.directory, "imported");
        const { host, kinds } = await json<Import>(0, "import", "--parent", root, "--out", folder, "--dry-run");
        assert.equal(host, stage === "plugin" ? "plugin" : "dynamic", "the setting of the stack");
        assert.equal(
          kinds.reduce((sum, { held }) => sum + held, 0),
          13,
        );
        // Its provider is another one, whose platform is not asked.
        const bound = `{ parentUid, identityUid: "${identityUid()}", roleUid }, { provider: same }`;
        program(`${late()} new platform.RoleBinding("theirs", ${bound});`);
        const { changes, unknown } = await json<Access>(1, "access", "list", "--preview");
        assert.deepEqual([changes, unknown.map(({ urn }) => urn.split("::").at(-1))], [[], ["theirs"]]);
      }
    });

    it("says that the plugin is missing, and how to find it", async () => {
      await use("plugin");
      program();
      succeeded(await engine.stack.up());
      const at = (name: string) => join(engine.workspace.directory, name);
      const drift = async () => {
        const { code, stderr } = await run("drift");
        return [code, stderr];
      };
      renameSync(at("node_modules"), at("away"));
      const bare = await drift();
      renameSync(at("away"), at("node_modules"));
      const advice =
        "the engine cannot load the provider, because the project's packages are not installed. Run npm ci first";
      assert.deepEqual(bare, [1, `error: ${advice}\n`]);
      const lines = readFileSync(at("Pulumi.yaml"), "utf8");
      writeFileSync(at("Pulumi.yaml"), lines.replace(/^plugins:[\s\S]*/m, ""));
      const ask = "the engine cannot find the plugin. Run pulumi-platform doctor, which says what Pulumi.yaml needs";
      assert.deepEqual(await drift(), [1, `error: ${ask}\n`]);
      const { checks } = await json<Doctor>(2, "doctor");
      const { remedy = "" } = checks.find(({ name }) => name === "host") ?? {};
      appendFileSync(at("Pulumi.yaml"), `${remedy?.replace("add to Pulumi.yaml: ", "")}\n`);
      assert.deepEqual(await drift(), [0, ""]);
    });
  },
  { shell: "dynamic" },
);
