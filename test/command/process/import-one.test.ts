import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkProgram } from "../../support/imported-files";
import { smallOrganization } from "../../support/organization";
import { Importing } from "./importing";
import { quickCall } from "./quick-call";

describe("pulumi-platform import --uid", function () {
  this.timeout(120_000);

  let at: Importing;
  beforeEach(async () => {
    at = await Importing.start();
  });
  afterEach(() => at.close());

  const ask = (...words: string[]) =>
    quickCall(["import", "--uid", ...words], { environment: at.emulator.environment });

  it("prints lines for an object of each kind, which compile together", async () => {
    smallOrganization(at.emulator);
    const { kinds } = await at.documentOf();
    const types = kinds.filter(({ added }) => added > 0).map(({ kind }) => kind);
    assert.ok(types.length > 7, String(types));
    const parts = await Promise.all(
      types.map(async (type) => {
        const [first] = at.emulator.list(type).filter(({ uid }) => String(uid).startsWith(`${at.root}/`));
        const { code, stdout, stderr } = await ask(String(first?.uid), "--kinds", type);
        assert.deepEqual([code, stderr], [0, ""], stdout);
        const [lines = "", ...notes] = stdout.split(/\n\n(?=Set its secret|Add the lines)/);
        assert.match(lines, new RegExp(`new platform\\.${type.split(":")[1]}\\(`));
        assert.match(notes.join(), /PLATFORM_ADOPT_EXISTING=identical pulumi up then takes the object over/);
        return `{\n${lines}\n}`;
      }),
    );
    const imports = 'import * as pulumi from "@pulumi/pulumi";\nimport * as platform from "pulumi-platform";';
    writeFileSync(join(at.out, "index.ts"), [imports, ...parts].join("\n"));
    await checkProgram(at.out);
  });

  it("says why an object cannot be taken over, and that there is none", async () => {
    const invite = at.put("iam:GroupInvite", at.root, { roleUid: at.roleNamed("viewer"), ttl: "86400s" });
    const refused = await ask(invite);
    assert.equal(refused.code, 2);
    assert.match(refused.stdout, /GroupInvite \S+ cannot be taken over: .*code only once\. It stays valid\./);
    const missing = await ask(`${at.root}/0123456789abcdef`);
    assert.equal(missing.code, 1);
    assert.match(missing.stderr, /NOT_FOUND/);
  });

  it("shows no secret: it names its key, with adoptUid if the platform never returns it, also in -o json", async () => {
    const oidc = { issuer: "https://login.example.com", clientId: "c", clientSecret: "s3cret" };
    const sso = at.put("iam:IdentityProvider", at.root, { name: "sso", defaultRole: at.roleNamed("viewer"), oidc });
    const hook = at.put("events:Subscription", at.root, { sink: "https://example.com/hook/s3cret" });
    for (const [uid, expected, adopts] of [
      [sso, 2, `[\\s\\S]*adoptUid: "${sso}"`],
      [hook, 0, ""],
    ] as const) {
      const { code, stdout } = await ask(uid);
      assert.equal(code, expected);
      assert.match(stdout, new RegExp(`requireSecret\\("(\\w+)"\\)${adopts}[\\s\\S]*config set --secret \\1\n`));
      assert.doesNotMatch(stdout, /set-secrets|s3cret|below/);
    }
    const { stdout } = await ask(hook, "-o", "json");
    const { files, folder, secrets } = JSON.parse(stdout) as Record<string, unknown[]>;
    assert.deepEqual([folder, files?.length, secrets?.length], [null, 1, 1]);
    assert.doesNotMatch(stdout, /s3cret/);
  });

  it("ends with 1 if the part of a group cannot be read", async () => {
    const action = { kind: "status", code: "PERMISSION_DENIED" } as const;
    at.emulator.fault({ method: "GET", path: /^\/iam\/v2\/accountAssociations/, times: 99, action });
    const { code, stdout } = await ask(at.put("iam:Group", at.root, { name: "team" }));
    assert.equal(code, 1);
    assert.match(stdout, /new platform\.Group\("team"[\s\S]*Its accountAssociations could not be read: /);
    const role = at.put("iam:Role", at.root, { name: "r", capabilities: ["CAP_REPO_LIST"] });
    assert.equal((await ask(role)).code, 0, "a role has no part");
  });
});
