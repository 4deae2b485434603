import assert from "node:assert/strict";
import type { Client } from "../../../src/client/api/client";
import { Secret } from "../../../src/client/api/secret";
import { callerOf } from "../../../src/client/connect";
import { Settings } from "../../../src/client/settings";
import { readSight } from "../../../src/client/visibility/read-sight";
import { ageOf } from "../../../src/client/visibility/token-age";
import { isJsonObject, type JsonObject } from "../../../src/description/wire/json";
import type { EmulatorOptions, StartObject } from "../../../src/emulator";
import { LocalPlatform, NOW, placed } from "../../support/local-platform";
import { callerWith } from "../../support/platform";
import { identity, identityProvider, role, roleBinding } from "../../support/resources";

const LOOKUPS = ["CAP_IAM_GROUPS_LIST", "CAP_IAM_ROLE_BINDINGS_LIST", "CAP_IAM_ROLES_LIST"];
const PROVIDERS = "CAP_IAM_IDENTITY_PROVIDERS_LIST";
const HOUR = 3_600_000;

/** `org/bot` sees groups, role bindings and roles. The role `org/more` has more. A token keeps the rights that it was issued with. */
function platformWith(options: EmulatorOptions = {}, more: readonly StartObject[] = []): LocalPlatform {
  return new LocalPlatform(
    [
      placed(identity, "org/bot", { name: "bot", servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" }),
      placed(role, "org/base", { name: "base", capabilities: LOOKUPS }),
      placed(role, "org/more", { name: "more", capabilities: [PROVIDERS] }),
      placed(roleBinding, "org/base-own", { identityUid: "org/bot", roleUid: "org/base" }),
      ...more,
    ],
    { forbidden: "hidden", tokenGrants: "frozen", ...options },
  );
}

/** What a token of the bot sees of identity providers. */
async function sightingWith(platform: LocalPlatform, token: string, named?: string) {
  const client = platform.client(token);
  const settings = new Settings(() => undefined, { PLATFORM_BASE_URL: "http://localhost", PLATFORM_TOKEN: token });
  const sight = await readSight(client, await callerOf(settings, named, client));
  const sighting = sight.of(identityProvider, "org");
  return { visibility: sighting.visibility, reason: "reason" in sighting ? sighting.reason : "" };
}

const grantMore = (platform: LocalPlatform) =>
  platform.put(roleBinding, "org", { identityUid: "org/bot", roleUid: "org/more" });

describe("a token that is older than what its identity may do (row 290)", () => {
  for (const [what, change, reasonOf] of [
    ["role binding", grantMore, (uid: string) => `role binding "${uid}"`],
    [
      "change of a role",
      (platform: LocalPlatform) => platform.edit("org/base", { capabilities: [...LOOKUPS, PROVIDERS] }),
      () => 'last change of the role "base"',
    ],
  ] as const)
    it(`does not see what a later ${what} shows, and a new token does`, async () => {
      const platform = platformWith();
      const old = await platform.tokenOf("org/bot");
      await platform.sleep(60_000);
      const changed = reasonOf(String(change(platform)));
      const { visibility, reason } = await sightingWith(platform, old);
      assert.equal(visibility, "unknown");
      assert.ok(reason.startsWith(`the token may be older than the ${changed} (2026-01-07T00:01:00Z)`), reason);
      assert.match(reason, /get a new one .*PLATFORM_TOKEN_FILE.*exchanged for PLATFORM_IDENTITY: run this again/);
      await platform.sleep(5_000);
      assert.equal((await sightingWith(platform, await platform.tokenOf("org/bot"))).visibility, "visible");
    });

  it("may be issued in the same second, which proves nothing", async () => {
    const platform = platformWith();
    grantMore(platform);
    assert.equal((await sightingWith(platform, await platform.tokenOf("org/bot"))).visibility, "unknown");
  });

  it("is every token of unknown age for an hour, and the reason says how long", async () => {
    const platform = platformWith({ tokenForm: "opaque" });
    await platform.sleep(60_000);
    grantMore(platform);
    const sighting = async () => sightingWith(platform, await platform.tokenOf("org/bot"), "org/bot");
    const { visibility, reason } = await sighting();
    assert.equal(visibility, "unknown");
    assert.match(
      reason,
      /^the token does not say when it was issued, so it may be older .*, after 2026-01-07T01:01:04Z$/,
    );
    await platform.sleep(2 * HOUR);
    assert.equal((await sighting()).visibility, "visible");
  });

  it("is refuted by a refusal, although its role bindings are older", async () => {
    const platform = platformWith({ forbidden: "denied" });
    const old = await platform.tokenOf("org/bot");
    await platform.sleep(60_000);
    // The platform returns no time of this change.
    platform.edit("org/base-own", { roleUid: "org/more" });
    const { visibility, reason } = await sightingWith(platform, old);
    assert.equal(visibility, "unknown");
    assert.match(
      reason,
      /^the platform refuses the token .* in org, .* so the token may be older than these role bindings: get a new/,
    );
  });

  it("proves nothing without times, except for built-in roles, which nobody in the organization changes", async () => {
    /** A client that drops the times of some objects, as if the platform did not return them. */
    const without = (client: Client, uids: readonly string[]): Client => {
      const strip = (object: JsonObject): JsonObject => {
        const { createTime: _, updateTime: __, ...rest } = object;
        return uids.includes(String(object.uid)) ? rest : object;
      };
      const get: Client["get"] = async (path, query) => {
        const answer = Object.entries(strip(await client.get(path, query)));
        const stripped = (value: unknown) => (Array.isArray(value) ? value.filter(isJsonObject).map(strip) : value);
        // Names of capabilities are no objects.
        return Object.fromEntries(
          answer.map(([key, value]) => [key, key === "capabilities" ? value : stripped(value)]),
        );
      };
      const { platformTime, issuedAfter } = { platformTime: () => client.platformTime(), issuedAfter: () => undefined };
      return { get, platformTime, issuedAfter, token: () => client.token() } as Partial<Client> as Client;
    };
    for (const [roleUid, uids, what] of [
      ["org/more", ["org/more"], 'last change of the role "more"'],
      ["plain", ["org/own"], 'role binding "org/own"'],
      ["plain", ["plain"], undefined],
    ] as const) {
      const platform = platformWith({}, [
        placed(role, "plain", { name: "plain", capabilities: [PROVIDERS] }),
        placed(roleBinding, "org/own", { identityUid: "org/bot", roleUid }),
      ]);
      const client = without(platform.client(await platform.tokenOf("org/bot")), uids);
      const sighting = (await readSight(client, callerWith("org/bot"))).of(identityProvider, "org");
      const expected = what && `the platform does not return the time of the ${what}, so the token may be older`;
      assert.equal("reason" in sighting ? sighting.reason : undefined, expected);
    }
  });
});

describe("the age of a token", () => {
  const now = Date.parse(NOW);
  const ageWith = (claims: object | undefined, exchangedAt?: number) => {
    const payload = Buffer.from(JSON.stringify(claims ?? {})).toString("base64url");
    const client = { platformTime: () => now, issuedAfter: () => exchangedAt } as Partial<Client> as Client;
    return ageOf(client, new Secret(claims === undefined ? "opaque-token" : `e30.${payload}.sig`));
  };
  const KNOWN = { isKnown: true };

  it("is what its claim iat says, whatever our clock says of the exchange", () => {
    assert.deepEqual(ageWith({ iat: now / 1000 - 600 }), { hasAllBefore: now - 602_000, ...KNOWN });
    assert.deepEqual(ageWith({ iat: now / 1000 - 600 }, now + HOUR), { hasAllBefore: now - 602_000, ...KNOWN });
    // Our clock may be a few minutes behind.
    assert.deepEqual(ageWith({ iat: now / 1000 + 300 }), { hasAllBefore: now + 298_000, ...KNOWN });
  });

  it("is that of the exchange for an opaque token, and otherwise at most an hour", () => {
    assert.deepEqual(ageWith(undefined, now - 1_000), { hasAllBefore: now - 3_000, ...KNOWN });
    for (const claims of [undefined, {}, { iat: "soon" }, { iat: now }, { iat: now / 1000 + 3_600 }])
      assert.deepEqual(ageWith(claims), { hasAllBefore: now - HOUR - 2_000, isKnown: false }, JSON.stringify(claims));
    assert.deepEqual(ageWith({ iat: now }, now - 1_000), { hasAllBefore: now - 3_000, ...KNOWN });
  });
});
