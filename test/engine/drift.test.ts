import assert from "node:assert/strict";
import { call } from "../support/command";
import { collections, type Declared, objectsOf, succeeded } from "../support/engine";
import { describeEngineHosts, type SuiteEngine } from "./describe-engine";

interface Change {
  readonly name: string;
  readonly fields: readonly { path: string; recorded: string | null; live: string | null; isSecret: boolean }[];
}

/** What the tests read of the document. */
interface Document {
  readonly counts: Readonly<Record<string, number>>;
  readonly changed: readonly Change[];
  readonly ignoredChanges: readonly Change[];
  readonly deleted: readonly { readonly name: string }[];
  readonly unread: readonly { readonly name: string; readonly message: string }[];
  readonly unmanaged: {
    readonly objects: readonly { kind: string; name: string }[];
    readonly unlisted: readonly unknown[];
  };
}

const servicePrincipal = "SERVICE_PRINCIPAL_SKILLS";
const digest = `sha256:${"a".repeat(64)}`;
const few = ["CAP_REPO_LIST", "CAP_TAG_LIST"];

const drift = ({ stack, workspace }: SuiteEngine, ...words: string[]) => {
  const { environment } = stack;
  return call(["drift", "--cwd", workspace.directory, ...words], { environment });
};

const platformOf = ({ emulator }: SuiteEngine): string =>
  JSON.stringify(collections.map((spec) => objectsOf(emulator, spec)));

describeEngineHosts(
  "drift, on the state that the engine wrote,",
  (engine) => {
    before(async () => {
      const { emulator, stack, root } = engine;
      const put = (type: string, parent: string, body: Record<string, unknown>) =>
        String(emulator.put(type, parent, body).uid);
      const area = put("iam:Group", root, { name: "area" });
      const claimMatch = { issuer: "https://ci.example.com", subject: "repo:acme/web", claims: { aud: "x" } };
      const team = { parentUid: "${team}" };
      const declared: Declared[] = [
        { name: "team", class: "Group", args: { parentUid: area, name: "team", description: "declared" } },
        { name: "ci", class: "Identity", args: { ...team, name: "ci-main", claimMatch } },
        { name: "twin", class: "Identity", args: { ...team, name: "twin", servicePrincipal } },
        {
          name: "quiet",
          class: "Identity",
          args: { ...team, name: "quiet", servicePrincipal, description: { $secret: "canary-old" } },
        },
        {
          name: "role",
          class: "Role",
          args: { ...team, name: "role", capabilities: few },
        },
        {
          name: "order",
          class: "Role",
          args: { ...team, name: "order", capabilities: few },
        },
        { name: "bound", class: "RoleBinding", args: { ...team, identityUid: "${ci}", roleUid: "${role}" } },
        { name: "moved", class: "RoleBinding", args: { ...team, identityUid: "${twin}", roleUid: "${role}" } },
        { name: "doomed", class: "Group", args: { ...team, name: "doomed" } },
        { name: "web", class: "Repo", args: { ...team, name: "web" } },
        { name: "v1", class: "Tag", args: { parentUid: "${web}", name: "v1", digest } },
        { name: "hook", class: "Subscription", args: { ...team, sink: "https://sink.example.com/hook/canary-sink" } },
        {
          name: "lenient",
          class: "Identity",
          args: { ...team, name: "lenient", claimMatch },
          opts: { ignoreChanges: ["claimMatch", "description"] },
        },
        {
          name: "nested",
          class: "Identity",
          args: { ...team, name: "nested", claimMatch },
          opts: { ignoreChanges: ["claimMatch.subject"] },
        },
      ];
      engine.declare(declared);
      succeeded(await stack.up());
      const clean = await drift(engine, "--unmanaged", "-o", "json");
      assert.deepEqual([clean.code, clean.stderr], [0, ""], clean.stdout);
      assert.deepEqual((JSON.parse(clean.stdout) as Document).ignoredChanges, []);

      const recorded = await engine.recorded();
      const uidOf = (name: string) => String(recorded.get(name)?.id);
      const group = uidOf("team");
      const owner = String(emulator.list("iam:Role").find(({ name }) => name === "owner")?.uid);
      // 1 field, 2 nested field, 3 order only, 4 role widened, 5 secret, 6 subscription, 7 tag moved.
      emulator.edit(group, { description: "by hand" }, "iam:Group");
      emulator.edit(uidOf("ci"), { claimMatch: { ...claimMatch, subject: "repo:mallory/web" } });
      emulator.edit(uidOf("order"), { capabilities: [...few].reverse() });
      emulator.edit(uidOf("role"), { capabilities: [...few, "CAP_IAM_GROUPS_DELETE"] });
      emulator.edit(uidOf("quiet"), { description: "canary-new" });
      emulator.edit(uidOf("hook"), { sink: "https://evil.example.com/hook/canary-other" });
      emulator.edit(uidOf("v1"), { digest: `sha256:${"b".repeat(64)}` });
      // Under ignoreChanges, of which the engine says that nothing differs.
      for (const name of ["lenient", "nested"])
        emulator.edit(uidOf(name), { claimMatch: { ...claimMatch, subject: "repo:evil/web" } });
      // 8 object deleted, 9 object replaced by one of the same name.
      emulator.remove(uidOf("doomed"));
      emulator.remove(uidOf("moved"));
      emulator.remove(uidOf("twin"));
      put("iam:Identity", group, { name: "twin", servicePrincipal });
      // 10 role binding, 11 identity and group with content, 12 tag; and unrelated objects.
      const mallory = put("iam:Identity", group, { name: "mallory", servicePrincipal });
      put("iam:RoleBinding", group, { identityUid: mallory, roleUid: owner });
      const shadow = put("iam:Group", group, { name: "shadow" });
      put("registry:Repo", shadow, { name: "stolen" });
      put("registry:Tag", uidOf("web"), { name: "by-hand", digest });
      put("iam:Identity", root, { name: "elsewhere", servicePrincipal });
    });

    it("finds each of twelve sorts of tampering and nothing else, one under ignoreChanges beside them, and changes nothing (row 169)", async () => {
      const { emulator, stack } = engine;
      const before = [stack.stateText(), platformOf(engine)];
      emulator.clearRequests();
      const { code, stdout, stderr } = await drift(engine, "--unmanaged", "-o", "json");
      assert.deepEqual([code, stderr], [2, ""], stdout);
      assert.deepEqual([stack.stateText(), platformOf(engine)], before);
      assert.deepEqual([...new Set(emulator.requests.map(({ method }) => method))], ["GET"]);
      const document = JSON.parse(stdout) as Document;
      // In the order of the names: that of the URNs depends on the host.
      const byName = [...document.changed].sort((one, other) => (one.name < other.name ? -1 : 1));
      assert.deepEqual(
        byName.flatMap(({ name, fields }) =>
          fields.map(({ path, recorded, live, isSecret }) => [name, path, recorded, live, isSecret]),
        ),
        [
          ["ci", "claimMatch.subject", '"repo:acme/web"', '"repo:mallory/web"', false],
          ["hook", "sink", '"https://sink.example.com"', '"https://evil.example.com"', false],
          ["quiet", "description", '"[secret]"', '"[secret]"', true],
          ["role", "capabilities", JSON.stringify(few), JSON.stringify([...few, "CAP_IAM_GROUPS_DELETE"]), false],
          ["team", "description", '"declared"', '"by hand"', false],
          ["v1", "digest", JSON.stringify(digest), JSON.stringify(`sha256:${"b".repeat(64)}`), false],
        ],
      );
      assert.deepEqual(
        document.ignoredChanges.flatMap(({ name, fields }) =>
          fields.map(({ path, recorded, live }) => [name, path, recorded, live]),
        ),
        ["lenient", "nested"].map((name) => [name, "claimMatch.subject", '"repo:acme/web"', '"repo:evil/web"']),
      );
      assert.deepEqual(document.deleted.map(({ name }) => name).sort(), ["doomed", "moved", "twin"]);
      assert.deepEqual(
        document.unmanaged.objects.map(({ kind, name }) => `${kind} ${name}`),
        [
          "iam:RoleBinding mallory as owner in team",
          "iam:Group shadow",
          "iam:Identity mallory",
          "iam:Identity twin",
          "registry:Repo stolen",
          "registry:Tag by-hand",
        ],
      );
      assert.deepEqual([document.unread, document.unmanaged.unlisted], [[], []]);
      assert.ok(!stdout.includes("canary"), "a secret is shown");
    });
  },
  { shared: true },
);
