import assert from "node:assert/strict";
import { startEmulator } from "../../src/emulator/index";
import { administrator } from "../../src/emulator/seed/seed";
import { builtInRoles, clockAt, test, withEmulator } from "./local";
import { bound, CI, stories } from "./story";

const claimMatch = { issuer: "https://token.example.com", subject: "s" };

describe("direct access to the emulator's objects", () => {
  test("shows two organizations, built-in roles and public repos at the start", async (emulator) => {
    const { list, organization, environment } = emulator;
    const names = (type: string) =>
      list(type)
        .map(({ name }) => name)
        .sort();
    assert.deepEqual(names("iam:Group"), ["acme", "public-org"]);
    assert.deepEqual(names("iam:Role"), builtInRoles);
    assert.deepEqual(names("registry:Repo"), ["nginx", "python"]);
    assert.deepEqual(organization, { uid: "89d593650154bedaafc9feae479281b870be6278", name: "acme" });
    assert.equal(emulator.isEmpty(), true);
    assert.deepEqual(environment, {
      PLATFORM_BASE_URL: emulator.url,
      PLATFORM_REGISTRY_URL: emulator.registryUrl,
      PLATFORM_TOKEN: emulator.token,
      PLATFORM_IDENTITY: administrator,
      PLATFORM_REGISTRY_TOKEN: emulator.registryToken,
      PLATFORM_PUBLIC_ORG: emulator.publicOrganization,
      PLATFORM_VENDOR: "vendor",
      PLATFORM_ORGANIZATION: organization.uid,
    });
    assert.match(emulator.url, /^http:\/\/127\.0\.0\.1:\d+$/);
  });

  test("creates, edits and removes objects like another user, and the API shows that", async (emulator) => {
    const { organization, put, edit, remove, get, list, isEmpty, call } = emulator;
    const made = put("iam:Identity", organization.uid, { name: "ci", claim_match: claimMatch });
    const uid = String(made.uid);
    assert.deepEqual((await call(`GET /iam/v2/identities/${uid}`)).body, made);
    assert.deepEqual([get(uid), list("iam:Identity"), isEmpty()], [made, [made], false]);
    const edited = edit(uid, { description: "theirs", email: "a@example.com", claimMatch: { subject: "t" } });
    const { description, email, claimMatch: match, updateTime } = edited;
    assert.deepEqual([description, email, match], ["theirs", "a@example.com", { ...claimMatch, subject: "t" }]);
    assert.notEqual(updateTime, made.updateTime);
    assert.deepEqual((await call(`GET /iam/v2/identities/${uid}`)).body, edited);
    assert.deepEqual([remove(uid), remove(uid), get(uid), isEmpty()], [true, false, undefined, true]);
  });

  stories(`
    # clears a field, writes a readme, and removes what a binding refers to, of which only the uid is left
    APP = put registry:Repo $ORG {"name":"app","description":"ours"}
    edit $APP {"description":null,"readme":"# theirs"}
    GET /registry/v2/repos/$APP -> {"description":null}
    GET /registry/v2/repos/$APP/readme -> {"content":"# theirs"}
    ${CI}
    BINDING = ${bound("$VIEWER")}
    remove $CI
    GET /iam/v2/roleBindings/$BINDING -> {"identity":{"uid":"$CI"}}
  `);

  test("throws if the change is impossible", async ({ organization, put, edit, list }) => {
    assert.throws(() => list("iam:Nothing"), /^Error: unknown type "iam:Nothing"\. The types are iam:Group, /);
    assert.throws(() => put("iam:Group", organization.uid, {}), {
      message: 'Invalid argument: name: name must match "^[a-z0-9 ._-]{1,}$"',
    });
    assert.throws(() => edit("none", {}), { message: 'there is no resource "none"' });
    const message = 'could not find field "nmae" in "platform.iam.v2.Group"';
    assert.throws(() => edit(organization.uid, { nmae: "x" }), { message });
    // The answer to a Get would violate its declaration.
    assert.throws(() => edit(organization.uid, { name: "" }), { message: "iam:Group.name is missing" });
  });

  it("shows a log of requests, without headers and tokens", async () => {
    const clock = clockAt("2026-01-01T00:00:00Z");
    await withEmulator({ now: clock.now }, async (emulator, call) => {
      await call(`POST /iam/v2/groups/${emulator.organization.uid}?a=%20b`, { name: "team" });
      await call("PATCH /iam/v2/groups/x%2Fy", "{bad");
      const path = `/iam/v2/groups/${emulator.organization.uid}`;
      const time = clock.now();
      assert.deepEqual(emulator.requests, [
        { method: "POST", path, query: "a=%20b", body: { name: "team" }, status: 200, time },
        { method: "PATCH", path: "/iam/v2/groups/x%2Fy", query: "", body: undefined, status: 400, time },
      ]);
      assert.equal(JSON.stringify(emulator.requests).includes(emulator.token), false);
      emulator.clearRequests();
      assert.deepEqual(emulator.requests, []);
    })();
  });

  test("closes the emulator in spite of open connections, and reports a port in use", async ({ url, close, call }) => {
    await call("GET /iam/v2/groups");
    await assert.rejects(startEmulator({ port: Number(new URL(url).port) }), { code: "EADDRINUSE" });
    await Promise.all([close(), close()]);
    await assert.rejects(call("GET /iam/v2/groups"));
  });
});
