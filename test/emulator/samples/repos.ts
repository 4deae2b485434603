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
  REPO = POST /registry/v2/repos/$ORG {"name":"app","description":"d","catalogTier":"CATALOG_TIER_BASE","bundles":["base"]}
  -> ${json({ ...app, catalogTier: "CATALOG_TIER_BASE", bundles: ["base"], ...repoExtra, customOverlay: null, updateTime: NOW })}
  PATCH /registry/v2/repos/$REPO {"catalogTier":"BASE"}
  -> ${json({ ...app, catalogTier: "CATALOG_TIER_UNSPECIFIED", bundles: ["base"], ...repoExtra, customOverlay: null, updateTime: SECOND })}
  MIRROR = POST /registry/v2/repos/$ORG {"name":"mirror","sync_config":{"source":"public-org/nginx"}}
  -> ${json({ ...mirror, customOverlay: null, ...created })}
  PATCH /registry/v2/repos/$MIRROR {"customOverlay":{"contents":{"packages":["curl"]},"environment":{"A":"1"}}}
  -> ${json({ ...mirror, customOverlay: overlay({ A: "1" }), createTime: NOW, updateTime: SECOND })}
  PATCH /registry/v2/repos/$MIRROR {"customOverlay":{"environment":{"B":"2"}}}
  -> ${json({ ...mirror, customOverlay: overlay({ B: "2" }), createTime: NOW, updateTime: THIRD })}
  PATCH /registry/v2/repos/$MIRROR {"customOverlay":null}
  -> ${json({ ...mirror, customOverlay: null, createTime: NOW, updateTime: FOURTH })}
  MIRROR2 = POST /registry/v2/repos/$ORG {"name":"mirror2","syncConfig":{"source":"public-org/nginx"}}
  -> ${json({ uid: "$MIRROR2", name: "mirror2", description: "", catalogTier: "CATALOG_TIER_UNSPECIFIED", bundles: [], ...repoExtra, customOverlay: null, ...created })}
  GET /registry/v2/repos/$REPO/readme -> {"uid":"$REPO","content":""}
  PATCH /registry/v2/repos/$REPO/readme {"content":"# app"} -> {"uid":"$REPO","content":"# app"}
  GET /registry/v2/repos/$MIRROR/readme -> {"uid":"$MIRROR","content":"# nginx\\n"}
  GET /registry/v2/repos?uidp.children_of=none -> {"repos":[],"nextPageToken":"","totalCount":"0","skipped":0}
  DELETE /registry/v2/repos/$REPO -> {}
`;

const subscription = { uid: "$SUB", sink: "https://sink.example.com/hook" };
export const subscriptions = `
  SUB = POST /events/v2/subscriptions/$ORG {"sink":"https://sink.example.com/hook"} -> ${json(subscription)}
  GET /events/v2/subscriptions/$SUB -> ${json(subscription)}
  GET /events/v2/subscriptions?uidp.children_of=$ORG -> ${listed("subscriptions", subscription)}
  PATCH /events/v2/subscriptions/$SUB {"sink":"https://b.example.com"} -> 501 ${failure(12, "Method Not Allowed")}
  DELETE /events/v2/subscriptions/$SUB -> {}
`;
