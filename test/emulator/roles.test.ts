import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { deprecatedCapabilities, staffCapabilities } from "../../src/description/resources/capabilities";
import { role } from "../../src/description/resources/role";
import { check } from "../../src/description/spec/check";
import type { Emulator } from "../../src/emulator/index";
import { brief, builtInRoles, type Call, libraryRoles, roleNamed, send, test, testWith, violationOf } from "./local";

/** What the platform says of roles: names without `CAP_`, in one text each. */
const facts = JSON.parse(readFileSync(join(__dirname, "../support/fixtures/roles.json"), "utf8")) as {
  readonly builtInRoles: Readonly<Record<string, string>>;
  readonly staff: string;
  readonly deprecated: string;
};
const namesIn = (text = ""): string[] => text.split(" ").map((name) => `CAP_${name}`);

const CI = { issuer: "https://ci.example.com", subject: "repo:acme/app" } as const;

/** Calls as an identity with a built-in role in the organization. */
async function callerWith(emulator: Emulator, call: Call, name: string) {
  const { organization, put, url } = emulator;
  const identityUid = put("iam:Identity", organization.uid, { name: "customer", claimMatch: CI }).uid;
  put("iam:RoleBinding", organization.uid, { identityUid, roleUid: roleNamed(emulator, name) });
  const idToken = await emulator.idToken({ ...CI, audience: new URL(url).host });
  const { body } = await send(url, `POST /sts/exchange?aud=${url}&identity=${identityUid}`, undefined, idToken);
  return (request: string, content?: unknown) => call(request, content, String(body.token));
}

describe("the built-in roles", () => {
  test("grant exactly the capabilities of the platform's roles (row 229)", async (emulator) => {
    const known = new Map(emulator.list("iam:Role").map(({ name, capabilities }) => [name, capabilities as string[]]));
    for (const [name, granted] of Object.entries(facts.builtInRoles)) {
      assert.deepEqual([...(known.get(name) ?? [])].sort(), namesIn(granted), name);
    }
    // The API names no capabilities of these.
    const unsaid = ["apk.pull", "registry.pull_token_creator", "limited_owner", ...libraryRoles];
    assert.deepEqual([...Object.keys(facts.builtInRoles), ...unsaid].sort(), builtInRoles);
    for (const { name, description } of emulator.list("iam:Role"))
      assert.equal(
        /guesses/.test(String(description)),
        ["limited_owner", ...libraryRoles].includes(String(name)),
        String(name),
      );
  });

  test("let whoever creates pull tokens create identities and bind roles, and list no identities", async (emulator) => {
    const ask = await callerWith(emulator, emulator.call, "registry.pull_token_creator");
    const { uid } = emulator.organization;
    emulator.put("iam:Identity", uid, { name: "other", claimMatch: CI });
    const made = await ask(`POST /iam/v2/identities/${uid}`, { name: "bot", claimMatch: CI });
    assert.equal(made.status, 200);
    const binding = { identityUid: made.body.uid, roleUid: roleNamed(emulator, "registry.pull") };
    assert.equal((await ask(`POST /iam/v2/roleBindings/${uid}`, binding)).status, 200);
    assert.deepEqual((await ask("GET /iam/v2/identities")).body.identities ?? [], []);
  });

  test("let an editor make repos and subscriptions, and no groups, identities, roles or bindings (row 229)", async (emulator) => {
    const ask = await callerWith(emulator, emulator.call, "editor");
    const { uid } = emulator.organization;
    const made = {
      "registry/v2/repos": { name: "app" },
      "events/v2/subscriptions": { sink: "https://sink.example.com/" },
    };
    for (const [path, body] of Object.entries(made))
      assert.equal((await ask(`POST /${path}/${uid}`, body)).status, 200);
    const refused = {
      groups: ["groups", { name: "team" }],
      identities: ["identity", { name: "bot", claimMatch: CI }],
      roles: ["roles", { name: "own", capabilities: ["CAP_REPO_LIST"] }],
      roleBindings: ["role_bindings", { roleUid: roleNamed(emulator, "viewer"), identityUid: `${uid}/x` }],
    } as const;
    for (const [path, [noun, body]] of Object.entries(refused)) {
      const refusal = [403, 7, `Permission denied: caller lacks ${noun}.create`];
      assert.deepEqual(brief(await ask(`POST /iam/v2/${path}/${uid}`, body)), refusal);
    }
  });
});

describe("a role with a capability of the platform's staff", () => {
  it("is warned of in a preview, as is a deprecated one, and passes (row 230)", () => {
    assert.deepEqual([...staffCapabilities].sort(), namesIn(facts.staff));
    assert.deepEqual([...deprecatedCapabilities].sort(), namesIn(facts.deprecated));
    const told = (name: string) => check(role, { parentUid: "root", name: "r", capabilities: ["CAP_REPO_LIST", name] });
    for (const name of [...staffCapabilities, "CAP_INTERNAL"]) {
      const reason = `is ${name}, which is reserved for roles of the platform's staff. The platform refuses it in any other role. Remove it from the role`;
      assert.deepEqual(told(name), [{ property: "capabilities[1]", reason, kind: "form", isWarning: true }]);
    }
    for (const name of deprecatedCapabilities) {
      const reason = `is ${name}, which is deprecated`;
      assert.deepEqual(told(name), [{ property: "capabilities[1]", reason, kind: "form", isWarning: true }]);
    }
    assert.deepEqual(told("CAP_LIBRARIES_REMOTE_REGISTRIES_CREATE"), []);
  });

  testWith({ strict: true })(
    "is refused on create and on update, unless it is a role of the staff, which only they make (row 230)",
    async (emulator) => {
      const owner = await callerWith(emulator, emulator.call, "owner");
      const { uid } = emulator.organization;
      const internal = "CAP_REPO_INTERNAL_ADMIN";
      const violation = { field: "capabilities", description: `${internal} is only for roles of the platform's staff` };
      const make = (ask: typeof owner, name: string, ...capabilities: string[]) =>
        ask(`POST /iam/v2/roles/${uid}`, { name, capabilities });
      const own = await make(owner, "own", "CAP_REPO_LIST");
      assert.equal(own.status, 200);
      const change = (...capabilities: string[]) => owner(`PATCH /iam/v2/roles/${own.body.uid}`, { capabilities });
      for (const reply of [await make(owner, "theirs", internal), await change("CAP_REPO_LIST", internal)]) {
        assert.deepEqual([reply.status, violationOf(reply)], [400, violation], reply.text);
      }
      const refusal = [403, 7, "Permission denied: caller lacks internal, which these values need"];
      for (const reply of [await make(owner, "theirs", "CAP_INTERNAL", internal), await change("CAP_INTERNAL")]) {
        assert.deepEqual(brief(reply), refusal);
      }
      // The emulator's own token is like one of the staff.
      const staff = await make(emulator.call, "staff", "CAP_INTERNAL", internal);
      assert.equal(staff.status, 200);
      // What a role holds already stays.
      assert.equal((await owner(`PATCH /iam/v2/roles/${staff.body.uid}`, { description: "kept" })).status, 200);
    },
  );
});
