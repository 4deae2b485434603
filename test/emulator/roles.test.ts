import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { deprecatedCapabilities, staffCapabilities } from "../../src/description/resources/capabilities";
import { role } from "../../src/description/resources/role";
import { check } from "../../src/description/spec/check";
import { builtInRoles, libraryRoles, test } from "./local";
import { bound, CI, stories, storiesWith } from "./story";

/** What the platform says of roles: names without `CAP_`, in one text each. */
const facts = JSON.parse(readFileSync(join(__dirname, "../support/fixtures/roles.json"), "utf8")) as {
  readonly builtInRoles: Readonly<Record<string, string>>;
  readonly staff: string;
  readonly deprecated: string;
};
const namesIn = (text = ""): string[] => text.split(" ").map((name) => `CAP_${name}`);

describe("the built-in roles", () => {
  test("grant exactly the capabilities of the platform's roles (row 229)", async (emulator) => {
    const known = new Map(emulator.list("iam:Role").map(({ name, capabilities }) => [name, capabilities as string[]]));
    for (const [name, granted] of Object.entries(facts.builtInRoles))
      assert.deepEqual([...(known.get(name) ?? [])].sort(), namesIn(granted), name);
    // The API names no capabilities of these.
    const unsaid = ["apk.pull", "registry.pull_token_creator", "limited_owner", ...libraryRoles];
    assert.deepEqual([...Object.keys(facts.builtInRoles), ...unsaid].sort(), builtInRoles);
    const guessed = emulator.list("iam:Role").filter(({ description }) => /guesses/.test(String(description)));
    assert.deepEqual(guessed.map(({ name }) => name).sort(), ["limited_owner", ...libraryRoles].sort());
  });

  stories(`
    # let whoever creates pull tokens create identities and bind roles, and list no identities
    ${CI}
    ${bound("$REGISTRY_PULL_TOKEN_CREATOR")}
    as $CI
    BOT = POST /iam/v2/identities/$ORG {"name":"bot","servicePrincipal":1}
    POST /iam/v2/roleBindings/$ORG {"identityUid":"$BOT","roleUid":"$REGISTRY_PULL"}
    GET /iam/v2/identities -> []
  `);
});

describe("a role with a capability of the platform's staff", () => {
  it("is warned of in a preview, as is a deprecated one, and passes (row 230)", () => {
    assert.deepEqual([...staffCapabilities].sort(), namesIn(facts.staff));
    assert.deepEqual([...deprecatedCapabilities].sort(), namesIn(facts.deprecated));
    const told = (name: string) => check(role, { parentUid: "root", name: "r", capabilities: ["CAP_REPO_LIST", name] });
    const reserved =
      "which is reserved for roles of the platform's staff. The platform refuses it in any other role. Remove it from the role";
    for (const [names, is] of [
      [[...staffCapabilities, "CAP_INTERNAL"], reserved],
      [[...deprecatedCapabilities], "which is deprecated"],
    ] as const)
      for (const name of names) {
        const warning = { property: "capabilities[1]", reason: `is ${name}, ${is}`, kind: "form", isWarning: true };
        assert.deepEqual(told(name), [warning]);
      }
    assert.deepEqual(told("CAP_LIBRARIES_REMOTE_REGISTRIES_CREATE"), []);
  });

  // The emulator's own token is like one of the staff.
  const onlyStaff = "invalid capabilities: CAP_REPO_INTERNAL_ADMIN is only for roles of the platform's staff";
  storiesWith({ strict: true })(`
    # is refused on create and on update, unless it is a role of the staff, which only they make (row 230)
    ${CI}
    ${bound("$OWNER")}
    as $CI
    OWN = POST /iam/v2/roles/$ORG {"name":"own","capabilities":["CAP_REPO_LIST"]}
    POST /iam/v2/roles/$ORG {"name":"theirs","capabilities":["CAP_REPO_INTERNAL_ADMIN"]} -> ${onlyStaff}
    PATCH /iam/v2/roles/$OWN {"capabilities":["CAP_REPO_LIST","CAP_REPO_INTERNAL_ADMIN"]} -> ${onlyStaff}
    POST /iam/v2/roles/$ORG {"name":"theirs","capabilities":["CAP_INTERNAL","CAP_REPO_INTERNAL_ADMIN"]}
    -> lacks internal, which these values need
    PATCH /iam/v2/roles/$OWN {"capabilities":["CAP_INTERNAL"]} -> lacks internal, which these values need
    as admin
    STAFF = POST /iam/v2/roles/$ORG {"name":"staff","capabilities":["CAP_INTERNAL","CAP_REPO_INTERNAL_ADMIN"]}
    as $CI
    PATCH /iam/v2/roles/$STAFF {"description":"kept"}
  `);
});
