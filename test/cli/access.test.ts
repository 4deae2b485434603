import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Emulator } from "../../src/emulator";
import { hoursAgo } from "../support/clock";
import { type Ended, type Project, startWorld } from "../support/command";
import { type Furnished, furnish, grantingProject, tokenOf } from "../support/furnished";
import { quickCall } from "../support/quick-call";
import { writeFiles } from "../support/workspace";

/** What the tests read of the documents. */
interface Document {
  readonly isAllowed: boolean;
  readonly incomplete: readonly string[];
  readonly notChecked: readonly { readonly kind: string }[];
  readonly chains: readonly { readonly uid: string; readonly inheritedBy: readonly { readonly path: string }[] }[];
  readonly holders: readonly { readonly identity: { readonly path: string } }[];
  readonly identities: readonly {
    readonly identity: { readonly path: string };
    readonly bindings: readonly { readonly capabilities: readonly string[]; readonly groupsBelow: number }[];
  }[];
  readonly changes: readonly {
    readonly identity: { readonly path: string };
    readonly change: string;
    readonly capabilities: readonly string[];
    readonly groups: readonly { readonly path: string; readonly uid: string | null }[];
  }[];
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
    const none = await ask("who-can", "CAP_INTERNAL", "--on", "acme/ops");
    assert.equal(none.code, 0);
    assert.match(none.stdout, /^No identity has it there\.$/m);
  });

  it("list shows the access of one identity, or of all, and of is another name for it", async () => {
    const { identities } = documentIn(await ask("list", "deploy", "-o", "json"));
    assert.deepEqual(
      identities.map(({ identity, bindings }) => [
        identity.path,
        bindings.map((one) => [one.groupsBelow, ...one.capabilities]),
      ]),
      [["acme/team-a/deploy", [[1, "CAP_REPO_LIST", "CAP_TAG_LIST"]]]],
    );
    const all = await ask("list", "-o", "csv");
    assert.deepEqual(await ask("of", "-o", "csv"), all);
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
    assert.deepEqual(
      holders.map(({ identity }) => identity.path.split("/").at(-1)),
      ["deploy"],
    );
    assert.deepEqual(incomplete, []);
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

  it("does not know the identity of an opaque token until the call gives it (row 152)", async () => {
    const opaque = await startWorld({ tokenForm: "opaque", now: hoursAgo });
    try {
      const { admin, deploy } = furnish(opaque);
      const { PLATFORM_IDENTITY: _, ...environment } = opaque.environment;
      const token = { ...environment, PLATFORM_TOKEN: await tokenOf(opaque, "admin") };
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
    } finally {
      await opaque.close();
    }
  });

  it("says that it relies on the identity that the call gives, as import and doctor do (row 223)", async () => {
    const opaque = await startWorld({ tokenForm: "opaque", now: hoursAgo });
    try {
      const { admin } = furnish(opaque);
      const environment = {
        ...opaque.environment,
        PLATFORM_TOKEN: await tokenOf(opaque, "admin"),
        PLATFORM_IDENTITY: admin,
      };
      const calls = [
        ["access", "who-can", "CAP_TAG_LIST"],
        ["import", "--parent", opaque.organization.uid, "--out", join(tmpdir(), "not-written"), "--dry-run"],
        ["doctor"],
      ];
      for (const words of calls) {
        const { stdout, stderr } = await quickCall([...words, "-o", "json"], { environment });
        assert.match(stdout, /The token does not say whose it is\. /, words[0] + stderr);
      }
      const { stdout } = await quickCall(["access", "who-can", "CAP_TAG_LIST"], { environment });
      assert.match(stdout, /^The token does not say whose it is\. /m);
    } finally {
      await opaque.close();
    }
  });

  it("does not say that no identity has a capability if the token sees only groups (row 153)", async () => {
    const root = emulator.organization.uid;
    const role = emulator.put("iam:Role", root, { name: "groups", capabilities: ["CAP_IAM_GROUPS_LIST"] });
    const looker = emulator.put("iam:Identity", root, {
      name: "looker",
      claimMatch: { issuer: "https://ci.example.com", subject: "repo:acme/looker" },
    });
    const own = emulator.put("iam:RoleBinding", root, { identityUid: looker.uid, roleUid: role.uid });
    try {
      for (const words of [["who-can", "CAP_REPO_DELETE"], ["list"]]) {
        const { code, stdout, stderr } = await askAs("looker", ...words);
        assert.equal(code, 1, stdout);
        assert.match(
          stdout + stderr,
          /iam:RoleBinding[^\n]*CAP_IAM_ROLE_BINDINGS_LIST|Not checked in "acme": iam:RoleBinding/,
        );
      }
    } finally {
      for (const { uid } of [own, looker, role]) emulator.remove(String(uid));
    }
  });

  it("ends with 1 if a list fails, and says so with an unknown name", async () => {
    const fault = emulator.fault({
      method: "GET",
      path: "/iam/v2/identities",
      times: 100,
      action: { kind: "status", code: "PERMISSION_DENIED", message: "Permission denied: no" },
    });
    try {
      const { code, stdout } = await ask("who-can", "CAP_TAG_LIST");
      assert.equal(code, 1);
      assert.match(stdout, /^Incomplete: Identity objects cannot be listed: "\[PERMISSION_DENIED\]/m);
      const unknown = await ask("list", "nobody-bound");
      assert.deepEqual([unknown.code, unknown.stdout], [1, ""]);
      assert.match(
        unknown.stderr,
        /^error: there is no identity "nobody-bound" [^\n]*Identity objects cannot be listed[^\n]*\n$/,
      );
    } finally {
      fault.remove();
    }
  });

  it("refuses an invalid call with 1, on one line that says what is expected", async () => {
    for (const [words, text] of [
      [["why", "deploy", "repo.delete", "acme"], /unknown capability "repo\.delete". Did you mean CAP_REPO_DELETE\?/],
      [
        ["why", "deploy", "CAP_REPO_LISTT", "acme"],
        /unknown capability "CAP_REPO_LISTT". Did you mean CAP_REPO_LIST\?/,
      ],
      [
        ["whocan", "CAP_REPO_LIST"],
        /unknown command 'whocan' \(Did you mean who-can\?\) Run "pulumi-platform access --help"/,
      ],
      [["who-can", "CAP_REPO_DELTE"], /unknown capability "CAP_REPO_DELTE". Did you mean CAP_REPO_DELETE\?/],
    ] as const) {
      const { code, stdout, stderr } = await ask(...words);
      assert.deepEqual([code, stdout], [1, ""], words.join(" "));
      assert.match(stderr, text);
      assert.match(stderr, /^error: [^\n]+\n$/);
    }
    for (const [words, text] of [
      [
        ["why", "nobody", "CAP_REPO_LIST", "acme"],
        /^error: there is no identity "nobody" among the \d+ that the token can see\n$/,
      ],
      [["who-can", "CAP_REPO_LIST", "--on", "acme/team"], /^error: there is no group "acme\/team"[^\n]*\n$/],
    ] as const) {
      const { code, stdout, stderr } = await ask(...words);
      assert.deepEqual([code, stdout], [1, ""], words.join(" "));
      assert.match(stderr, text);
    }
    const refused = await quickCall(["access", "list"], {
      environment: { ...emulator.environment, PLATFORM_TOKEN: "wrong-token" },
    });
    assert.deepEqual([refused.code, refused.stdout], [1, ""]);
    assert.match(refused.stderr, /^error: \[UNAUTHENTICATED\] [^\n]+\n$/);
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

    it("lists who would gain what, and changes nothing", async () => {
      emulator.clearRequests();
      const { code, stdout, stderr } = await ofStack("list", "--preview", "--stack", "dev", "-o", "json");
      assert.deepEqual([code, stderr], [2, ""]);
      const { changes, incomplete } = documentIn({ code, stdout, stderr });
      assert.deepEqual(
        changes.map(({ identity, change, capabilities, groups }) => [
          identity.path,
          change,
          ...capabilities,
          ...groups.map(({ path, uid }) => `${path} ${uid === made.web}`),
        ]),
        [["acme/team-a/deploy", "gains", "CAP_REPO_DELETE", "acme/team-a/web true"]],
      );
      assert.deepEqual(incomplete, []);
      assert.deepEqual(
        emulator.requests.filter(({ method }) => method !== "GET").map(({ path }) => path),
        [],
      );
    });

    it("lists only what the call asks for, and ends with 0 if that does not change @all", async () => {
      const ended = await Promise.all([
        ofStack("who-can", "CAP_REPO_DELETE", "--preview", "--cwd", project.directory),
        ofStack("who-can", "CAP_REPO_DELETE", "--on", "ops", "--preview", "--stack", "dev"),
        ofStack("list", "admin", "--preview", "--stack", "dev"),
      ]);
      assert.deepEqual(
        ended.map(({ code }) => code),
        [2, 0, 0],
      );
      assert.match(
        ended[0]?.stdout ?? "",
        /^acme\/team-a\/deploy +gains +deleter \(custom\) +CAP_REPO_DELETE +acme\/team-a\/web$/m,
      );
      for (const { stdout } of ended.slice(1)) assert.match(stdout, /^No identity gains or loses a capability\.$/m);
    });

    it("shows why an identity will have a capability, by role bindings that begin and end with the change @all", async () => {
      const words = ["why", "deploy", "CAP_REPO_DELETE", "acme/team-a/web"] as const;
      assert.equal((await ofStack(...words)).code, 2);
      const ended = await ofStack(...words, "--preview", "--stack", "dev", "-o", "json");
      assert.deepEqual([ended.code, ended.stderr], [0, ""]);
      const { chains, isAllowed, preview } = JSON.parse(ended.stdout) as {
        readonly chains: readonly { readonly uid: string | null; readonly change: string }[];
        readonly isAllowed: boolean;
        readonly preview: { readonly wasAllowed: boolean };
      };
      assert.deepEqual(
        [isAllowed, preview.wasAllowed, chains.map(({ uid, change }) => [uid, change])],
        [true, false, [[null, "begins"]]],
      );
      const { stdout, code } = await ofStack(...words.slice(0, 3), "team-a", "--preview", "--stack", "dev");
      assert.equal(code, 2, stdout);
      assert.match(stdout, /"acme\/team-a\/deploy" will not have CAP_REPO_DELETE in "acme\/team-a"\./);
    });

    it("uses the selected stack by default, or the stack that the call names", async () => {
      assert.equal((await ofStack("list", "--preview")).code, 2);
      assert.equal((await ofStack("list", "--preview", "--stack", "dev")).code, 2);
      assert.equal(
        (
          await quickCall(["access", "list", "--preview", "--cwd", project.directory], {
            environment: { ...emulator.environment, ...project.environment },
          })
        ).code,
        2,
      );
    });

    it("prints notes to standard error if the format has none @all", async () => {
      const args = { parentUid: made.team, name: "deploy", servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" };
      const adopting = JSON.stringify({ ...args, adoptUid: made.deploy });
      const invite = JSON.stringify({ parentUid: made.web, roleUid: made.puller, ttl: "3600s" });
      writeFiles(project.directory, {
        "index.js": `
const platform = require("pulumi-platform");
new platform.Identity("deploy", ${adopting});
new platform.GroupInvite("guest", ${invite});
`,
      });
      for (const words of [
        ["list", "-o", "csv"],
        ["why", "deploy", "CAP_TAG_LIST", "web", "-o", "csv"],
      ]) {
        const { stderr, stdout } = await ofStack(...words, "--preview", "--stack", "dev");
        const isRow = words[0] === "list";
        assert.equal(
          stderr,
          'note: This changes who can act as "deploy", with all its access.\n' +
            (isRow ? "" : 'note: Whoever redeems the invite would gain "puller (custom)" in "acme/team-a/web".\n'),
          words.join(" "),
        );
        assert.equal(stdout.includes("whoever redeems the invite,gains,puller (custom),"), isRow);
      }
    });

    it("ends with 2 for an invite that nobody has redeemed yet, in each command (row 181)", async () => {
      const owner = emulator.list("iam:Role").find(({ name }) => name === "owner")?.uid;
      const invite = JSON.stringify({ parentUid: made.ops, roleUid: owner, ttl: "3600s" });
      const program = `new (require("pulumi-platform").GroupInvite)("guest", ${invite});`;
      writeFiles(project.directory, { "index.js": program });
      const ended = await Promise.all(
        [["list"], ["who-can", "CAP_REPO_DELETE"]].map((words) => ofStack(...words, "--preview", "--stack", "dev")),
      );
      assert.deepEqual(
        ended.map(({ code }) => code),
        [2, 2],
      );
      assert.match(ended[0]?.stdout ?? "", /^whoever redeems the invite +gains +owner /m);
      assert.doesNotMatch(ended[0]?.stdout ?? "", /No identity gains or loses/);
      assert.match(ended[1]?.stdout ?? "", /^whoever redeems the invite +gains +owner +CAP_REPO_DELETE +acme\/ops$/m);
    });

    it('says "may have" if a role binding is in one of two new groups, and ends with 1 @all', async () => {
      writeFiles(project.directory, {
        "index.js": `
const platform = require("pulumi-platform");
const deleter = new platform.Role("deleter", { parentUid: ${JSON.stringify(made.team)}, capabilities: ["CAP_REPO_DELETE"] });
const upper = new platform.Group("upper", { parentUid: ${JSON.stringify(made.web)} });
const lower = new platform.Group("lower", { parentUid: upper.id });
new platform.RoleBinding("b", { parentUid: lower.parentUid, identityUid: ${JSON.stringify(made.deploy)}, roleUid: deleter.id });
`,
      });
      const why = (group: string) => ofStack("why", "deploy", "CAP_REPO_DELETE", group, "--preview", "--stack", "dev");
      const [upper, lower, beside] = await Promise.all(["web/upper", "web/upper/lower", "ops"].map(why));
      assert.deepEqual([upper?.code, lower?.code, beside?.code], [1, 0, 2], upper?.stdout);
      assert.match(upper?.stdout ?? "", /"acme\/team-a\/deploy" may have CAP_REPO_DELETE in /);
      assert.match(lower?.stdout ?? "", / will have CAP_REPO_DELETE in /);
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
