import { created, FOURTH, failure, listed, NOW, type Sample, SECOND, THIRD } from "./shapes";

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
/** Repos and readmes; a mirror is left. */
export const repos: readonly Sample[] = [
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
    it: "replaces a whole map and keeps the fields beside it",
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
    it: "turns the source of a mirror into a uid and copies its tier",
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
    it: "drops syncConfig silently",
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
    it: "copies the readme of a mirror's source",
    request: "GET /registry/v2/repos/$MIRROR/readme",
    status: 200,
    full: { uid: "$MIRROR", content: "# nginx\n" },
  },
  {
    it: "lists nothing in an empty group",
    request: "GET /registry/v2/repos?uidp.children_of=none",
    status: 200,
    full: { repos: [], nextPageToken: "", totalCount: "0", skipped: 0 },
    sparse: { totalCount: "0" },
  },
  { it: "deletes a repo", request: "DELETE /registry/v2/repos/$REPO", status: 200, full: {} },
];

const subscription = { uid: "$SUB", sink: "https://sink.example.com/hook" };
/** Subscriptions. */
export const subscriptions: readonly Sample[] = [
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
