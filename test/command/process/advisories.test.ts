import assert from "node:assert/strict";
import type { Emulator } from "../../../src/emulator";
import { type Project, startProject, startWorld, stateResource } from "../../support/command";
import { startEditingProxy } from "../../support/editing-proxy";
import { quickCall } from "./quick-call";

describe("pulumi-platform advisories", function () {
  this.timeout(120_000);

  let emulator: Emulator;
  before(async () => {
    emulator = await startWorld();
  });
  after(() => emulator.close());
  const ask = (...words: string[]) => quickCall(["advisories", ...words], { environment: emulator.environment });

  it("ends with 1 if the list has fewer advisories than its total (row 208)", async () => {
    const proxy = await startEditingProxy(emulator.url);
    proxy.edit = (body) => {
      const { advisories = [], ...rest } = body as { advisories?: readonly object[] }; // A list of them is all that it is asked for.
      return { ...rest, advisories: advisories.slice(1) };
    };
    try {
      const { code, stdout, stderr } = await quickCall(["advisories", "-a", "curl", "--fail-on", "never"], {
        environment: { ...emulator.environment, PLATFORM_BASE_URL: proxy.url },
      });
      assert.deepEqual([code, stdout], [1, ""]);
      assert.match(stderr, /advisories: the list contains fewer objects than its totalCount/);
    } finally {
      await proxy.close();
    }
  });

  it("cuts a report in Markdown to --max-length, and prints all of it to standard error (row 158)", async () => {
    const words = ["-a", "curl,openssl", "--all", "--fail-on", "never", "-o"];
    const whole = await ask(...words, "markdown");
    assert.deepEqual([whole.code, whole.stderr], [0, ""]);
    const { code, stdout, stderr } = await ask(...words, "markdown", "--max-length", "2500");
    assert.ok(code === 0 && stdout.length <= 2500 && /\d+ more rows are missing here\. /.test(stdout), stdout);
    assert.equal(stderr, `The comment was cut. The whole report:\n\n${whole.stdout}`);
    assert.equal((await ask(...words, "json", "--max-length", "2500")).code, 1);
  });

  it("checks many artifacts in several requests", async () => {
    emulator.clearRequests();
    const names = Array.from({ length: 60 }, (_, i) => `package-${i}`);
    assert.equal((await ask("--artifact", [...names, "curl"].join(","), "--fail-on", "never")).code, 1);
    assert.equal(emulator.requests.filter(({ path }) => path.endsWith("/advisories")).length, 2);
  });

  describe("of a stack @all", () => {
    let project: Project;
    const urnOfWeb = "urn:pulumi:dev::site::pulumi-nodejs:dynamic/platform/registry:Repo::web";
    before(async () => {
      const root = emulator.organization.uid;
      const elsewhere = emulator.put("registry:Repo", root, { name: "python" });
      const customOverlay = { contents: { packages: ["curl=1.2.2-r0", "busybox>1", "go"] } };
      const held = [
        stateResource("registry:Repo", "web", { id: `${root}/1`, parentUid: root, name: "nginx", customOverlay }),
        stateResource("registry:Tag", "v1", { id: `${root}/1/2`, parentUid: `${root}/1`, name: "v1" }),
        stateResource("registry:Tag", "other", { id: `${elsewhere.uid}/3`, parentUid: elsewhere.uid, name: "v1" }),
      ];
      project = await startProject(held, { hasPassphrase: true });
      await project.pulumi(["config", "set", "platform:baseUrl", emulator.url]);
      await project.pulumi(["config", "set", "--secret", "platform:token", emulator.token]);
    });
    after(() => project.remove());
    const ofStack = (words: readonly string[], more: Readonly<Record<string, string>> = {}) =>
      quickCall(["advisories", ...words], { environment: { ...project.environment, ...more }, cwd: project.directory });

    it("checks its repos, the repos of its tags and the packages of overlays, and nothing else, with its config", async () => {
      const { code, stdout, stderr } = await ofStack(["--stack", "dev", "-o", "json"]);
      assert.deepEqual([code, stderr], [2, ""]);
      const { artifacts } = JSON.parse(stdout) as {
        artifacts: readonly { name: string; version: string | null; pinnedBy: readonly string[] }[];
      };
      assert.deepEqual(
        artifacts.map(({ name, version, pinnedBy }) => `${name} ${version} ${pinnedBy.length}`),
        ["busybox null 1", "curl 1.2.2-r0 1", "go null 1", "nginx null 2", "python null 1"],
      );
      assert.deepEqual(artifacts[1]?.pinnedBy, [urnOfWeb]);
      assert.equal((await ofStack(["--cwd", project.directory])).code, 2, "the selected one");
    });

    it("ends with 1 for a passphrase that pulumi refuses, and without pulumi on PATH", async () => {
      for (const [more, error] of [
        [{ PULUMI_CONFIG_PASSPHRASE: "wrong" }, "pulumi config: incorrect passphrase"],
        [{ PATH: "/nowhere" }, "pulumi is not on PATH, and --stack and --cwd need it. Install the Pulumi CLI"],
      ] as const)
        assert.deepEqual(await ofStack(["--stack", "dev"], more), { code: 1, stdout: "", stderr: `error: ${error}\n` });
    });
  });
});
