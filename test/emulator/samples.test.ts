import assert from "node:assert/strict";
import { type Emulator, startEmulator } from "../../src/emulator/index";
import { organization } from "../../src/emulator/seed";
import { send } from "./local";

/** A captured exchange. `$ORG` and other names stand for uids; `as` names the uid of the answer for later ones. */
interface Sample {
  readonly it: string;
  readonly request: string;
  readonly body?: unknown;
  readonly as?: string;
  readonly status: number;
  /** Answer with all fields written. */
  readonly full: unknown;
  /** Answer without the empty ones; the same when left out. */
  readonly sparse?: unknown;
}

const NOW = "2026-11-21T11:32:03.384Z";
/** Of the second, third and fourth version of a resource: the clock stands, but each change has a time of its own. */
const [SECOND, THIRD, FOURTH] = ["2026-11-21T11:32:03.385Z", "2026-11-21T11:32:03.386Z", "2026-11-21T11:32:03.387Z"];
const created = { createTime: NOW, updateTime: NOW };
const kind = { kind: "ORG_KIND_CUSTOMER", status: "ORG_STATUS_READY" };
const listed = (key: string, item: unknown) => ({
  full: { [key]: [item], nextPageToken: "", totalCount: "1", skipped: 0 },
  sparse: { [key]: [item], totalCount: "1" },
});

const info = (reason: string, area = "iam") => ({
  full: {
    "@type": "type.googleapis.com/google.rpc.ErrorInfo",
    reason,
    domain: `${area}.platform.example`,
    metadata: {},
  },
  sparse: { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason, domain: `${area}.platform.example` },
});
const about = (resourceType: string, resourceName: string, description: string) => ({
  full: { "@type": "type.googleapis.com/google.rpc.ResourceInfo", resourceType, resourceName, owner: "", description },
  sparse: { "@type": "type.googleapis.com/google.rpc.ResourceInfo", resourceType, resourceName, description },
});
type Both = { readonly full: unknown; readonly sparse: unknown };
const failure = (code: number, message: string, ...details: Both[]) => ({
  full: { code, message, details: details.map(({ full }) => full) },
  sparse: details.length === 0 ? { code, message } : { code, message, details: details.map(({ sparse }) => sparse) },
});
const violation = (field: string, description: string): Both => ({
  full: {
    "@type": "type.googleapis.com/google.rpc.BadRequest",
    fieldViolations: [{ field, description, reason: "", localizedMessage: null }],
  },
  sparse: { "@type": "type.googleapis.com/google.rpc.BadRequest", fieldViolations: [{ field, description }] },
});
const notEmpty = (description: string): Both => ({
  full: {
    "@type": "type.googleapis.com/google.rpc.PreconditionFailure",
    violations: [{ type: "RESOURCE_NOT_EMPTY", subject: "", description }],
  },
  sparse: {
    "@type": "type.googleapis.com/google.rpc.PreconditionFailure",
    violations: [{ type: "RESOURCE_NOT_EMPTY", description }],
  },
});
const blocked = (area: string, resource: string, uid: string, description: string) =>
  failure(
    9,
    `Precondition failed: ${description}`,
    info("FAILED_PRECONDITION", area),
    notEmpty(description),
    about(`${area}.platform.example/${resource}`, uid, description),
  );

const groupExtra = { resourceLimits: {}, verified: false };
const team = { uid: "$TEAM", name: "team", ...kind };
const groups: readonly Sample[] = [
  {
    it: "creates a group",
    request: "POST /iam/v2/groups/$ORG",
    body: { name: "team", description: "a team" },
    as: "TEAM",
    status: 200,
    full: { ...team, description: "a team", ...groupExtra, ...created },
    sparse: { ...team, description: "a team", ...created },
  },
  {
    it: "gets a group",
    request: "GET /iam/v2/groups/$TEAM",
    status: 200,
    full: { ...team, description: "a team", ...groupExtra, ...created },
    sparse: { ...team, description: "a team", ...created },
  },
  {
    it: "lists what lies below a group, without the group",
    request: "GET /iam/v2/groups?uidp.descendants_of=$ORG&page_size=1",
    status: 200,
    full: listed("groups", { ...team, description: "a team", ...groupExtra, ...created }).full,
    sparse: listed("groups", { ...team, description: "a team", ...created }).sparse,
  },
  {
    it: "clears a field with an empty value",
    request: "PATCH /iam/v2/groups/$TEAM",
    body: { description: "" },
    status: 200,
    full: { ...team, description: "", ...groupExtra, createTime: NOW, updateTime: SECOND },
    sparse: { ...team, createTime: NOW, updateTime: SECOND },
  },
  { it: "deletes a group", request: "DELETE /iam/v2/groups/$TEAM", status: 200, full: {} },
  {
    it: "makes a root group where no parent is given",
    request: "POST /iam/v2/groups",
    body: { name: "neworg" },
    as: "NEWORG",
    status: 200,
    full: {
      uid: "$NEWORG",
      name: "neworg",
      description: "",
      ...groupExtra,
      kind: "ORG_KIND_UNSPECIFIED",
      status: "ORG_STATUS_READY",
      ...created,
    },
    sparse: { uid: "$NEWORG", name: "neworg", status: "ORG_STATUS_READY", ...created },
  },
];

const issuer = "https://token.example.com";
const bot = { uid: "$IDENTITY", name: "ci-bot", lastSeenTime: NOW, createTime: NOW };
const botExtra = { email: "", emailUnverified: "", company: "" };
const noClaims = { claims: {}, claimPatterns: {} };
const keys = {
  issuer: "https://k.example.com",
  subject: "x",
  issuerKeys: "{}",
  expirationTime: "2027-11-21T11:32:03.384Z",
};
const identities: readonly Sample[] = [
  {
    it: "creates an identity",
    request: "POST /iam/v2/identities/$ORG",
    body: { name: "ci-bot", description: "CI", claimMatch: { issuer, subject: "repo:o/r", audience: "aud" } },
    as: "IDENTITY",
    status: 200,
    full: {
      ...bot,
      description: "CI",
      ...botExtra,
      updateTime: NOW,
      claimMatch: { issuer, subject: "repo:o/r", audience: "aud", ...noClaims },
    },
    sparse: {
      ...bot,
      description: "CI",
      updateTime: NOW,
      claimMatch: { issuer, subject: "repo:o/r", audience: "aud" },
    },
  },
  {
    it: "merges a nested message when no mask is given",
    request: "PATCH /iam/v2/identities/$IDENTITY",
    body: { claimMatch: { issuer, subject: "repo:o/r2" } },
    status: 200,
    full: {
      ...bot,
      description: "CI",
      ...botExtra,
      updateTime: SECOND,
      claimMatch: { issuer, subject: "repo:o/r2", audience: "aud", ...noClaims },
    },
    sparse: {
      ...bot,
      description: "CI",
      updateTime: SECOND,
      claimMatch: { issuer, subject: "repo:o/r2", audience: "aud" },
    },
  },
  {
    it: "replaces what a mask names and clears what the body lacks",
    request: "PATCH /iam/v2/identities/$IDENTITY?updateMask=claim_match,description",
    body: { claimMatch: { issuer, subject: "repo:o/r2" } },
    status: 200,
    full: {
      ...bot,
      description: "",
      ...botExtra,
      updateTime: THIRD,
      claimMatch: { issuer, subject: "repo:o/r2", ...noClaims },
    },
    sparse: { ...bot, updateTime: THIRD, claimMatch: { issuer, subject: "repo:o/r2" } },
  },
  {
    it: "drops the former member of a oneof and fills in when static keys expire",
    request: "PATCH /iam/v2/identities/$IDENTITY",
    body: { staticKeys: { issuer: "https://k.example.com", subject: "x", issuerKeys: "{}" } },
    status: 200,
    full: { ...bot, description: "", ...botExtra, updateTime: FOURTH, staticKeys: { ...keys, audiences: [] } },
    sparse: { ...bot, updateTime: FOURTH, staticKeys: keys },
  },
];

const ROLE_VIEWER = "$VIEWER";
const role = { uid: "$ROLE", name: "puller" };
const apkPull = {
  uid: "62226500bc7604a9eadfa16ed0493529059d0f8a",
  name: "apk.pull",
  description: "APK pull Role (built-in)",
  capabilities: ["CAP_IAM_GROUPS_LIST", "CAP_APK_LIST", "CAP_APK_BLOBS_GET"],
  createTime: "2026-01-05T08:30:06.250Z",
  updateTime: "2026-01-05T08:30:06.250Z",
};
const roles: readonly Sample[] = [
  {
    it: "stores capabilities in the order of the enum",
    request: "POST /iam/v2/roles/$ORG",
    body: { name: "puller", capabilities: ["CAP_REPO_LIST", "CAP_IAM_GROUPS_LIST"] },
    as: "ROLE",
    status: 200,
    full: { ...role, description: "", capabilities: ["CAP_IAM_GROUPS_LIST", "CAP_REPO_LIST"], ...created },
    sparse: { ...role, capabilities: ["CAP_IAM_GROUPS_LIST", "CAP_REPO_LIST"], ...created },
  },
  {
    it: "finds a built-in role by name",
    request: "GET /iam/v2/roles?name=apk.pull",
    status: 200,
    ...listed("roles", apkPull),
  },
  {
    it: "drops a name that the enum lacks",
    request: "PATCH /iam/v2/roles/$ROLE",
    body: { capabilities: ["CAP_REPO_LIST", "repo.list"] },
    status: 200,
    full: { ...role, description: "", capabilities: ["CAP_REPO_LIST"], createTime: NOW, updateTime: SECOND },
    sparse: { ...role, capabilities: ["CAP_REPO_LIST"], createTime: NOW, updateTime: SECOND },
  },
  {
    it: "refuses to delete a built-in role",
    request: `DELETE /iam/v2/roles/${ROLE_VIEWER}`,
    status: 403,
    ...failure(7, "Permission denied: managed roles cannot be deleted", info("PERMISSION_DENIED")),
  },
];

const bindingExtra = { identityUid: "", roleUid: "" };
const boundIdentity = { uid: "$IDENTITY", name: "ci-bot", subject: "x", issuer: "https://k.example.com" };
const boundGroup = { uid: "$ORG", name: "acme", description: "Root organization group" };
const viewer = { uid: ROLE_VIEWER, name: "viewer", description: "Viewer Role (built-in)" };
const owner = { uid: "$OWNER", name: "owner", description: "Owner Role (built-in)" };
const binding = (bound: unknown) => ({
  full: {
    uid: "$BINDING",
    identity: { ...boundIdentity, description: "", email: "" },
    group: boundGroup,
    role: bound,
    createTime: NOW,
    ...bindingExtra,
  },
  sparse: { uid: "$BINDING", identity: boundIdentity, group: boundGroup, role: bound, createTime: NOW },
});
const bindings: readonly Sample[] = [
  {
    it: "answers a binding with what it binds, and without the uids that were sent",
    request: "POST /iam/v2/roleBindings/$ORG",
    body: { identityUid: "$IDENTITY", roleUid: ROLE_VIEWER },
    as: "BINDING",
    status: 200,
    ...binding(viewer),
  },
  { it: "gets a binding alike", request: "GET /iam/v2/roleBindings/$BINDING", status: 200, ...binding(viewer) },
  {
    it: "lists the bindings of an identity",
    request: "GET /iam/v2/roleBindings?identity=$IDENTITY&page_size=1",
    status: 200,
    full: listed("roleBindings", binding(viewer).full).full,
    sparse: listed("roleBindings", binding(viewer).sparse).sparse,
  },
  {
    it: "binds another role",
    request: "PATCH /iam/v2/roleBindings/$BINDING",
    body: { roleUid: "$OWNER" },
    status: 200,
    ...binding(owner),
  },
  {
    it: "refuses to delete an identity that is bound",
    request: "DELETE /iam/v2/identities/$IDENTITY",
    status: 400,
    ...blocked("iam", "Identity", "$IDENTITY", "cannot delete identity with role bindings"),
  },
  { it: "deletes a binding", request: "DELETE /iam/v2/roleBindings/$BINDING", status: 200, full: {} },
  { it: "deletes a binding again", request: "DELETE /iam/v2/roleBindings/$BINDING", status: 200, full: {} },
  { it: "deletes an identity", request: "DELETE /iam/v2/identities/$IDENTITY", status: 200, full: {} },
  { it: "deletes a role", request: "DELETE /iam/v2/roles/$ROLE", status: 200, full: {} },
];

const app = { uid: "$REPO", name: "app", description: "d", createTime: NOW };
const repoExtra = { aliases: [], activeTags: [], sync_config: null };
const overlay = (environment: unknown) => ({
  full: {
    contents: { packages: ["curl"], runtimeRepositories: [], runtimeKeyring: [] },
    environment,
    annotations: {},
    accounts: null,
    certificates: null,
  },
  sparse: { contents: { packages: ["curl"] }, environment },
});
const mirrorSync = { source: "$NGINX", expirationTime: "2026-12-05T11:32:03.384Z", gracePeriod: true };
const repos: readonly Sample[] = [
  {
    it: "creates a repo",
    request: "POST /registry/v2/repos/$ORG",
    body: {
      name: "app",
      description: "d",
      catalogTier: "CATALOG_TIER_BASE",
      bundles: ["base"],
      customOverlay: { contents: { packages: ["curl"] }, environment: { A: "1" } },
    },
    as: "REPO",
    status: 200,
    full: {
      ...app,
      catalogTier: "CATALOG_TIER_BASE",
      bundles: ["base"],
      ...repoExtra,
      customOverlay: overlay({ A: "1" }).full,
      updateTime: NOW,
    },
    sparse: {
      ...app,
      catalogTier: "CATALOG_TIER_BASE",
      bundles: ["base"],
      customOverlay: overlay({ A: "1" }).sparse,
      updateTime: NOW,
    },
  },
  {
    it: "replaces a map whole and leaves its siblings",
    request: "PATCH /registry/v2/repos/$REPO",
    body: { bundles: [], customOverlay: { environment: { B: "2" } } },
    status: 200,
    full: {
      ...app,
      catalogTier: "CATALOG_TIER_BASE",
      bundles: [],
      ...repoExtra,
      customOverlay: overlay({ B: "2" }).full,
      updateTime: SECOND,
    },
    sparse: { ...app, catalogTier: "CATALOG_TIER_BASE", customOverlay: overlay({ B: "2" }).sparse, updateTime: SECOND },
  },
  {
    it: "clears a message with null",
    request: "PATCH /registry/v2/repos/$REPO",
    body: { customOverlay: null },
    status: 200,
    full: {
      ...app,
      catalogTier: "CATALOG_TIER_BASE",
      bundles: [],
      ...repoExtra,
      customOverlay: null,
      updateTime: THIRD,
    },
    sparse: { ...app, catalogTier: "CATALOG_TIER_BASE", updateTime: THIRD },
  },
  {
    it: "resets an enum that is set to an unknown name",
    request: "PATCH /registry/v2/repos/$REPO",
    body: { catalogTier: "BASE" },
    status: 200,
    full: {
      ...app,
      catalogTier: "CATALOG_TIER_UNSPECIFIED",
      bundles: [],
      ...repoExtra,
      customOverlay: null,
      updateTime: FOURTH,
    },
    sparse: { ...app, updateTime: FOURTH },
  },
  {
    it: "turns the source of a mirror into a uid and takes over its tier",
    request: "POST /registry/v2/repos/$ORG",
    body: { name: "mirror", sync_config: { source: "public-org/nginx" } },
    as: "MIRROR",
    status: 200,
    full: {
      uid: "$MIRROR",
      name: "mirror",
      description: "",
      catalogTier: "CATALOG_TIER_APPLICATION",
      bundles: [],
      aliases: [],
      activeTags: [],
      sync_config: { ...mirrorSync, uniqueTags: false, google: "", amazon: "", azure: "", apkoOverlay: "" },
      customOverlay: null,
      ...created,
    },
    sparse: {
      uid: "$MIRROR",
      name: "mirror",
      catalogTier: "CATALOG_TIER_APPLICATION",
      sync_config: mirrorSync,
      ...created,
    },
  },
  {
    it: "drops syncConfig in silence",
    request: "POST /registry/v2/repos/$ORG",
    body: { name: "mirror2", syncConfig: { source: "public-org/nginx" } },
    as: "MIRROR2",
    status: 200,
    full: {
      uid: "$MIRROR2",
      name: "mirror2",
      description: "",
      catalogTier: "CATALOG_TIER_UNSPECIFIED",
      bundles: [],
      ...repoExtra,
      customOverlay: null,
      ...created,
    },
    sparse: { uid: "$MIRROR2", name: "mirror2", ...created },
  },
  {
    it: "has an empty readme at first",
    request: "GET /registry/v2/repos/$REPO/readme",
    status: 200,
    full: { uid: "$REPO", content: "" },
    sparse: { uid: "$REPO" },
  },
  {
    it: "writes a readme",
    request: "PATCH /registry/v2/repos/$REPO/readme",
    body: { content: "# app" },
    status: 200,
    full: { uid: "$REPO", content: "# app" },
  },
  {
    it: "gives a mirror the readme of its source",
    request: "GET /registry/v2/repos/$MIRROR/readme",
    status: 200,
    full: { uid: "$MIRROR", content: "# nginx\n" },
  },
  {
    it: "lists nothing where nothing is",
    request: "GET /registry/v2/repos?uidp.children_of=none",
    status: 200,
    full: { repos: [], nextPageToken: "", totalCount: "0", skipped: 0 },
    sparse: { totalCount: "0" },
  },
  { it: "deletes a repo", request: "DELETE /registry/v2/repos/$REPO", status: 200, full: {} },
];

const subscription = { uid: "$SUB", sink: "https://sink.example.com/hook" };
const subscriptions: readonly Sample[] = [
  {
    it: "creates a subscription, which has no times",
    request: "POST /events/v2/subscriptions/$ORG",
    body: { sink: "https://sink.example.com/hook" },
    as: "SUB",
    status: 200,
    full: subscription,
  },
  { it: "gets a subscription", request: "GET /events/v2/subscriptions/$SUB", status: 200, full: subscription },
  {
    it: "lists the subscriptions of a group",
    request: "GET /events/v2/subscriptions?uidp.children_of=$ORG",
    status: 200,
    ...listed("subscriptions", subscription),
  },
  {
    it: "has no PATCH for subscriptions",
    request: "PATCH /events/v2/subscriptions/$SUB",
    body: { sink: "https://b.example.com" },
    status: 501,
    ...failure(12, "Method Not Allowed"),
  },
  { it: "deletes a subscription", request: "DELETE /events/v2/subscriptions/$SUB", status: 200, full: {} },
];

const nowhere = "$ORG/0000000000000000";
const sortable = "uid, name, created_at, create_time, updated_at, update_time";
const errors: readonly Sample[] = [
  {
    it: "names the first bad field of an identity only",
    request: "POST /iam/v2/identities/$ORG",
    body: {},
    status: 400,
    ...failure(
      3,
      'Invalid argument: name: name must match "^[a-z0-9 ._-]{1,}$"',
      info("INVALID_ARGUMENT"),
      violation("name", 'name must match "^[a-z0-9 ._-]{1,}$"'),
    ),
  },
  {
    it: "says which resource is missing",
    request: `GET /registry/v2/repos/${nowhere}`,
    status: 404,
    ...failure(
      5,
      `Not found: registry.platform.example/Repo "${nowhere}"`,
      info("NOT_FOUND", "registry"),
      about("registry.platform.example/Repo", nowhere, "repo not found"),
    ),
  },
  {
    it: "refuses a second repo of the same name",
    request: "POST /registry/v2/repos/$ORG",
    body: { name: "mirror" },
    status: 409,
    ...failure(
      6,
      'Already exists: registry.platform.example/Repo "mirror"',
      info("ALREADY_EXISTS", "registry"),
      about("registry.platform.example/Repo", "mirror", "repo already exists"),
    ),
  },
  {
    it: "refuses to delete a group with repos",
    request: "DELETE /iam/v2/groups/$ORG",
    status: 400,
    ...blocked("iam", "Group", "$ORG", "cannot delete group with child repos"),
  },
  {
    it: "refuses a mask in the other spelling",
    request: "PATCH /registry/v2/repos/$MIRROR?updateMask=catalogTier",
    body: { catalogTier: "CATALOG_TIER_BASE" },
    status: 400,
    ...failure(
      3,
      'Invalid argument: update_mask: unknown field path "catalogTier" for Repo',
      info("INVALID_ARGUMENT", "registry"),
      violation("update_mask", 'unknown field path "catalogTier" for Repo'),
    ),
  },
  {
    it: "refuses an unknown key of a PATCH even when a mask leaves it out",
    request: "PATCH /registry/v2/repos/$MIRROR?updateMask=description",
    body: { description: "d", syncConfig: {} },
    status: 400,
    ...failure(3, 'could not find field "syncConfig" in "platform.registry.v2.Repo"'),
  },
  {
    it: "refuses two masks",
    request: "PATCH /registry/v2/repos/$MIRROR?updateMask=description&updateMask=name",
    body: { description: "d" },
    status: 400,
    ...failure(3, 'too many values for field "update_mask": description, name'),
  },
  {
    it: "refuses a body that is no JSON",
    request: "POST /iam/v2/groups/$ORG",
    body: "{bad",
    status: 400,
    ...failure(3, "invalid character 'b' looking for beginning of object key string"),
  },
  {
    it: "refuses a value of another kind, and says where it stands",
    request: "POST /iam/v2/groups/$ORG",
    body: '{"name":5}',
    status: 400,
    ...failure(3, "proto: (line 1:9): invalid value for string field name: 5"),
  },
  {
    it: "refuses a page size that is no number",
    request: "GET /registry/v2/repos?page_size=abc",
    status: 400,
    ...failure(3, 'parsing field "page_size": strconv.ParseInt: parsing "abc": invalid syntax'),
  },
  {
    it: "refuses to order by a name that the order does not know",
    request: "GET /registry/v2/repos?order_by=createTime",
    status: 400,
    ...failure(
      3,
      `Invalid argument: order_by: cannot order by "createTime"; sortable fields: ${sortable}`,
      info("INVALID_ARGUMENT", "registry"),
      violation("order_by", `cannot order by "createTime"; sortable fields: ${sortable}`),
    ),
  },
  { it: "knows no other path", request: "GET /iam/v2/nothing", status: 404, ...failure(5, "Not Found") },
  {
    it: "knows no other method",
    request: "PUT /registry/v2/repos/$MIRROR",
    body: {},
    status: 501,
    ...failure(12, "Method Not Allowed"),
  },
  { it: "answers a ping", request: "GET /ping/v2/ping", status: 200, full: { response: "pong" } },
];

const story = [groups, identities, roles, bindings, repos, subscriptions, errors].flat();

for (const emitUnpopulated of [true, false]) {
  describe(`emulator: captured samples with empty fields ${emitUnpopulated ? "written" : "left out"}`, () => {
    let emulator: Emulator;
    const uids = new Map<string, string>([["ORG", organization.uid]]);
    /** A longer name first: `$MIRROR2` is not `$MIRROR` and a 2. */
    const filled = (text: string): string =>
      [...uids]
        .sort(([a], [b]) => b.length - a.length)
        .reduce((all, [name, uid]) => all.replaceAll(`$${name}`, uid), text);

    before(async () => {
      emulator = await startEmulator({ emitUnpopulated, now: () => new Date(NOW) });
      for (const { name, uid } of emulator.list("iam:Role")) uids.set(String(name).toUpperCase(), String(uid));
      const nginx = emulator.list("registry:Repo").find(({ name }) => name === "nginx");
      uids.set("NGINX", String(nginx?.uid));
    });
    after(() => emulator.close());

    for (const sample of story) {
      it(sample.it, async () => {
        const body = sample.body === undefined ? undefined : filled(text(sample.body));
        const reply = await send(emulator.url, filled(sample.request), body, emulator.token);
        if (sample.as !== undefined) uids.set(sample.as, String(reply.body.uid));
        const expected = emitUnpopulated ? sample.full : (sample.sparse ?? sample.full);
        assert.deepEqual(reply.body, JSON.parse(filled(JSON.stringify(expected))));
        assert.equal(reply.status, sample.status);
      });
    }
  });
}

const text = (body: unknown): string => (typeof body === "string" ? body : JSON.stringify(body));
