import assert from "node:assert/strict";
import { callerOf } from "../../../src/client/connect";
import { Settings } from "../../../src/client/settings";
import { readSight } from "../../../src/client/visibility/read-sight";
import type { EmulatorOptions } from "../../../src/emulator";
import { LocalPlatform, placed } from "../../support/local-platform";
import { group, identity, identityProvider, repo, role, roleBinding } from "../../support/resources";

const GROUPS = "CAP_IAM_GROUPS_LIST";
const IDENTITIES = "CAP_IAM_IDENTITY_LIST";
const ROLES = "CAP_IAM_ROLES_LIST";
const BINDINGS = "CAP_IAM_ROLE_BINDINGS_LIST";
const PROVIDERS = "CAP_IAM_IDENTITY_PROVIDERS_LIST";
const REPOS = "CAP_REPO_LIST";

/** An organization with the identities `org/bot` and `org/boss`, and what each of them sees. */
function platformWith(
  bot: readonly string[],
  boss: readonly string[],
  { at = "org", ...options }: EmulatorOptions & { readonly at?: string } = {},
): LocalPlatform {
  const service = { servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" };
  return new LocalPlatform(
    [
      placed(group, "org/team", { name: "team" }),
      placed(identity, "org/bot", { name: "bot", ...service }),
      placed(identity, "org/boss", { name: "boss", ...service }),
      placed(role, "org/of-bot", { name: "of-bot", capabilities: bot }),
      placed(role, "org/of-boss", { name: "of-boss", capabilities: boss }),
      placed(roleBinding, "org/for-bot", { identityUid: "org/bot", roleUid: "org/of-bot" }),
      placed(roleBinding, `${at}/for-boss`, { identityUid: "org/boss", roleUid: "org/of-boss" }),
    ],
    { tokenForm: "opaque", ...options },
  );
}

/** What the token of an identity sees, by what a call says about whose it is. */
async function sightWith(platform: LocalPlatform, owner: string, named: string) {
  const token = await platform.tokenOf(owner);
  const settings = new Settings(() => undefined, { PLATFORM_BASE_URL: "http://localhost", PLATFORM_TOKEN: token });
  return readSight(platform.client(token), await callerOf(settings, named));
}

/** After this time, every token has what a role binding gives. */
const OLD_MS = 2 * 60 * 60_000;
const seen = [GROUPS, IDENTITIES, ROLES, BINDINGS];
const REFUTED =
  /^the platform (shows|refuses) the token .* org\/boss .*, so the token may belong to another identity: give the uid/;

describe("an opaque token and the identity that somebody names for it", () => {
  it("have no effect if the platform refuses what that identity may see (row 222)", async () => {
    const platform = platformWith(seen, [...seen, PROVIDERS], { forbidden: "denied" });
    const sight = await sightWith(platform, "org/bot", "org/boss");
    for (const spec of [identityProvider, group, roleBinding]) {
      const sighting = sight.of(spec, "org");
      assert.equal(sighting.visibility, "unknown", spec.type);
      assert.match("reason" in sighting ? sighting.reason : "", REFUTED);
    }
    // The right name is what helps.
    assert.equal((await sightWith(platform, "org/bot", "org/bot")).of(group, "org").visibility, "visible");
    assert.equal((await sightWith(platform, "org/boss", "org/boss")).of(identityProvider, "org").visibility, "visible");
  });

  for (const forbidden of ["denied", "hidden"] as const) {
    for (const [what, lacking] of [
      ["a group of a role binding", GROUPS],
      ["the identity itself", IDENTITIES],
    ] as const)
      it(`have no effect if ${what} is not visible, and is ${forbidden} (row 222)`, async () => {
        const bot = seen.filter((capability) => capability !== lacking);
        const platform = platformWith(bot, seen, { forbidden });
        assert.equal((await sightWith(platform, "org/bot", "org/boss")).of(roleBinding, "org").visibility, "unknown");
        assert.equal((await sightWith(platform, "org/boss", "org/boss")).of(roleBinding, "org").visibility, "visible");
      });
  }

  it("have no effect if the token sees a role binding that the identity does not (row 222)", async () => {
    const platform = platformWith([...seen, REPOS], [REPOS, GROUPS], { forbidden: "hidden" });
    const sighting = (await sightWith(platform, "org/bot", "org/boss")).of(repo, "org");
    assert.equal(sighting.visibility, "unknown");
    const reason = "reason" in sighting ? sighting.reason : "";
    assert.match(reason, REFUTED);
    assert.match(reason, /^the platform shows the token the role binding org\/for-boss, although no role binding lets/);
  });

  it("may not fit, says one note, where the token sees no role binding of that identity (row 281)", async () => {
    const platform = platformWith(seen, seen);
    const { assumption = "" } = await sightWith(platform, "org/bot", "org/nobody");
    assert.match(
      assumption,
      /^The token sees no role binding of the identity "org\/nobody" \(from --identity\)\. .* correct --identity\.$/,
    );
    const right = await sightWith(platform, "org/bot", "org/bot");
    assert.equal(right.of(group, "org").visibility, "visible");
    assert.doesNotMatch(right.assumption ?? "", /sees no role binding/);
  });

  it("are asked about in every group where the identity holds a role, and only the highest (row 222)", async () => {
    const platform = platformWith([...seen, PROVIDERS], [...seen, PROVIDERS], { at: "org/team" });
    platform.put(roleBinding, "org", { identityUid: "org/boss", roleUid: "org/of-boss" });
    await platform.sleep(OLD_MS);
    assert.equal((await sightWith(platform, "org/bot", "org/boss")).of(identityProvider, "org").visibility, "visible");
    const asked = platform.requests.map(({ path }) => path).filter((path) => path.includes("/groups/"));
    assert.deepEqual(asked, ["/iam/v2/groups/org"]);
    const below = platformWith([], [...seen, PROVIDERS], { at: "org/team", forbidden: "denied" });
    below.put(roleBinding, "org", {
      identityUid: "org/bot",
      roleUid: below.put(role, "org", { name: "r", capabilities: seen }),
    });
    await below.sleep(OLD_MS);
    assert.equal(
      (await sightWith(below, "org/bot", "org/boss")).of(identityProvider, "org/team").visibility,
      "unknown",
      "the token may not list identity providers in org/team",
    );
  });

  it("are unknown while the platform cannot answer what would contradict them (row 222)", async () => {
    const platform = platformWith(seen, seen);
    platform.fault({
      method: "GET",
      path: "/iam/v2/groups/org",
      times: Number.POSITIVE_INFINITY,
      action: { kind: "status", code: "INTERNAL" },
    });
    assert.equal((await sightWith(platform, "org/boss", "org/boss")).of(group, "org").visibility, "unknown");
  });

  it("say that the answer rests on the name, which a token that names its identity does not (row 223)", async () => {
    // This is unknown, because the platform hides what it refuses, and the token sees all that is known to exist.
    const platform = platformWith(seen, [...seen, PROVIDERS], { forbidden: "hidden" });
    const sight = await sightWith(platform, "org/bot", "org/boss");
    assert.equal(sight.of(identityProvider, "org").visibility, "visible");
    assert.match(sight.assumption ?? "", /^The token does not say whose it is\. .* "org\/boss"/);
    const jwt = platformWith(seen, seen, { tokenForm: "jwt" });
    const own = await sightWith(jwt, "org/boss", "org/boss");
    assert.deepEqual([own.of(group, "org").visibility, own.assumption], ["visible", undefined]);
  });
});
