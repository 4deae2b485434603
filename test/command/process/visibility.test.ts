import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Emulator } from "../../../src/emulator";
import { letSecondsPass } from "../../support/clock";
import { type Project, startProject, startWorld, stateResource } from "../../support/command";
import { tokenOf } from "../furnished";
import { quickCall } from "./quick-call";

const kinds = ["IAM_GROUPS", "IAM_ROLES", "IAM_ROLE_BINDINGS", "IAM_IDENTITY", "REPO", "TAG"];
const listing = kinds.map((kind) => `CAP_${kind}_LIST`);

describe("reports for a token that may not see everything", function () {
  this.timeout(120_000);

  let emulator: Emulator;
  let project: Project;
  let root: string;
  before(async () => {
    emulator = await startWorld();
    root = emulator.organization.uid;
    const { uid, ...values } = emulator.put("iam:Group", root, { name: "team" });
    const declared = stateResource("iam:Group", "team", { id: String(uid), parentUid: root, name: "team" });
    project = await startProject([{ ...declared, outputs: { ...declared.outputs, ...values } }], { isInstalled: true });
  });
  after(async () => {
    await emulator.close();
    project.remove();
  });
  const put = (type: string, body: Record<string, unknown>) => String(emulator.put(type, root, body).uid);
  const builtIn = (wanted: string) => emulator.list("iam:Role").find(({ name }) => name === wanted)?.uid;
  /** Puts an identity that a CI job takes, and a role binding of it, which lets it list some kinds. */
  const putCaller = (name: string): string => {
    const claimMatch = { issuer: "https://ci.example.com", subject: `repo:acme/${name}` };
    const identityUid = put("iam:Identity", { name, claimMatch });
    put("iam:RoleBinding", { identityUid, roleUid: put("iam:Role", { name: `of-${name}`, capabilities: listing }) });
    return identityUid;
  };
  const run = (PLATFORM_TOKEN: string, ...words: string[]) =>
    quickCall(words, { environment: { ...emulator.environment, ...project.environment, PLATFORM_TOKEN } });
  const drift = (token: string, ...words: string[]) =>
    run(token, "drift", "-C", project.directory, "--unmanaged", "--under", root, "--fail-on", "never", ...words);
  const importing = (token: string) =>
    run(token, "import", "--parent", root, "--out", join(project.directory, "imported"), "--dry-run");

  it("are not clean if it may not list invites and identity providers (row 154)", async () => {
    putCaller("nightly");
    put("iam:GroupInvite", { email: "eve@example.com", roleUid: builtIn("owner"), ttl: "3600s" });
    const token = await tokenOf(emulator, "nightly");
    const { code, stdout } = await drift(token, "-o", "json");
    const { isComplete, notChecked } = JSON.parse(stdout) as {
      readonly isComplete: boolean;
      readonly notChecked: readonly { readonly kind: string; readonly visibility: string }[];
    };
    assert.deepEqual([code, isComplete], [1, false]);
    for (const kind of ["iam:IdentityProvider", "iam:GroupInvite"])
      assert.equal(notChecked.find((one) => one.kind === kind)?.visibility, "not visible");
    assert.match((await drift(token, "-o", "markdown")).stdout, /Not checked[\s\S]*iam:GroupInvite/);
    const imported = await importing(token);
    assert.equal(imported.code, 1, imported.stdout);
    assert.match(imported.stdout, /^Not checked\n[\s\S]*iam:GroupInvite/m);
    put("events:Subscription", { sink: "https://sink.example.com" });
    const out = join(project.directory, "plugin");
    const entries = async (by: string) => {
      await run(by, "import", "--parent", root, "--out", out, "--for", "plugin");
      return JSON.parse(readFileSync(join(out, "resources.json"), "utf8")).resources.length;
    };
    assert.equal(await entries(emulator.token), await entries(token), "what it does not see stays to be imported");
  });

  it("are not clean if it is older than a grant, and are for a new one (row 290)", async () => {
    const identityUid = putCaller("late");
    const old = await tokenOf(emulator, "late");
    letSecondsPass();
    put("iam:RoleBinding", { identityUid, roleUid: builtIn("viewer") });
    put("iam:GroupInvite", { email: "eve@example.com", roleUid: builtIn("owner"), ttl: "3600s" });
    const endsOf = async (token: string) => [
      await drift(token),
      await run(token, "access", "who-can", "CAP_REPO_LIST"),
      await run(token, "access", "list"),
      await importing(token),
      await run(token, "doctor"),
    ];
    for (const { code, stdout } of await endsOf(old)) {
      assert.equal(code, 1, stdout);
      assert.match(stdout.replace(/\s+/g, " "), /the token may be older than the role binding.*get a new one/);
    }
    const after = await endsOf(await tokenOf(emulator, "late"));
    const codes = after.map(({ code }) => code);
    // An import cannot take over the invite.
    assert.deepEqual(codes, [0, 0, 0, 2, 0], after.map(({ stdout }) => stdout).join("\n"));
  });
});
