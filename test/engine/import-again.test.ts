import assert from "node:assert/strict";
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { call } from "../support/command";
import { succeeded } from "../support/engine";
import { checkProgram } from "../support/imported-files";
import { mutations } from "../support/log";
import { smallOrganization } from "../support/organization";
import { assertNothingToDo, importedPlace, recordedIn, takeOver } from "./imported-place";

describe("an organization that is imported again", function () {
  this.timeout(600_000);
  const place = importedPlace();

  it("is extended by a second import, and takes over skipped objects as NOT-IMPORTED.md says", async () => {
    const emulator = place.emulator();
    const folder = place.folder();
    const root = emulator.organization.uid;
    smallOrganization(emulator);
    assert.equal((await place.importProgram()).code, 0);
    const stack = await place.stackOf();
    await place.setSecrets(stack);
    succeeded(await takeOver(stack));

    const roleUid = String(emulator.list("iam:Role").find(({ name }) => name === "viewer")?.uid);
    const oidc = { issuer: "https://sso.example.com", clientId: "acme", clientSecret: "former-secret" };
    const sso = String(emulator.put("iam:IdentityProvider", root, { name: "sso", defaultRole: roleUid, oidc }).uid);
    const twins = [1, 2].map(() => emulator.put("iam:Group", root, { name: "twin" }));
    const odd = String(emulator.put("iam:Group", root, { name: "odd" }).uid);
    emulator.edit(odd, { description: "two\nlines" }, "iam:Group");
    emulator.put("iam:GroupInvite", root, { roleUid, ttl: "86400s" });
    assert.equal((await place.importProgram()).code, 2);
    const page = readFileSync(join(folder, "NOT-IMPORTED.md"), "utf8");

    // As the page says.
    emulator.remove(String(twins[1]?.uid));
    emulator.edit(odd, { description: "one line" }, "iam:Group");
    assert.match(page, /Run bash set-secrets\.sh/);
    await place.setSecrets(stack, "canary-of-the-import\n");
    const blocks = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, block = ""]) => block);
    assert.equal(blocks.length, 1, page);
    const index = join(folder, "index.ts");
    const invite = 'new platform.GroupInvite("another", { parentUid, roleUid: viewer.uid, ttl: "24h" });\n';
    appendFileSync(index, [...blocks, invite].join(""));
    assert.match(readFileSync(index, "utf8"), /^import \* as pulumi from/, "a secret of the first import needs it");
    const third = await place.importProgram();
    assert.equal(third.code, 2, third.stdout);
    assert.doesNotMatch(readFileSync(join(folder, "NOT-IMPORTED.md"), "utf8"), /sso|twin|odd/);
    await checkProgram(folder, { isLinted: false });

    emulator.clearRequests();
    const { output } = succeeded(await takeOver(stack));
    assert.doesNotMatch(output, /canary/);
    const sent = mutations(emulator.requests).map(({ method, target, mask = "" }) => `${method} ${target} ${mask}`);
    assert.deepEqual(
      new Set(sent),
      new Set([`PATCH /iam/v2/identityProviders/${sso} oidc.client_secret`, `POST /iam/v2/groupInvites/${root} `]),
    );
    assert.equal((await recordedIn(stack)).length, place.total() + 1);
    await assertNothingToDo(stack);
  });

  it("says of no live object that it was deleted: an update has put it in the place of another", async () => {
    const emulator = place.emulator();
    const capabilities = ["CAP_REPO_LIST"];
    const former = String(emulator.put("iam:Role", emulator.organization.uid, { name: "auditor", capabilities }).uid);
    emulator.edit(former, { createTime: "2026-01-01T00:00:00Z" }); // A refresh waits for what is new.
    assert.equal((await place.importProgram()).code, 0);
    const stack = await place.stackOf();
    succeeded(await takeOver(stack));
    emulator.remove(former);
    succeeded(await stack.up("--refresh"));
    assert.equal(emulator.list("iam:Role").filter(({ name }) => name === "auditor").length, 1);
    const words = ["--parent", emulator.organization.uid, "--out", place.folder(), "--cwd", place.folder()];
    const { code, stdout, stderr } = await call(["import", ...words], { environment: stack.environment });
    assert.equal(code, 0, stdout + stderr);
    assert.doesNotMatch(stdout + stderr, /Deleted on the platform|Remove it from the program/);
  });
});
