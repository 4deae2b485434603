import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lastIdOf } from "../../../src/description/uid";
import { checkProgram, readSources } from "../../support/imported-files";
import { smallOrganization } from "../../support/organization";
import { repositoryRoot } from "../../support/workspace";
import { type ImportDocument, Importing } from "./importing";

const golden = join(repositoryRoot, "test/support/fixtures/imported");

describe("pulumi-platform import", function () {
  this.timeout(240_000);

  let at: Importing;
  beforeEach(async () => {
    at = await Importing.start();
  });
  afterEach(() => at.close());

  it("writes a small organization as people would (test/support/fixtures/imported)", async () => {
    smallOrganization(at.emulator);
    const { code, stdout, stderr } = await at.run();
    assert.deepEqual([code, stderr], [0, ""], stdout);
    const written = readSources(at.out);
    for (const name of ["package.json", "Pulumi.yaml", "tsconfig.json", ".gitignore", "README.md"])
      assert.ok(existsSync(join(at.out, name)), name);
    // The uids of this run have no place in a fixture.
    const stable = (text: string) =>
      text.replace(/[0-9a-f]{40}\/[0-9a-f]{16}(?:\/[0-9a-f]{16})*/g, "<uid>").replace(/_[0-9a-f]{16}_/g, "_<id>_");
    for (const [file, text] of written) {
      if (process.env.UPDATE_FIXTURES) writeFileSync(join(golden, `${file}.txt`), stable(text));
      assert.equal(stable(text), readFileSync(join(golden, `${file}.txt`), "utf8"), file);
    }
    assert.deepEqual([...written.keys()].map((file) => `${file}.txt`).sort(), readdirSync(golden).sort());
    await checkProgram(at.out);
  });

  it("lists objects that cannot be taken over, with what to do, and ends with 2", async () => {
    const roleUid = at.roleNamed("viewer");
    const web = at.put("iam:Group", at.root, { name: "web" });
    const oidc = { issuer: "https://login.example.com", clientId: "acme", clientSecret: "canary-secret" };
    const login = at.put("iam:IdentityProvider", at.root, { name: "login", defaultRole: roleUid, oidc });
    const mapping = { externalGroupId: "all", roleUid, scope: at.root };
    at.put("iam:ExternalGroupRoleMapping", login, mapping);
    at.put("iam:GroupInvite", web, { roleUid, ttl: "86400s" });
    const { code, stdout } = await at.run();
    assert.equal(code, 2);
    assert.match(stdout, /NOT-IMPORTED\.md says what to do/);
    const page = readFileSync(join(at.out, "NOT-IMPORTED.md"), "utf8");
    assert.match(page, /^### web\/viewer until /m);
    assert.match(page, /Run bash set-secrets\.sh, which asks for the oidc\.clientSecret\./);
    const script = readFileSync(join(at.out, "set-secrets.sh"), "utf8");
    const key = `login_${lastIdOf(login)}_clientSecret`;
    assert.match(script, new RegExp(`^ask ${key} 'clientSecret of the identity provider "login"'$`, "m"));
    assert.match(page, /new platform\.IdentityProvider\("login", \{\n[\s\S]*\n\}, \{ protect: true \}\);\n/);
    assert.ok(page.includes(`clientSecret: new pulumi.Config().requireSecret("${key}")`), page);
    assert.doesNotMatch(stdout + page, /canary/);
    assert.match(readSources(at.out).get("index.ts") ?? "", /\/\/ identity provider "login"\n {2}parentUid: "/);
  });

  it("writes no sink with a path, reads it from the stack's config, and says how to set a new one", async () => {
    const put = (sink: string) => {
      const { uid } = at.emulator.put("events:Subscription", at.root, { sink });
      return `hooksExampleCom_${lastIdOf(String(uid))}_sink`;
    };
    const hook = put("https://hooks.example.com/canary");
    put("https://plain.example.com");
    const dry = await at.run("--dry-run", "-o", "json");
    const first = await at.run();
    const index = readSources(at.out).get("index.ts") ?? "";
    assert.ok(index.includes(`sink: new pulumi.Config().requireSecret("${hook}")`), index);
    assert.match(index, /sink: "https:\/\/plain\.example\.com"/);
    const { secrets } = JSON.parse(dry.stdout) as ImportDocument;
    assert.deepEqual(secrets, [{ ...secrets[0], kind: "events:Subscription", input: "sink", key: hook }]);
    assert.match(first.stdout, /bash set-secrets\.sh sets it\.\n.*then bash set-secrets\.sh, then PLATFORM_/);
    const script = () => readFileSync(join(at.out, "set-secrets.sh"), "utf8");
    assert.match(script(), new RegExp(`^copy ${hook} getSubscription \\S+ sink$`, "m"));
    const other = put("https://hooks.example.com/canary/other");
    const second = await at.run();
    assert.match(second.stdout, /reads 1 secret/);
    const keys = [...script().matchAll(/^copy (\w+) /gm)].map(([, key]) => key);
    assert.deepEqual(keys.sort(), [hook, other].sort());
    for (const told of [dry.stdout, first.stdout, index, second.stdout, script()]) assert.doesNotMatch(told, /canary/);
    await checkProgram(at.out, { isLinted: false });
  });

  it("shows with --dry-run what it would write, and writes nothing", async () => {
    smallOrganization(at.emulator);
    const { files } = await at.documentOf("--dry-run");
    const bare = await at.documentOf("--dry-run", "--no-protect");
    const [kept = "", free = ""] = [files, bare.files].map((all) => all.find(({ file }) => file === "index.ts")?.text);
    assert.ok(kept?.includes("protect: true") && !free?.includes("protect: true"));
    assert.equal(existsSync(at.out), false);
    assert.equal((await at.run()).code, 0);
    for (const { file, text } of files) assert.equal(readFileSync(join(at.out, file), "utf8"), text, file);
  });

  it("ends with 1 if a kind cannot be listed, and writes the others", async () => {
    smallOrganization(at.emulator);
    const action = { kind: "status", code: "PERMISSION_DENIED" } as const;
    at.emulator.fault({ method: "GET", path: "/iam/v2/roles", times: 100, action });
    const { code, stdout } = await at.run("-o", "json");
    const { unlisted } = JSON.parse(stdout) as ImportDocument;
    assert.deepEqual([code, unlisted.map(({ kind }) => kind)], [1, ["iam:Role"]]);
    assert.match(readSources(at.out).get("index.ts") ?? "", /new platform\.Group\("web"/);
  });
});
