import { defineResource } from "../spec/resource";
import {
  boolean,
  computed,
  enumOf,
  integer,
  list,
  map,
  markdown,
  message,
  optional,
  required,
  set,
  string,
  stringOf,
  timestamp,
  uid,
} from "../spec/types";
import { bundles, fileName, imageWithTag, oneLine, repoName } from "./text-rules";

/** A syncing repo has from its source what it does not have of its own. */
const fromSource = { from: "syncConfig" } as const;
/** What a syncing repo has from its source alone (platform API: REG-3). */
const ofSource = { from: "syncConfig", inherited: true } as const;

/** A container repository (platform API: REG-1). */
export const repo = defineResource({
  type: "registry:Repo",
  collection: "/registry/v2/repos",
  seenWith: ["CAP_REPO_LIST"],
  update: "patch",
  fields: {
    /** uid of the group that the repo belongs to. */
    parentUid: required(uid("iam:Group"), { parent: true }),
    /** Name, the end of the pull path: lower-case, and a path if it has slashes; the Pulumi resource's name when left out. */
    name: required(string(repoName), { key: true, filter: "name" }),
    /** Free text shown beside the name. */
    description: optional(string(oneLine), { serverDefault: fromSource }),
    /** Markdown shown on the page of the repo, without scripts and the like. */
    readme: optional(markdown, { serverDefault: { ...fromSource, synced: true }, subresource: { segment: "readme", property: "content" } }),
    /** Tier of the catalogue that the repo is sold in. A syncing repo has its source's. */
    catalogTier: optional(
      enumOf(
        "CATALOG_TIER_UNSPECIFIED",
        "CATALOG_TIER_APPLICATION",
        "CATALOG_TIER_BASE",
        "CATALOG_TIER_FIPS",
        "CATALOG_TIER_AI",
        "CATALOG_TIER_DEVTOOLS",
        "CATALOG_TIER_COMMERCIAL",
      ),
      { serverDefault: ofSource },
    ),
    /** Bundles that the repo is part of, in any order: `application`, `base`, `fips` and others. A syncing repo has its source's. */
    bundles: optional(set(stringOf(bundles)), { serverDefault: ofSource }),
    /** Other images with tags, `team/web:latest`, that the repo is known by, in any order. A syncing repo has its source's. */
    aliases: optional(set(string(imageWithTag)), { serverDefault: ofSource }),
    /** Tags that are kept up to date, in any order. A syncing repo has its source's. */
    activeTags: optional(set(string()), { serverDefault: ofSource }),
    /** Keeps the repo in sync with another one. */
    syncConfig: optional(
      message({
        /** The repo to sync from: its uid. A name is taken too, and the server turns it into the uid. */
        source: required(string(), { serverNormalized: true }),
        /** Google service account that receives copies. */
        google: optional(string()),
        /** Amazon role that receives copies. */
        amazon: optional(string()),
        /** Azure application that receives copies. */
        azure: optional(string()),
        /** Overlay that is laid over each synced image. */
        apkoOverlay: computed(string()),
        /** When the sync ends unless it is renewed, UTC. */
        expirationTime: computed(timestamp, { serverManaged: true }),
        /** Whether tags carry a suffix that makes them unique. */
        uniqueTags: computed(boolean),
        /** Whether the sync goes on for a while after its end. */
        gracePeriod: computed(boolean),
      }),
      { sentAs: "sync_config" },
    ),
    /** What is added to each image that is built for the repo, where the platform has custom assembly switched on. */
    customOverlay: optional(
      message({
        /** Packages and where they come from. */
        contents: optional(
          message({
            /** Packages to add, in any order. */
            packages: optional(set(string())),
            /** Package repositories for run time, in order of preference. */
            runtimeRepositories: optional(list(string())),
            /** Keys that sign those repositories. */
            runtimeKeyring: optional(
              list(
                message({
                  /** File name of the key. */
                  name: required(string(fileName)),
                  /** The key. */
                  content: required(string()),
                }),
              ),
              { typeName: "OverlayKey" },
            ),
          }),
          { typeName: "OverlayContents" },
        ),
        /** Environment variables of the image. */
        environment: optional(map(string(), ["{VENDOR}"]), { mayHoldPassword: true }),
        /** Annotations of the image. */
        annotations: optional(map(string(), ["org.opencontainers.", "{vendor}.", "com.{vendor}.", "dev.{vendor}."])),
        /** Users and groups of the image. */
        accounts: optional(
          message({
            /** User that the image runs as. */
            runAs: optional(string()),
            /** Users to add. */
            users: optional(
              list(
                message({
                  /** Name of the user. */
                  username: required(string()),
                  /** Numeric user id. */
                  uid: optional(integer),
                  /** Numeric id of the user's group. */
                  gid: optional(integer),
                  /** Name of the user's group. */
                  groupName: optional(string()),
                  /** Home directory. */
                  homeDir: optional(string()),
                  /** Login shell. */
                  shell: optional(string()),
                }),
              ),
              { typeName: "OverlayUser" },
            ),
            /** Groups to add. */
            groups: optional(
              list(
                message({
                  /** Name of the group. */
                  groupname: required(string()),
                  /** Numeric group id. */
                  gid: optional(integer),
                  /** Names of its members, in any order. */
                  members: optional(set(string())),
                }),
              ),
              { typeName: "OverlayGroup" },
            ),
          }),
          { typeName: "OverlayAccounts" },
        ),
        /** Certificates that the image trusts. */
        certificates: optional(
          message({
            /** Certificates by content. */
            additional: optional(
              list(
                message({
                  /** File name of the certificate. */
                  name: required(string()),
                  /** The certificate, PEM. */
                  content: required(string()),
                }),
              ),
              { typeName: "OverlayCertificate" },
            ),
            /** Named sources of certificates, in any order. */
            providers: optional(set(string())),
          }),
          { typeName: "OverlayCertificates" },
        ),
      }),
    ),
    /** When the repo was created, UTC. */
    createTime: computed(timestamp, { alwaysReturned: true }),
    /** When the repo was last changed, UTC. */
    updateTime: computed(timestamp, { alwaysReturned: true, serverManaged: true }),
  },
});
