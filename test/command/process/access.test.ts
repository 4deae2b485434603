import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Emulator } from "../../../src/emulator";
import { hoursAgo } from "../../support/clock";
import { startWorld } from "../../support/command";
import { type Furnished, furnish, tokenOf } from "../furnished";
import { quickCall } from "./quick-call";

/** What the reports say, test/command/commands/access proves. Here they are read from a platform, and end with a code. */
describe("pulumi-platform access", function () {
  this.timeout(120_000);

  let emulator: Emulator;
  let made: Furnished;
  before(async () => {
    emulator = await startWorld();
    made = furnish(emulator);
  });
  after(() => emulator.close());
  const askWith = (more: Readonly<Record<string, string>>, ...words: string[]) =>
    quickCall(["access", ...words], { environment: { ...emulator.environment, ...more } });
  const ask = (...words: string[]) => askWith({}, ...words);
  const askAs = async (name: string, ...words: string[]) =>
    askWith({ PLATFORM_TOKEN: await tokenOf(emulator, name) }, ...words);

  it("why ends with 0 if the identity has the capability, with 2 if not, and with 1 for an unknown or ambiguous name (row 156)", async () => {
    const twin = emulator.put("iam:Identity", made.ops, {
      name: "deploy",
      claimMatch: { issuer: "https://x.example.com", subject: "x" },
    });
    const { deploy, ops } = made;
    for (const [expected, ...words] of [
      [0, deploy, "CAP_TAG_LIST", "team-a/web"],
      [2, deploy, "CAP_TAG_LIST", ops],
      [1, deploy.replace(/.$/, (last) => (last === "0" ? "1" : "0")), "CAP_REPO_DELETE", "acme"],
      [1, "deploi", "CAP_REPO_DELETE", "acme"],
      [1, "acme/team-a/deploy", "CAP_REPO_DELETE", "acme/wbe"],
      [1, "deploy", "CAP_REPO_DELETE", "acme"],
    ] as const) {
      const { code, stdout, stderr } = await ask("why", ...words);
      assert.deepEqual([code, stdout === ""], [expected, expected === 1], words.join(" "));
      assert.match(stderr, expected === 1 ? /^error: (there is no|"deploy" may be)[^\n]+\n$/ : /^$/);
    }
    emulator.remove(String(twin.uid));
  });

  describe("with an opaque token", () => {
    let opaque: Emulator;
    let token: Readonly<Record<string, string>>;
    let admin: string;
    before(async () => {
      opaque = await startWorld({ tokenForm: "opaque", now: hoursAgo });
      ({ admin } = furnish(opaque));
      token = { ...opaque.environment, PLATFORM_IDENTITY: "", PLATFORM_TOKEN: await tokenOf(opaque, "admin") };
    });
    after(() => opaque.close());

    it("does not know its identity until the call gives it (row 152)", async () => {
      const why = (PLATFORM_IDENTITY: string, ...words: string[]) =>
        askWith({ ...token, PLATFORM_IDENTITY }, "why", "deploy", "CAP_REPO_DELETE", "acme", ...words);
      const { code, stdout } = await why("");
      assert.equal(code, 1);
      assert.match(stdout, /the token does not say which identity it belongs to/);
      assert.equal((await why("", "--identity", admin)).code, 2);
      assert.equal((await why(admin)).code, 2);
      assert.equal((await why(admin, "--identity", made.deploy)).code, 1, "the option wins");
    });

    it("says that it relies on the identity that the call gives, as import and doctor do (row 223)", async () => {
      const importing = ["import", "--parent", opaque.organization.uid, "--out", join(tmpdir(), "not-written")];
      for (const words of [["access", "who-can", "CAP_TAG_LIST"], [...importing, "--dry-run"], ["doctor"]]) {
        const { stdout } = await quickCall(words, { environment: { ...token, PLATFORM_IDENTITY: admin } });
        assert.match(stdout, /The token does not say whose it is\. /, words[0]);
      }
    });
  });

  it("does not say that no identity has a capability if the token sees only groups (row 153)", async () => {
    const put = (type: string, body: Record<string, unknown>) =>
      String(emulator.put(type, emulator.organization.uid, body).uid);
    const roleUid = put("iam:Role", { name: "groups", capabilities: ["CAP_IAM_GROUPS_LIST"] });
    const claimMatch = { issuer: "https://ci.example.com", subject: "repo:acme/looker" };
    const identityUid = put("iam:Identity", { name: "looker", claimMatch });
    const own = put("iam:RoleBinding", { identityUid, roleUid });
    for (const words of [["who-can", "CAP_REPO_DELETE"], ["list"]]) {
      const { code, stdout } = await askAs("looker", ...words);
      assert.equal(code, 1, stdout);
      assert.match(stdout, /iam:RoleBinding[^\n]*CAP_IAM_ROLE_BINDINGS_LIST/);
    }
    for (const uid of [own, identityUid, roleUid]) emulator.remove(uid);
  });
});
