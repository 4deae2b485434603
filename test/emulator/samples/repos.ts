import { created, FOURTH, failure, listed, NOW, type Sample, SECOND, THIRD } from "./shapes";

const app = { uid: "$REPO", name: "app", description: "d", createTime: NOW };
const repoExtra = { aliases: [], activeTags: [], sync_config: null };
const overlay = (environment: unknown) => ({
  contents: { packages: ["curl"], runtimeRepositories: [], runtimeKeyring: [] },
  environment,
  annotations: {},
  accounts: null,
  certificates: null,
});
const mirrorSync = { source: "$NGINX", expirationTime: "2026-12-05T11:32:03.384Z", gracePeriod: true };
const mirror = {
  uid: "$MIRROR",
  name: "mirror",
  description: "",
  catalogTier: "CATALOG_TIER_APPLICATION",
  bundles: [],
  aliases: [],
  activeTags: [],
  sync_config: { ...mirrorSync, uniqueTags: false, google: "", amazon: "", azure: "", apkoOverlay: "" },
};
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
    },
    as: "REPO",
    full: {
      ...app,
      catalogTier: "CATALOG_TIER_BASE",
      bundles: ["base"],
      ...repoExtra,
      customOverlay: null,
      updateTime: NOW,
    },
  },
  {
    it: "resets an enum that is set to an unknown name",
    request: "PATCH /registry/v2/repos/$REPO",
    body: { catalogTier: "BASE" },
    full: {
      ...app,
      catalogTier: "CATALOG_TIER_UNSPECIFIED",
      bundles: ["base"],
      ...repoExtra,
      customOverlay: null,
      updateTime: SECOND,
    },
  },
  {
    it: "turns the source of a mirror into a uid and copies its tier",
    request: "POST /registry/v2/repos/$ORG",
    body: { name: "mirror", sync_config: { source: "public-org/nginx" } },
    as: "MIRROR",
    full: {
      ...mirror,
      customOverlay: null,
      ...created,
    },
  },
  {
    it: "writes a message",
    request: "PATCH /registry/v2/repos/$MIRROR",
    body: { customOverlay: { contents: { packages: ["curl"] }, environment: { A: "1" } } },
    full: { ...mirror, customOverlay: overlay({ A: "1" }), createTime: NOW, updateTime: SECOND },
  },
  {
    it: "replaces a whole map and keeps the fields beside it",
    request: "PATCH /registry/v2/repos/$MIRROR",
    body: { customOverlay: { environment: { B: "2" } } },
    full: { ...mirror, customOverlay: overlay({ B: "2" }), createTime: NOW, updateTime: THIRD },
  },
  {
    it: "clears a message with null",
    request: "PATCH /registry/v2/repos/$MIRROR",
    body: { customOverlay: null },
    full: { ...mirror, customOverlay: null, createTime: NOW, updateTime: FOURTH },
  },
  {
    it: "drops syncConfig silently",
    request: "POST /registry/v2/repos/$ORG",
    body: { name: "mirror2", syncConfig: { source: "public-org/nginx" } },
    as: "MIRROR2",
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
  },
  {
    it: "has an empty readme at first",
    request: "GET /registry/v2/repos/$REPO/readme",
    full: { uid: "$REPO", content: "" },
  },
  {
    it: "writes a readme",
    request: "PATCH /registry/v2/repos/$REPO/readme",
    body: { content: "# app" },
    full: { uid: "$REPO", content: "# app" },
  },
  {
    it: "copies the readme of a mirror's source",
    request: "GET /registry/v2/repos/$MIRROR/readme",
    full: { uid: "$MIRROR", content: "# nginx\n" },
  },
  {
    it: "lists nothing in an empty group",
    request: "GET /registry/v2/repos?uidp.children_of=none",
    full: { repos: [], nextPageToken: "", totalCount: "0", skipped: 0 },
  },
  { it: "deletes a repo", request: "DELETE /registry/v2/repos/$REPO", full: {} },
];

const subscription = { uid: "$SUB", sink: "https://sink.example.com/hook" };
export const subscriptions: readonly Sample[] = [
  {
    it: "creates a subscription, which has no times",
    request: "POST /events/v2/subscriptions/$ORG",
    body: { sink: "https://sink.example.com/hook" },
    as: "SUB",
    full: subscription,
  },
  { it: "gets a subscription", request: "GET /events/v2/subscriptions/$SUB", full: subscription },
  {
    it: "lists the subscriptions of a group",
    request: "GET /events/v2/subscriptions?uidp.children_of=$ORG",
    ...listed("subscriptions", subscription),
  },
  {
    it: "has no PATCH for subscriptions",
    request: "PATCH /events/v2/subscriptions/$SUB",
    body: { sink: "https://b.example.com" },
    status: 501,
    ...failure(12, "Method Not Allowed"),
  },
  { it: "deletes a subscription", request: "DELETE /events/v2/subscriptions/$SUB", full: {} },
];
