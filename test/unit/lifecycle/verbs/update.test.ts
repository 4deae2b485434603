import assert from "node:assert/strict";
import { IncompleteError } from "../../../../src/lifecycle/errors";
import { Handle } from "../../../../src/lifecycle/run/handle";
import { update } from "../../../../src/lifecycle/verbs/update";
import { accountAssociation } from "../../../../src/resources/account-association";
import { group } from "../../../../src/resources/group";
import { identity } from "../../../../src/resources/identity";
import { identityProvider } from "../../../../src/resources/identity-provider";
import { repo } from "../../../../src/resources/repo";
import { role } from "../../../../src/resources/role";
import { roleBinding } from "../../../../src/resources/role-binding";
import { subscription } from "../../../../src/resources/subscription";
import type { ResourceSpec } from "../../../../src/spec/resource";
import type { Values } from "../../../../src/spec/values";
import { bodyOf, missingResource, object, refusal, scriptedContext } from "../../../support/lifecycle";

const recorded = {
  parentUid: "org",
  name: "team",
  description: "old",
  createTime: "2026-01-01T00:00:00Z",
  updateTime: "2026-01-01T00:00:00Z",
};
const { createTime, updateTime } = recorded;
const wire = { uid: "org/a", name: "team", description: "old", createTime, updateTime };

async function updating(
  answers: Parameters<typeof scriptedContext>[0],
  before: Values,
  after: Values,
  spec: ResourceSpec = group,
) {
  const script = scriptedContext(answers);
  const result = await update(new Handle(script.context, spec, "org/a"), before, after).catch(
    (error: unknown) => error,
  );
  assert.deepEqual(script.left, []);
  return { result, lines: script.lines(), bodies: script.requests.map(bodyOf) };
}

describe("an update", () => {
  it("sends nothing without a difference, and keeps the recorded values (row 61)", async () => {
    const desired = { parentUid: "org", name: "team", description: "old" };
    assert.deepEqual(await updating([], recorded, desired), { result: recorded, lines: [], bodies: [] });
  });

  it("asks for the object when the answer cannot be read", async () => {
    const association = (description: string, installationId: unknown) => ({
      name: "accounts",
      description,
      github: { appInstallations: { "42": { installations: [{ installationId }] } } },
    });
    const before = { parentUid: "org/a", ...association("old", "9007199254740993") };
    const after = { parentUid: "org/a", ...association("new", "9007199254740993") };
    const rounded = object({ uid: "org/a", ...association("new", 2 ** 53) });
    const whole = object({ uid: "org/a", ...association("new", "9007199254740993") });
    const { result, lines } = await updating([rounded, whole], before, after, accountAssociation);
    assert.deepEqual(result, after);
    assert.equal(lines.length, 2);
  });

  it("sends nothing for an equal meaning: another order of a set, another spelling of a time, an empty value (row 61)", async () => {
    const capabilities = ["CAP_REPO_LIST", "CAP_TAG_LIST"];
    const reader = { parentUid: "org", name: "reader", capabilities };
    const reversed = { ...reader, capabilities: capabilities.toReversed(), description: "" };
    const sets = await updating([], reader, reversed, role);
    assert.deepEqual([sets.lines, sets.result], [[], reversed]);
    const keys = (expirationTime: string) => ({
      parentUid: "org",
      name: "ci",
      staticKeys: { issuer: "https://i.example.com", subject: "s", issuerKeys: "{}", expirationTime },
    });
    const times = await updating([], keys("2030-01-01T00:00:00Z"), keys("2030-01-01T01:00:00.000+01:00"), identity);
    assert.deepEqual([times.lines, times.result], [[], keys("2030-01-01T01:00:00.000+01:00")]);
  });

  it("sends only the fields that differ from the recorded ones", async () => {
    const answer = { ...wire, name: "crew", updateTime: "2026-02-02T00:00:00Z" };
    const { result, lines, bodies } = await updating([object(answer)], recorded, {
      parentUid: "org",
      name: "crew",
      description: "old",
    });
    assert.deepEqual(lines, ["PATCH /iam/v2/groups/org/a updateMask=name"]);
    assert.deepEqual(bodies, [{ name: "crew" }]);
    assert.deepEqual(result, { ...recorded, name: "crew", updateTime: "2026-02-02T00:00:00Z" });
  });

  it("leaves another writer's changes to the next refresh", async () => {
    const answer = { ...wire, name: "crew", description: "by another" };
    const { result } = await updating([object(answer)], recorded, {
      parentUid: "org",
      name: "crew",
      description: "old",
    });
    assert.deepEqual(result, { ...recorded, name: "crew" });
  });

  it("clears a field that the program no longer sets, with its empty value and its name in the mask (row 62)", async () => {
    const { description: _, ...cleared } = wire;
    for (const answer of [cleared, { ...cleared, description: "" }]) {
      const { result, lines, bodies } = await updating([object(answer)], recorded, { parentUid: "org", name: "team" });
      assert.deepEqual(lines, ["PATCH /iam/v2/groups/org/a updateMask=description"]);
      assert.deepEqual(bodies, [{ description: "" }]);
      assert.deepEqual(result, { parentUid: "org", name: "team", createTime, updateTime });
    }
  });

  it("reads a binding's uids from their place in the answer", async () => {
    const before = { parentUid: "org", identityUid: "org/i", roleUid: "viewer" };
    const answer = {
      uid: "org/a",
      identityUid: "",
      roleUid: "",
      identity: { uid: "org/i" },
      role: { uid: "owner", name: "owner" },
    };
    const { result, bodies, lines } = await updating(
      [object(answer)],
      before,
      { ...before, roleUid: "owner" },
      roleBinding,
    );
    assert.deepEqual(lines, ["PATCH /iam/v2/roleBindings/org/a updateMask=roleUid"]);
    assert.deepEqual(bodies, [{ roleUid: "owner" }]);
    assert.deepEqual(result, {
      ...before,
      roleUid: "owner",
      identity: { uid: "org/i" },
      role: { uid: "owner", name: "owner" },
    });
  });

  it("is never sent for a subscription, which has no updatable field", async () => {
    const inputs = { parentUid: "org", sink: "https://s.example.com" };
    assert.deepEqual(await updating([], inputs, inputs, subscription), { result: inputs, lines: [], bodies: [] });
  });

  it("never sends the parent", async () => {
    const script = scriptedContext([object({ uid: "org/a", name: "team" }), object({ uid: "org/a", name: "team" })]);
    await update(
      new Handle(script.context, group, "org/a"),
      { parentUid: "org", name: "team" },
      { parentUid: "org/b", name: "team" },
    ).catch(() => {});
    assert.deepEqual(script.requests.map(bodyOf), []);
  });
});

describe("an update of an identity provider (row 64)", () => {
  const oidc = { issuer: "https://login.example.com", clientId: "acme", clientSecret: "hush" };
  const before = { parentUid: "org", name: "sso", defaultRole: "viewer", oidc };
  const update = (after: Values) => {
    const { clientSecret: _, ...printed } = { ...oidc, ...(after.oidc as Values) };
    return updating([object({ ...before, uid: "org/a", ...after, oidc: printed })], before, after, identityProvider);
  };

  it("sends the secret, and names it in the mask, only when it changes", async () => {
    const changes: readonly (readonly [after: Values, mask: string, body: Values])[] = [
      [{ ...before, name: "login" }, "name", { name: "login" }],
      [{ ...before, description: "d" }, "description", { description: "d" }],
      [{ ...before, defaultRole: "owner" }, "defaultRole", { defaultRole: "owner" }],
      [{ ...before, oidc: { ...oidc, clientId: "other" } }, "oidc.clientId", { oidc: { clientId: "other" } }],
      [{ ...before, oidc: { ...oidc, pkceEnabled: true } }, "oidc.pkceEnabled", { oidc: { pkceEnabled: true } }],
      [
        { ...before, oidc: { ...oidc, additionalScopes: ["a"] } },
        "oidc.additionalScopes",
        { oidc: { additionalScopes: ["a"] } },
      ],
    ];
    for (const [after, mask, body] of changes) {
      const { result, lines, bodies } = await update(after);
      assert.deepEqual(lines, [`PATCH /iam/v2/identityProviders/org/a updateMask=${mask}`]);
      assert.deepEqual(bodies, [body]);
      assert.deepEqual(result, after, "the secret that nobody tells is kept on record");
    }
  });

  it("sends only the secret when nothing else changes", async () => {
    const { lines, bodies } = await update({ ...before, oidc: { ...oidc, clientSecret: "new" } });
    assert.deepEqual(lines, ["PATCH /iam/v2/identityProviders/org/a updateMask=oidc.clientSecret"]);
    assert.deepEqual(bodies, [{ oidc: { clientSecret: "new" } }]);
  });
});

describe("a refused update", () => {
  const desired = { parentUid: "org", name: "team", description: "new" };

  it("gives advice when the object is gone", async () => {
    const { result } = await updating([missingResource("org/a")], recorded, desired);
    assert.equal(
      (result as Error).message,
      '[NOT_FOUND] PATCH /iam/v2/groups/org/a: "no org/a"; it is gone, or not visible with this token: run `pulumi refresh` to see what is left',
    );
    assert.ok(!(result instanceof IncompleteError));
  });

  it("gives the server's message", async () => {
    const { result } = await updating(
      [refusal("INVALID_ARGUMENT", "Invalid argument: description: too long")],
      recorded,
      desired,
    );
    assert.equal(
      (result as Error).message,
      '[INVALID_ARGUMENT] PATCH /iam/v2/groups/org/a: "Invalid argument: description: too long"',
    );
  });
});

describe("an update of a sub-resource", () => {
  const before = { parentUid: "org", name: "app", readme: "# old" };
  const path = "/registry/v2/repos/org/a/readme updateMask=content";

  it("is a separate request, and the only one when nothing else differs", async () => {
    const { result, lines, bodies } = await updating(
      [object({ content: "# new" })],
      before,
      { ...before, readme: "# new" },
      repo,
    );
    assert.deepEqual(lines, [`PATCH ${path}`]);
    assert.deepEqual(bodies, [{ content: "# new" }]);
    assert.deepEqual(result, { ...before, readme: "# new" });
  });

  it("empties it when the program no longer sets it", async () => {
    const { lines, bodies } = await updating([object({})], before, { parentUid: "org", name: "app" }, repo);
    assert.deepEqual([lines, bodies], [[`PATCH ${path}`], [{ content: "" }]]);
  });

  it("is read again when the answer lacks it, and must then be there", async () => {
    const after = { ...before, readme: "# new" };
    const get = "GET /registry/v2/repos/org/a/readme";
    const good = await updating([object({}), object({ content: "# new" })], before, after, repo);
    assert.deepEqual([good.lines, good.result], [[`PATCH ${path}`, get], after]);
    const bad = await updating([object({}), object({ content: "# old" })], before, after, repo);
    assert.ok(bad.result instanceof IncompleteError);
    assert.equal(
      bad.result.message,
      "Repo org/a was updated but for its readme: /registry/v2/repos/org/a: the server accepted the new readme and kept another",
    );
  });

  it("keeps the old value recorded when it fails, beside the earlier changes", async () => {
    const after = { ...before, description: "new", readme: "# new" };
    const answers = [object({ uid: "org/a", name: "app", description: "new" }), refusal("PERMISSION_DENIED", "no ink")];
    const { result } = await updating(answers, before, after, repo);
    assert.ok(result instanceof IncompleteError);
    assert.equal(
      result.message,
      'Repo org/a was updated but for its readme: [PERMISSION_DENIED] PATCH /registry/v2/repos/org/a/readme: "no ink"',
    );
    assert.deepEqual([result.id, result.properties], ["org/a", { ...before, description: "new" }]);
  });
});
