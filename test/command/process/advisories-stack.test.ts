import assert from "node:assert/strict";
import type { Emulator } from "../../../src/emulator";
import { type Project, startProject, startWorld, stateResource } from "../../support/command";
import { quickCall } from "../../support/quick-call";

/** What the tests read of the document. */
interface Document {
  readonly artifacts: readonly {
    readonly name: string;
    readonly version: string | null;
    readonly pinnedBy: readonly string[];
  }[];
}

describe("pulumi-platform advisories of a stack", function () {
  this.timeout(120_000);

  let emulator: Emulator;
  let project: Project;
  let repo: ReturnType<typeof stateResource>;
  before(async () => {
    emulator = await startWorld();
    const root = emulator.organization.uid;
    const elsewhere = emulator.put("registry:Repo", root, { name: "python" });
    const customOverlay = { contents: { packages: ["curl=1.2.2-r0", "busybox>1", "go"] } };
    repo = stateResource("registry:Repo", "web", { id: `${root}/1`, parentUid: root, name: "nginx", customOverlay });
    const resources = [
      repo,
      stateResource("registry:Tag", "v1", { id: `${root}/1/2`, parentUid: `${root}/1`, name: "v1" }),
      stateResource("registry:Tag", "other", { id: `${elsewhere.uid}/3`, parentUid: elsewhere.uid, name: "v1" }),
      stateResource("iam:Group", "team", { id: `${root}/4`, parentUid: root, name: "openssl" }),
    ];
    project = await startProject(resources, { hasPassphrase: true });
  });
  after(async () => {
    await emulator.close();
    project.remove();
  });
  const ofStack = (words: readonly string[], more: Readonly<Record<string, string>> = emulator.environment) =>
    quickCall(["advisories", ...words], {
      environment: { ...project.environment, ...more },
      cwd: project.directory,
    });

  it("checks its repos, the repos of its tags and the packages of overlays, and nothing else", async () => {
    const { code, stdout, stderr } = await ofStack(["--stack", "dev", "-o", "json"]);
    assert.deepEqual([code, stderr], [2, ""]);
    const { artifacts } = JSON.parse(stdout) as Document;
    assert.deepEqual(
      artifacts.map(({ name, version, pinnedBy }) => `${name} ${version} ${pinnedBy.length}`),
      ["busybox null 1", "curl 1.2.2-r0 1", "go null 1", "nginx null 2", "python null 1"],
    );
    assert.ok(artifacts[1]?.pinnedBy.includes(repo.urn));
  });

  it("uses the selected stack of --cwd and its config, as a missing setting advises", async () => {
    const here = ["--cwd", project.directory];
    const unnamed = await ofStack(["-a", "curl"], {});
    assert.equal(unnamed.code, 1);
    assert.match(
      unnamed.stderr,
      /^error: platform:baseUrl is not set\. .*To read the config of a stack, name it with --stack or --cwd\n$/,
    );
    await project.pulumi(["config", "set", "platform:baseUrl", emulator.url]);
    await project.pulumi(["config", "set", "--secret", "platform:token", emulator.token]);
    assert.equal((await ofStack(here, {})).code, 2);
    const closed = await ofStack(here, { PULUMI_CONFIG_PASSPHRASE: "wrong" });
    assert.deepEqual([closed.code, closed.stderr], [1, "error: pulumi config: incorrect passphrase\n"]);
  });

  it("ends with 1 for an unknown stack and without pulumi on PATH", async () => {
    const unknown = await ofStack(["--stack", "prod"]);
    assert.equal(unknown.code, 1);
    assert.match(unknown.stderr, /^error: pulumi [^\n]*no stack named 'prod' found\n$/);
    const bare = await ofStack(["--stack", "dev"], { PATH: "/nowhere" });
    const text = "error: pulumi is not on PATH, and --stack and --cwd need it. Install the Pulumi CLI\n";
    assert.deepEqual([bare.code, bare.stderr], [1, text]);
  });
});
