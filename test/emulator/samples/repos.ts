import { created, FOURTH, failure, json, listed, NOW, SECOND, THIRD } from "./shapes";

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
export const repos = `
  # creates a repo
  REPO = POST /registry/v2/repos/$ORG {"name":"app","description":"d","catalogTier":"CATALOG_TIER_BASE","bundles":["base"]}
  -> ${json({ ...app, catalogTier: "CATALOG_TIER_BASE", bundles: ["base"], ...repoExtra, customOverlay: null, updateTime: NOW })}

  # resets an enum that is set to an unknown name
  PATCH /registry/v2/repos/$REPO {"catalogTier":"BASE"}
  -> ${json({ ...app, catalogTier: "CATALOG_TIER_UNSPECIFIED", bundles: ["base"], ...repoExtra, customOverlay: null, updateTime: SECOND })}

  # turns the source of a mirror into a uid and copies its tier
  MIRROR = POST /registry/v2/repos/$ORG {"name":"mirror","sync_config":{"source":"public-org/nginx"}}
  -> ${json({ ...mirror, customOverlay: null, ...created })}

  # writes a message
  PATCH /registry/v2/repos/$MIRROR {"customOverlay":{"contents":{"packages":["curl"]},"environment":{"A":"1"}}}
  -> ${json({ ...mirror, customOverlay: overlay({ A: "1" }), createTime: NOW, updateTime: SECOND })}

  # replaces a whole map and keeps the fields beside it
  PATCH /registry/v2/repos/$MIRROR {"customOverlay":{"environment":{"B":"2"}}}
  -> ${json({ ...mirror, customOverlay: overlay({ B: "2" }), createTime: NOW, updateTime: THIRD })}

  # clears a message with null
  PATCH /registry/v2/repos/$MIRROR {"customOverlay":null}
  -> ${json({ ...mirror, customOverlay: null, createTime: NOW, updateTime: FOURTH })}

  # drops syncConfig silently
  MIRROR2 = POST /registry/v2/repos/$ORG {"name":"mirror2","syncConfig":{"source":"public-org/nginx"}}
  -> ${json({ uid: "$MIRROR2", name: "mirror2", description: "", catalogTier: "CATALOG_TIER_UNSPECIFIED", bundles: [], ...repoExtra, customOverlay: null, ...created })}

  # has an empty readme at first
  GET /registry/v2/repos/$REPO/readme -> {"uid":"$REPO","content":""}

  # writes a readme
  PATCH /registry/v2/repos/$REPO/readme {"content":"# app"} -> {"uid":"$REPO","content":"# app"}

  # copies the readme of a mirror's source
  GET /registry/v2/repos/$MIRROR/readme -> {"uid":"$MIRROR","content":"# nginx\\n"}

  # lists nothing in an empty group
  GET /registry/v2/repos?uidp.children_of=none -> {"repos":[],"nextPageToken":"","totalCount":"0","skipped":0}

  # deletes a repo
  DELETE /registry/v2/repos/$REPO -> {}
`;

const subscription = { uid: "$SUB", sink: "https://sink.example.com/hook" };
export const subscriptions = `
  # creates a subscription, which has no times
  SUB = POST /events/v2/subscriptions/$ORG {"sink":"https://sink.example.com/hook"} -> ${json(subscription)}

  # gets a subscription
  GET /events/v2/subscriptions/$SUB -> ${json(subscription)}

  # lists the subscriptions of a group
  GET /events/v2/subscriptions?uidp.children_of=$ORG -> ${listed("subscriptions", subscription)}

  # has no PATCH for subscriptions
  PATCH /events/v2/subscriptions/$SUB {"sink":"https://b.example.com"} -> 501 ${failure(12, "Method Not Allowed")}

  # deletes a subscription
  DELETE /events/v2/subscriptions/$SUB -> {}
`;
