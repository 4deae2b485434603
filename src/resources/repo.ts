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

/** A syncing repo takes it from its source if it has no value of its own. */
const fromSource = { from: "syncConfig" } as const;
/** A syncing repo takes it from its source alone (platform API: REG-3). */
const ofSource = { from: "syncConfig", inherited: true } as const;

/** The platform's staff alone has it (platform API: PERM-4). */
const REPO_STAFF = "CAP_REPO_INTERNAL_ADMIN";

/** A container repository (platform API: REG-1). */
export const repo = defineResource({
  type: "registry:Repo",
  collection: "/registry/v2/repos",
  needs: {
    see: ["CAP_REPO_LIST"],
    create: ["CAP_REPO_CREATE"],
    update: ["CAP_REPO_UPDATE"],
    delete: ["CAP_REPO_DELETE"],
  },
  update: "patch",
  fields: {
    /** uid of the group that the repo belongs to. */
    parentUid: required(uid("iam:Group"), { parent: true }),
    /** Name, the end of the pull path: lower-case, and a path if it has slashes; the Pulumi resource's name when left out. */
    name: required(string(repoName), { key: true, filter: "name" }),
    /** Free text shown beside the name. A syncing repo has its source's by default. */
    description: optional(string(oneLine), { serverDefault: fromSource }),
    /** Markdown shown on the page of the repo, without scripts and the like. In a syncing repo it is synced from the source. */
    readme: optional(markdown, {
      serverDefault: ofSource,
      subresource: { segment: "readme", property: "content" },
      staffOnly: REPO_STAFF,
    }),
    /** Tier of the catalog that the repo is sold in. A syncing repo has its source's. */
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
    /**
     * Labels that group repos for sales, in any order: `application`, `base`, `fips` and others. A syncing repo has its
     * source's.
     */
    bundles: optional(set(stringOf(bundles)), { serverDefault: ofSource, staffOnly: REPO_STAFF }),
    /** Equivalent image names with tags, `team/web:latest`, in any order. A syncing repo has its source's. */
    aliases: optional(set(string(imageWithTag)), { serverDefault: ofSource, staffOnly: REPO_STAFF }),
    /** Tags that are maintained, in any order. A syncing repo has its source's. */
    activeTags: optional(set(string()), { serverDefault: ofSource, staffOnly: REPO_STAFF }),
    /** Keeps the repo in sync with another one. */
    syncConfig: optional(
      message({
        /**
         * The repo to sync from: its uid, `organization/name`, or a full image reference. The server turns it into the
         * uid. Your organization needs an entitlement for the repo, or you need pull access to it.
         */
        source: required(string(), { serverNormalized: true }),
        /**
         * Repository in Google Artifact Registry to which images are copied as well. Under it, the platform creates a
         * repository of the source's name.
         */
        google: optional(string()),
        /** Repository in Amazon ECR to which images are copied as well. Under it, the platform creates a repository of the source's name. */
        amazon: optional(string()),
        /**
         * Repository in Azure Container Registry to which images are copied as well. Under it, the platform creates a
         * repository of the source's name.
         */
        azure: optional(string()),
        /** Build overlay, as JSON, for images that are rebuilt while syncing. */
        apkoOverlay: computed(string(), { staffOnly: REPO_STAFF }),
        /** When the sync stops, UTC: 14 days after its creation. */
        expirationTime: computed(timestamp, { serverManaged: true }),
        /** Whether synced tags get the time of the image as a suffix. This is a setting of the organization. */
        uniqueTags: computed(boolean),
        /** Whether images past their end of life are synced for a grace period. This is a setting of the organization. */
        gracePeriod: computed(boolean),
      }),
      { sentAs: "sync_config" },
    ),
    /**
     * What is added to each image that is built for the repo; nothing can be removed. The organization needs custom
     * assembly. A build follows, and this API does not show if it fails.
     */
    customOverlay: optional(
      message({
        /** Packages and where they come from. */
        contents: optional(
          message({
            /** Packages to add, in any order: supported versions that the organization is entitled to. */
            packages: optional(set(string())),
            /**
             * Package repositories of the image at run time (`/etc/apk/repositories`), in place of the default ones.
             * Each is an https URL of a public host, and none is named twice. Building does not use them.
             */
            runtimeRepositories: optional(list(string(publicAddress))),
            /** Keys that sign those repositories, added to `/etc/apk/keys`; 512 KB in all. */
            runtimeKeyring: optional(
              list(
                message({
                  /** File name of the key, by which the index signature of the repository names it. Each name is unique. */
                  name: required(string(fileName)),
                  /** The key: one PEM block `PUBLIC KEY`, RSA. */
                  content: required(string(onePublicKey)),
                }),
              ),
              { typeName: "OverlayKey" },
            ),
          }),
          { typeName: "OverlayContents" },
        ),
        /** Environment variables of the image. */
        environment: optional(map(string(), ["{VENDOR}_"]), { mayHoldPassword: true }),
        /** Annotations of the image. */
        annotations: optional(map(string(), ["org.opencontainers", "dev.{vendor}"])),
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
            /** Certificates added to the trust stores of the system and of Java; 50 KB in all. */
            additional: optional(
              list(
                message({
                  /** File name of the certificate. */
                  name: required(string()),
                  /** The certificate: one PEM block, X.509 v3, without a private key. */
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
    ),
    /** When the repo was created, UTC. */
    createTime: computed(timestamp, { alwaysReturned: true }),
    /** When the repo was last changed, UTC. */
    updateTime: computed(timestamp, { alwaysReturned: true, serverManaged: true }),
  },
});
