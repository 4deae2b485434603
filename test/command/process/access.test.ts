import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Emulator } from "../../../src/emulator";
import { hoursAgo } from "../../support/clock";
import { type Ended, type Project, startWorld } from "../../support/command";
import { type Furnished, furnish, grantingProject, tokenOf } from "../../support/furnished";
import { quickCall } from "../../support/quick-call";
import { writeFiles } from "../../support/workspace";

type Place = { readonly path: string; readonly uid: string | null };
type Holder = { readonly identity: Place };

/** What the tests read of the documents. */
interface Document {
  readonly isAllowed: boolean;
  readonly incomplete: readonly string[];
  readonly notChecked: readonly { readonly kind: string }[];
  readonly chains: readonly { readonly uid: string; readonly inheritedBy: readonly Place[] }[];
  readonly holders: readonly Holder[];
  readonly identities: readonly (Holder & { bindings: { capabilities: string[]; groupsBelow: number }[] })[];
  readonly changes: readonly (Holder & { change: string; capabilities: string[]; groups: Place[] })[];
}

const documentIn = ({ stdout }: Ended): Document => JSON.parse(stdout) as Document;

describe("pulumi-platform access", function () {
  this.timeout(120_000);

  let emulator: Emulator;
  let made: Furnished;
  before(async () => {
    emulator = await startWorld();
    made = furnish(emulator);
  });
  after(() => emulator.close());
  const ask = (...words: string[]) => quickCall(["access", ...words], { environment: emulator.environment });
  const askAs = async (name: string, ...words: string[]) =>
    quickCall(["access", ...words], {
      environment: { ...emulator.environment, PLATFORM_TOKEN: await tokenOf(emulator, name) },
    });

  it("why ends with 0 and lists the role bindings if the identity has the capability, and otherwise ends with 2", async () => {
    const yes = await ask("why", "deploy", "CAP_TAG_LIST", "team-a/web", "-o", "json");
    assert.deepEqual([yes.code, yes.stderr], [0, ""]);
    const { isAllowed, chains } = documentIn(yes);
    assert.deepEqual(
      [isAllowed, chains.map(({ uid, inheritedBy }) => [uid, ...inheritedBy.map(({ path }) => path)])],
      [true, [[made.binding, "acme/team-a/web"]]],
    );
    const no = await ask("why", made.deploy, "CAP_TAG_LIST", made.ops, "-o", "json");
    assert.deepEqual([no.code, documentIn(no).isAllowed, documentIn(no).incomplete], [2, false, []]);
  });

  it("who-can lists identities, in all groups or in one", async () => {
    const holders = async (...words: string[]) =>
      documentIn(await ask("who-can", "CAP_TAG_LIST", ...words, "-o", "json")).holders.map(
        ({ identity }) => identity.path,
      );
    // The role binding of the emulator's administrator is in no group, and holds in every group.
    const administrator = emulator.environment.PLATFORM_IDENTITY;
    assert.deepEqual(await holders(), [administrator, "acme/admin", "acme/team-a/deploy"]);
    assert.deepEqual(await holders("--on", "ops"), [administrator, "acme/admin"]);
    assert.match((await ask("who-can", "CAP_INTERNAL", "--on", "acme/ops")).stdout, /^No identity has it there\.$/m);
  });

  it("list shows the access of one identity, or of all", async () => {
    const { identities } = documentIn(await ask("list", "deploy", "-o", "json"));
    assert.deepEqual(
      identities.map(({ identity, bindings }) => [
        identity.path,
        bindings.map((one) => [one.groupsBelow, ...one.capabilities]),
      ]),
      [["acme/team-a/deploy", [[1, "CAP_REPO_LIST", "CAP_TAG_LIST"]]]],
    );
    const all = await ask("list", "-o", "csv");
    assert.deepEqual(
      all.stdout
        .trim()
        .split("\n")
        .slice(1)
        .map((line) => line.split(",").slice(0, 4).join(" ")),
      [
        `${emulator.environment.PLATFORM_IDENTITY} owner every group 5`,
        "acme/admin owner acme 3",
        "acme/team-a/deploy puller (custom) acme/team-a 1",
        "acme/team-a/reader looker (custom) acme/team-a 1",
        "everybody who signs in for the first time (https://login.example.com) puller (custom) acme 3",
        '"people of the external group ""e"" (https://login.example.com)" puller (custom) acme 3',
        "whoever redeems the invite puller (custom) acme/team-a/web 0",
      ],
    );
  });

  it("ends with 1 and says why if the token cannot see everything, and still lists what it sees", async () => {
    const { code, stdout } = await askAs("reader", "who-can", "CAP_TAG_LIST", "-o", "json");
    assert.equal(code, 1);
    const { holders, incomplete, notChecked } = documentIn({ code, stdout, stderr: "" });
    const names = holders.map(({ identity }) => identity.path.split("/").at(-1));
    assert.deepEqual([names, incomplete], [["deploy"], []]);
    assert.deepEqual(notChecked.map(({ kind }) => kind).slice(0, 2), ["iam:Group", "iam:Identity"]);
    // A role binding is proof, even in an incomplete result.
    assert.equal((await askAs("reader", "why", made.deploy, "CAP_TAG_LIST", made.web)).code, 0);
    // Another identity or group that the token does not see may have the same name.
    assert.equal((await askAs("reader", "why", "deploy", "CAP_TAG_LIST", "web")).code, 1);
    assert.equal((await askAs("reader", "why", "deploy", "CAP_REPO_DELETE", "web")).code, 1);
    const listed = await askAs("reader", "list", "-o", "csv");
    assert.equal(listed.code, 1);
    assert.match(
      listed.stderr,
      /^incomplete: Not checked in "[0-9a-f]+": iam:Group, because no role binding that gives /,
    );
    assert.equal((await askAs("admin", "why", "deploy", "CAP_REPO_DELETE", "web")).code, 2);
  });

  it("why ends with 1 for an unknown or ambiguous name (row 156)", async () => {
    const twin = emulator.put("iam:Identity", made.ops, {
      name: "deploy",
      claimMatch: { issuer: "https://x.example.com", subject: "x" },
    });
    try {
      const uid = made.deploy.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
      for (const words of [
        [uid, "CAP_REPO_DELETE", "acme"],
        ["deploi", "CAP_REPO_DELETE", "acme"],
        ["acme/team-a/deploy", "CAP_REPO_DELETE", "acme/wbe"],
        ["deploy", "CAP_REPO_DELETE", "acme"],
      ]) {
        const { code, stdout, stderr } = await ask("why", ...words);
        assert.deepEqual([code, stdout], [1, ""], words.join(" "));
        assert.match(stderr, /^error: (there is no|"deploy" may be)/);
      }
      assert.equal((await ask("why", made.deploy, "CAP_REPO_DELETE", "acme")).code, 2);
    } finally {
      emulator.remove(String(twin.uid));
    }
  });

  describe("with an opaque token", () => {
    let opaque: Emulator;
    let token: Readonly<Record<string, string>>;
    let admin: string;
    let deploy: string;
    before(async () => {
      opaque = await startWorld({ tokenForm: "opaque", now: hoursAgo });
      ({ admin, deploy } = furnish(opaque));
      const { PLATFORM_IDENTITY: _, ...environment } = opaque.environment;
      token = { ...environment, PLATFORM_TOKEN: await tokenOf(opaque, "admin") };
    });
    after(() => opaque.close());

    it("does not know its identity until the call gives it (row 152)", async () => {
      const why = (more: Readonly<Record<string, string>>, ...words: string[]) =>
        quickCall(["access", "why", "deploy", "CAP_REPO_DELETE", "acme", ...words], {
          environment: { ...token, ...more },
        });
      const { code, stdout } = await why({});
      assert.equal(code, 1);
      assert.match(stdout, /^Not checked\n/m);
      assert.match(stdout, /the token does not say which identity it belongs to/);
      assert.equal((await why({}, "--identity", admin)).code, 2);
      assert.equal((await why({ PLATFORM_IDENTITY: admin })).code, 2);
      assert.equal((await why({ PLATFORM_IDENTITY: admin }, "--identity", deploy)).code, 1, "the option wins");
    });

    it("says that it relies on the identity that the call gives, as import and doctor do (row 223)", async () => {
      const run = (...words: string[]) => quickCall(words, { environment: { ...token, PLATFORM_IDENTITY: admin } });
      const importing = ["import", "--parent", opaque.organization.uid, "--out", join(tmpdir(), "not-written")];
      for (const words of [["access", "who-can", "CAP_TAG_LIST"], [...importing, "--dry-run"], ["doctor"]])
        assert.match((await run(...words, "-o", "json")).stdout, /The token does not say whose it is\. /, words[0]);
      const { stdout } = await run("access", "who-can", "CAP_TAG_LIST");
      assert.match(stdout, /^The token does not say whose it is\. /m);
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
      const { code, stdout, stderr } = await askAs("looker", ...words);
      assert.equal(code, 1, stdout);
      assert.match(
        stdout + stderr,
        /iam:RoleBinding[^\n]*CAP_IAM_ROLE_BINDINGS_LIST|Not checked in "acme": iam:RoleBinding/,
      );
    }
    for (const uid of [own, identityUid, roleUid]) emulator.remove(uid);
  });

  it("refuses an unknown capability and a wrong token with 1, on one line", async () => {
    const refused = await quickCall(["access", "list"], {
      environment: { ...emulator.environment, PLATFORM_TOKEN: "wrong-token" },
    });
    for (const [{ code, stdout, stderr }, text] of [
      [await ask("why", "deploy", "repo.delete", "acme"), /unknown capability "repo\.delete"/],
      [await ask("who-can", "CAP_REPO_DELTE"), /unknown capability "CAP_REPO_DELTE"/],
      [refused, /\[UNAUTHENTICATED\]/],
    ] as const) {
      assert.deepEqual([code, stdout], [1, ""]);
      assert.match(stderr, text);
      assert.match(stderr, /^error: [^\n]+\n$/);
    }
  });

  describe("with --preview", () => {
    let project: Project;
    before(async () => {
      project = await grantingProject(made);
    });
    after(() => project.remove());
    const ofStack = (...words: string[]) =>
      quickCall(["access", ...words], {
        environment: { ...emulator.environment, ...project.environment },
        cwd: project.directory,
      });

    it("lists who would gain what in the selected stack, only where the call asks, and changes nothing", async () => {
      emulator.clearRequests();
      const ended = await ofStack("list", "--preview", "-o", "json");
      assert.deepEqual([ended.code, ended.stderr], [2, ""]);
      const [{ identity, change, capabilities, groups } = assert.fail(), ...others] = documentIn(ended).changes;
      const [where] = groups.map(({ path, uid }) => [path, uid === made.web]);
      assert.deepEqual(
        [identity.path, change, capabilities, where, groups.length, others, documentIn(ended).incomplete],
        ["acme/team-a/deploy", "gains", ["CAP_REPO_DELETE"], ["acme/team-a/web", true], 1, [], []],
      );
      const written = emulator.requests.filter(({ method }) => method !== "GET");
      assert.deepEqual(written, []);
      const elsewhere = await ofStack("who-can", "CAP_REPO_DELETE", "--on", "ops", "--preview", "--stack", "dev");
      assert.equal(elsewhere.code, 0, elsewhere.stdout);
      assert.equal((await ofStack("list", "admin", "--preview")).code, 0);
    });

    it("reports a missing stack and a failing program on one line, and ends with 1", async () => {
      const nowhere = await ofStack("list", "--preview", "--stack", "nowhere");
      assert.deepEqual([nowhere.code, nowhere.stdout], [1, ""]);
      assert.match(nowhere.stderr, /^error: pulumi [^\n]*nowhere[^\n]*\n$/);
      const bad = 'new (require("pulumi-platform").Group)("g", { parentUid: "no uid" });';
      writeFiles(project.directory, { "index.js": bad });
      const refused = await ofStack("list", "--preview", "--stack", "dev");
      assert.deepEqual([refused.code, refused.stdout], [1, ""]);
      assert.match(refused.stderr, /^error: pulumi preview: [^\n]*parentUid[^\n]*\n$/);
    });
  });
});
