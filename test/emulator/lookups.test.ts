import assert from "node:assert/strict";
import { brief, roleNamed, violationOf, withEmulator } from "./local";

describe("emulator: lookups of groups", () => {
  it(
    "are not there, unless they are asked for",
    withEmulator({}, async (_, call) => {
      for (const [verb, rpc] of [
        ["lookupGroup", "LookupGroup"],
        ["checkEligibility", "CheckEligibility"],
      ]) {
        const reply = await call(`GET /iam/v2/groups:${verb}`);
        assert.deepEqual(brief(reply), [501, 12, `method ${rpc} not implemented`]);
      }
    }),
  );

  it(
    "find the caller's organisation",
    withEmulator({ lookupGroup: true }, async ({ organization, get }, call) => {
      assert.deepEqual((await call("GET /iam/v2/groups:lookupGroup")).body, { group: get(organization.uid) });
      assert.deepEqual((await call("GET /iam/v2/groups:checkEligibility")).body, { eligible: true });
      assert.equal((await call("GET /iam/v2/groups:lookupGroup", undefined, null)).status, 401);
    }),
  );

  it(
    "let access be asked for where there is a group",
    withEmulator({}, async ({ organization: { uid } }, call) => {
      const reply = await call(`POST /iam/v2/groups/${uid}:requestGroupAccess`, {});
      assert.deepEqual([reply.status, reply.body], [200, {}]);
      const missing = await call("POST /iam/v2/groups/none:requestGroupAccess");
      assert.deepEqual(brief(missing), [404, 5, 'Not found: iam.platform.example/Group "none"']);
    }),
  );
});

describe("emulator: lookups of identities", () => {
  const issuer = "https://token.example.com";
  const identities = {
    exact: { claimMatch: { issuer, subject: "repo:o/r" } },
    subjects: { claimMatch: { issuer, subjectPattern: "repo:o/.*|user" } },
    issuers: { claimMatch: { issuerPattern: "https://[a-z]+\\.example\\.org", subject: "s" } },
    broken: { claimMatch: { issuer, subjectPattern: "(" } },
    keys: { staticKeys: { issuer: "https://k.example.com", subject: "x", issuerKeys: "{}" } },
    service: { servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" },
  };
  const cases: readonly (readonly [issuer: string, subject: string, name: string | undefined])[] = [
    [issuer, "repo:o/r", "exact"],
    [issuer, "repo:o/other", "subjects"],
    [issuer, "user", "subjects"],
    [issuer, "a user", undefined],
    [`${issuer}/`, "repo:o/r", undefined],
    ["https://a.example.org", "s", "issuers"],
    ["https://a.example.org.evil", "s", undefined],
    ["https://k.example.com", "x", "keys"],
    ["https://k.example.com", "y", undefined],
  ];
  for (const [iss, sub, name] of cases) {
    it(
      `find ${name ?? "nobody"} for ${sub} of ${iss}`,
      withEmulator({}, async ({ organization, put }, call) => {
        const uids = Object.entries(identities).map(([own, body]): [string, unknown] => [
          own,
          put("iam:Identity", organization.uid, { name: own, ...body }).uid,
        ]);
        const query = `issuer=${encodeURIComponent(iss)}&subject=${encodeURIComponent(sub)}`;
        const reply = await call(`GET /iam/v2/identities:lookupIdentity?${query}`);
        const message = `Not found: iam.platform.example/Identity "${iss} ${sub}"`;
        if (name === undefined) assert.deepEqual(brief(reply), [404, 5, message]);
        else assert.deepEqual(reply.body, { uid: new Map(uids).get(name) });
      }),
    );
  }

  it(
    "need an issuer and a subject",
    withEmulator({}, async (_, call) => {
      const look = async (query: string) => violationOf(await call(`GET /iam/v2/identities:lookupIdentity?${query}`));
      assert.deepEqual(await look("subject=s"), { field: "issuer", description: "issuer is required" });
      assert.deepEqual(await look("issuer=i&subject="), { field: "subject", description: "subject is required" });
    }),
  );

  it(
    "change nothing: who the caller is cannot be written",
    withEmulator({}, async (_, call) => {
      const reply = await call("PATCH /iam/v2/identities:updateIdentityMetadata", {});
      assert.deepEqual(brief(reply), [501, 12, "method UpdateIdentityMetadata not implemented"]);
    }),
  );
});

describe("emulator: batches of role bindings", () => {
  const path = "POST /iam/v2/roleBindings:batchCreate";
  const claimMatch = { issuer: "https://token.example.com", subject: "s" };

  it(
    "make all bindings, with the role of the batch where one names none",
    withEmulator({}, async (emulator, call) => {
      const { organization, put } = emulator;
      const parent = organization.uid;
      const [viewer, owner] = ["viewer", "owner"].map((name) => roleNamed(emulator, name));
      const identityUid = put("iam:Identity", parent, { name: "ci", claimMatch }).uid;
      const requests = [{ parent, roleBinding: { identityUid } }, { roleBinding: { identityUid, roleUid: owner } }];
      const { body } = await call(path, { parent, roleUid: viewer, requests });
      const made = body.roleBindings as { uid: string; role: { uid: string }; group: { uid: string } }[];
      assert.deepEqual(
        made.map(({ role, group }) => [role.uid, group.uid]),
        [viewer, owner].map((role) => [role, parent]),
      );
      assert.deepEqual(
        emulator.list("iam:RoleBinding"),
        [...made].sort((a, b) => (a.uid < b.uid ? -1 : 1)),
      );
    }),
  );

  it(
    "make none when one of them is refused",
    withEmulator({}, async (emulator, call) => {
      const { organization, put, list } = emulator;
      const parent = organization.uid;
      const identityUid = put("iam:Identity", parent, { name: "ci", claimMatch }).uid;
      const good = { roleBinding: { identityUid, roleUid: roleNamed(emulator, "viewer") } };
      const missing = await call(path, { parent, requests: [good, { roleBinding: { identityUid, roleUid: "none" } }] });
      assert.deepEqual(brief(missing), [404, 5, 'Not found: iam.platform.example/Role "none"']);
      const refused: readonly (readonly [body: object, field: string, description: string])[] = [
        [{ parent, requests: [good, { roleBinding: { identityUid } }] }, "role_uid", "role_uid is required"],
        [{ parent, requests: [] }, "requests", "requests is required"],
        [{ requests: [good] }, "parent", "parent is required"],
        [{ parent, requests: [good, {}] }, "requests[1].role_binding", "role_binding is required"],
        [{ parent, requests: [{ ...good, parent: "x" }] }, "requests[0].parent", "must be the parent of the batch"],
      ];
      for (const [body, field, description] of refused) {
        assert.deepEqual(violationOf(await call(path, body)), { field, description });
      }
      assert.deepEqual(list("iam:RoleBinding"), []);
    }),
  );
});
