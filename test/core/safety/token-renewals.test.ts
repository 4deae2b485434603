import assert from "node:assert/strict";
import { expiringToken } from "../../../src/client/api/credentials/expiring-token";
import type { TokenSource } from "../../../src/client/api/layers/authorized";
import { Secret } from "../../../src/client/api/secret";
import { LocalPlatform, placed } from "../../support/local-platform";
import { verbsIn } from "../../support/local-verbs";
import { sightOf } from "../../support/platform";
import { accountAssociation, identity, role, roleBinding, subscription } from "../../support/resources";

const BASE = ["CAP_IAM_GROUPS_LIST", "CAP_IAM_ROLE_BINDINGS_LIST", "CAP_IAM_ROLES_LIST"];
const sink = { parentUid: "org", sink: "https://sink.example.com" };

/** `org/bot` gets the role `org/more`, which shows what the platform hid from it, after its token was issued. */
async function platformWith({ more = [] }: { readonly more?: readonly string[] } = {}) {
  const seeing = ["EVENTS_SUBSCRIPTION", "IAM_ACCOUNT_ASSOCIATIONS"].flatMap((kind) => [
    `CAP_${kind}_LIST`,
    `CAP_${kind}_DELETE`,
  ]);
  const platform = new LocalPlatform(
    [
      placed(identity, "org/bot", { name: "bot", servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" }),
      placed(role, "org/base", { name: "base", capabilities: [...BASE, ...more] }),
      placed(role, "org/more", { name: "more", capabilities: [...seeing, ...BASE] }),
      placed(roleBinding, "org/base-own", { identityUid: "org/bot", roleUid: "org/base" }),
      placed(accountAssociation, "org", { name: "aws", amazon: { account: "123456789012" } }),
      placed(subscription, "org/sub", sink),
    ],
    { forbidden: "hidden", tokenGrants: "frozen" },
  );
  const old = await platform.tokenOf("org/bot");
  await platform.sleep(60_000);
  if (more.length === 0) platform.put(roleBinding, "org", { identityUid: "org/bot", roleUid: "org/more" });
  await platform.sleep(60_000);
  return { platform, old };
}

const sight = { sight: sightOf("org/bot") };

/** A source that has an old token at first, and can get new ones. */
function renewable(platform: LocalPlatform, old: string): TokenSource & { readonly issued: () => number } {
  let issued = 0;
  const source = expiringToken(async () => {
    const token = issued++ === 0 ? old : await platform.tokenOf("org/bot");
    return { token: new Secret(token), expiresAt: undefined };
  });
  return { ...source, issued: () => issued };
}

const errorOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    (result) => assert.fail(`it ended with ${JSON.stringify(result)}`),
    (error: Error) => error.message,
  );

describe("an object that only a newer token sees (row 291)", () => {
  const OLD =
    /may still exist, because nothing proves .* the token may be older than the role binding ".*get a new one[\s\S]*Nothing was removed from the state/;

  it("stays in the state after a refresh with a token that cannot be renewed", async () => {
    const { platform, old } = await platformWith();
    const run = platform.run(sight, old);
    assert.match(await errorOf(verbsIn(run, subscription).read("org/sub", sink)), OLD);
  });

  it("is found with a renewed token, which all objects share", async () => {
    const { platform, old } = await platformWith();
    const source = renewable(platform, old);
    const subscriptions = verbsIn(platform.run(sight, source), subscription);
    const read = ["org/sub", "org/deleted", "org/sub"].map((uid) => subscriptions.read(uid, sink));
    const [found, deleted, again] = await Promise.all(read);
    assert.deepEqual([found?.outputs.sink, again?.outputs.sink], [sink.sink, sink.sink]);
    assert.equal(deleted, undefined, "an object that was deleted outside of Pulumi is noticed");
    assert.equal(source.issued(), 2);
  });

  for (const isRenewable of [true, false])
    it(`${isRenewable ? "is found" : "stays"} after this run gave a role binding of its identity another role, of which the platform has no time`, async () => {
      const { platform, old } = await platformWith({ more: ["CAP_IAM_ROLE_BINDINGS_UPDATE"] });
      const own = { parentUid: "org", identityUid: "org/bot", roleUid: "org/base" };
      const run = platform.run(sight, isRenewable ? renewable(platform, old) : old);
      await verbsIn(run, roleBinding).update("org/base-own", own, { ...own, roleUid: "org/more" });
      const read = verbsIn(run, subscription).read("org/sub", sink);
      if (isRenewable) assert.equal((await read)?.outputs.sink, sink.sink);
      else
        assert.match(
          await errorOf(read),
          /may still exist.* older than the last change of the role binding "org\/base-own"/,
        );
    });

  it("is found if another process renewed the token after the platform had answered", async () => {
    const { platform, old } = await platformWith();
    const fresh = await platform.tokenOf("org/bot");
    let token = new Secret(old);
    const source: TokenSource = { current: async () => token, renew: async () => undefined };
    // Somebody writes a new token into the file after the platform has answered the first read.
    platform.whenAnswered(/^GET \/events\/v2\/subscriptions\/org\/sub$/, () => {
      token = new Secret(fresh);
    });
    const found = await verbsIn(platform.run(sight, source), subscription).read("org/sub", sink);
    assert.equal(found?.outputs.sink, sink.sink);
  });

  it("stays after a delete that the platform does not find, or reports as a success, for a token that is too old", async () => {
    const { platform, old } = await platformWith();
    const run = platform.run(sight, old);
    assert.match(await errorOf(verbsIn(run, subscription).delete("org/sub", sink)), OLD);
    const association = { parentUid: "org", name: "aws", amazon: { account: "123456789012" } };
    assert.match(await errorOf(verbsIn(run, accountAssociation).delete("org", association)), OLD);
    assert.ok(platform.get("org/sub") && platform.get("org", accountAssociation.type));
  });
});
