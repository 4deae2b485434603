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
import { needsOf } from "./capabilities";
import {
  bundles,
  fileName,
  imageWithTag,
  oneCertificate,
  oneLine,
  onePublicKey,
  publicAddress,
  repoName,
} from "./text-rules";

/** A syncing repo takes this field from its source unless it has its own value. */
const fromSource = { from: "syncConfig" } as const;
/** A syncing repo always takes this field from its source (platform API: REG-3). */
const ofSource = { from: "syncConfig", inherited: true } as const;

/** Only the platform's staff has this capability (platform API: PERM-4). */
const REPO_STAFF = "CAP_REPO_INTERNAL_ADMIN";

/** A container repository (platform API: REG-1). */
export const repo = defineResource({
  type: "registry:Repo",
  collection: "/registry/v2/repos",
  needs: needsOf("REPO"),
  update: "patch",
  fields: {
    /** uid of the group that contains the repo. */
    parentUid: required(uid("iam:Group"), { parent: true }),
    /** Name of the repo, the last part of the pull path. It is in lower case and may contain slashes. Default: the name of the Pulumi resource. */
    name: required(string(repoName), { key: true, filter: "name" }),
    /** Description of the repo. The default for a syncing repo is that of its source. */
    description: optional(string(oneLine), { serverDefault: fromSource }),
    /** Markdown of the repo's page, without scripts. A syncing repo has that of its source. */
    readme: optional(markdown, {
      serverDefault: ofSource,
      subresource: { segment: "readme", property: "content" },
      staffOnly: REPO_STAFF,
    }),
    /** Tier of the catalog. A syncing repo has that of its source. */
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
      { serverDefault: ofSource, staffOnly: REPO_STAFF },
    ),
    /** Labels that group repos for sales, in any order: `application`, `base`, `fips` and others. A syncing repo has those of its source. */
    bundles: optional(set(stringOf(bundles)), { serverDefault: ofSource, staffOnly: REPO_STAFF }),
    /** Equivalent image names with tags, such as `team/web:latest`, in any order. A syncing repo has those of its source. */
    aliases: optional(set(string(imageWithTag)), { serverDefault: ofSource, staffOnly: REPO_STAFF }),
    /** Tags that are maintained, in any order. A syncing repo has those of its source. */
    activeTags: optional(set(string()), { serverDefault: ofSource, staffOnly: REPO_STAFF }),
    /** Settings to sync the repo from another one. */
    syncConfig: optional(
      message({
        /**
         * Repo to sync from: its uid, `organization/name`, or a full image reference. The server replaces it by the uid.
         * Your organization needs an entitlement for that repo, or you need pull access to it.
         */
        source: required(string(), { serverNormalized: true }),
        /** Repository in Google Artifact Registry that gets a copy of the images. The platform creates a repository with the source's name in it. */
        google: optional(string()),
        /** Repository in Amazon ECR that gets a copy of the images. The platform creates a repository with the source's name in it. */
        amazon: optional(string()),
        /** Repository in Azure Container Registry that gets a copy of the images. The platform creates a repository with the source's name in it. */
        azure: optional(string()),
        /** Build overlay, as JSON, for images that are rebuilt during the sync. */
        apkoOverlay: computed(string(), { staffOnly: REPO_STAFF }),
        /** When the sync stops, UTC: 14 days after its creation. */
        expirationTime: computed(timestamp, { returned: "changing" }),
        /** Whether each synced tag gets the time of the image as a suffix. This is a setting of the organization. */
        uniqueTags: computed(boolean),
        /** Whether the sync continues with images past their end of life, for a grace period. This is a setting of the organization. */
        gracePeriod: computed(boolean),
      }),
      { sentAs: "sync_config" },
    ),
    /**
     * Additions to each image that is built for the repo, which must have `syncConfig`. An overlay cannot remove anything. The
     * organization needs custom assembly. `contents.runtimeRepositories` and `certificates` need an entitlement of their own. A
     * build follows each change, and this API does not show whether it fails.
     */
    customOverlay: optional(
      message({
        /** Packages and their repositories. */
        contents: optional(
          message({
            /** Packages to add, in any order. The organization must be entitled to them, and their versions must be supported. */
            packages: optional(set(string())),
            /**
             * Package repositories of the image at run time (`/etc/apk/repositories`). They replace the default ones. Each must be
             * an https URL of a public host, and unique. Building does not use them.
             */
            runtimeRepositories: optional(list(string(publicAddress))),
            /** Public keys of those repositories, added to `/etc/apk/keys`: 512 KB in total. */
            runtimeKeyring: optional(
              list(
                message({
                  /** File name of the key, as in the index signature of the repository. Each name must be unique. */
                  name: required(string(fileName)),
                  /** The key: one PEM block `PUBLIC KEY` (RSA). */
                  content: required(string(onePublicKey)),
                }),
              ),
              { typeName: "OverlayKey" },
            ),
          }),
          { typeName: "OverlayContents" },
        ),
        /** Environment variables of the image. */
        environment: optional(map(string(), { reserved: ["{VENDOR}_"], mayHoldPasswords: true })),
        /** Annotations of the image. */
        annotations: optional(map(string(), { reserved: ["org.opencontainers", "dev.{vendor}"] })),
        /** Users and groups of the image. */
        accounts: optional(
          message({
            /** User that runs the image. */
            runAs: optional(string()),
            /** Users to add. */
            users: optional(
              list(
                message({
                  /** Name of the user. */
                  username: required(string()),
                  /** Numeric user id. */
                  uid: optional(integer),
                  /** Numeric id of the user's primary group. */
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
                  /** Names of the members, in any order. */
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
            /** Certificates to add to the trust stores of the system and of Java: 50 KB in total. */
            additional: optional(
              list(
                message({
                  /** File name of the certificate. */
                  name: required(string()),
                  /** The certificate: one PEM block (X.509 v3), without a private key. */
                  content: required(string(oneCertificate)),
                }),
              ),
              { typeName: "OverlayCertificate" },
            ),
            /** Packages that provide certificates, in any order. */
            providers: optional(set(string())),
          }),
          { typeName: "OverlayCertificates" },
        ),
      }),
      { needs: "syncConfig" },
    ),
    /** When the repo was created, UTC. */
    createTime: computed(timestamp, { returned: "always" }),
    /** When the repo was last changed, UTC. */
    updateTime: computed(timestamp, { returned: "always changing" }),
  },
});
