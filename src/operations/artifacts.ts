import {
  boolean,
  computed,
  enumOf,
  exactNumber,
  integer,
  list,
  message,
  optional,
  required,
  string,
  timestamp,
} from "../spec/types";
import { both, defineOperation } from "./operation";

const always = { alwaysReturned: true } as const;

/** Languages that libraries are for; the first is the enum's zero (platform API: LIB-4). */
export const ecosystems = ["ECOSYSTEM_UNSPECIFIED", "ECOSYSTEM_JAVA", "ECOSYSTEM_PYTHON"] as const;

const artifact = message({
  /** Identifier of the artifact, which is part of the path of its versions. */
  uid: computed(string(), always),
  /** Name of the artifact in its ecosystem, `com.example:parser`. */
  name: computed(string(), always),
  /** What the artifact is, by its latest version. */
  description: computed(string()),
  /** Ecosystem of the artifact. */
  ecosystem: computed(enumOf(...ecosystems), always),
  /** Its latest version. */
  latestVersion: computed(string()),
  /** How many versions there are. */
  versionCount: computed(integer),
  /** When the first version was published, UTC. */
  createTime: computed(timestamp, always),
  /** When the latest version was published, UTC. */
  updateTime: computed(timestamp, always),
});

const version = message({
  /** Identifier of the version. */
  uid: computed(string(), always),
  /** Name of the artifact. */
  name: computed(string(), always),
  /** The version, `1.2.3`. */
  version: computed(string(), always),
  /** What the version is. */
  description: computed(string()),
  /** Estimated size in bytes. */
  sizeBytes: computed(exactNumber, always),
  /** When the version was first published, UTC. */
  createTime: computed(timestamp, always),
  /** When the version was last published, UTC. */
  updateTime: computed(timestamp, always),
});

const count = message({
  /** The ecosystem. */
  ecosystem: computed(enumOf(...ecosystems), always),
  /** How many artifacts it has. */
  totalCount: computed(exactNumber, always),
});

const counted = {
  /** Ecosystems of the artifacts; at least one. */
  ecosystems: required(list(enumOf(...ecosystems))),
} as const;

/**
 * The libraries that match, by name. Throws ArgumentError, before anything is sent, and the errors of the client
 * (platform API: LIB-1).
 *
 * @param args Which artifacts to list.
 */
export const listArtifacts = defineOperation({
  functions: ["getArtifacts"],
  method: "GET",
  path: "/libraries/v2/artifacts",
  params: {},
  request: both(counted, {
    /** Text to look for in the artifacts; all of them by default. */
    query: optional(string()),
    /** Version of CUDA that the artifacts are built for; for Python packages only. */
    cudaVersion: optional(string(), { sentAs: "cuda_version" }),
    /** Only artifacts that have versions with backported fixes. */
    remediated: optional(boolean),
  }),
  answer: { artifacts: computed(list(artifact)) },
  returns: "artifacts",
  pages: { countIsPlain: true },
  repeat: "safe",
  needs: { capabilities: ["CAP_LIBRARIES_ARTIFACTS_LIST"], at: "anywhere" },
});

/**
 * The versions of a library, newest first. Throws NotFoundError for an unknown artifact, and ProtocolError for a size
 * that a number cannot hold (platform API: LIB-2).
 *
 * @param args Which artifact's versions to list.
 */
export const listArtifactVersions = defineOperation({
  functions: ["getArtifactVersions"],
  method: "GET",
  path: "/libraries/v2/artifacts/{artifactId}/versions",
  params: {
    /** Identifier of the artifact (its `uid`), `com.example:parser`. */
    artifactId: required(string()),
  },
  request: {},
  answer: { artifactVersions: computed(list(version)) },
  returns: "artifactVersions",
  pages: { sortedBy: ["version"], countIsPlain: true },
  repeat: "safe",
  needs: { capabilities: ["CAP_LIBRARIES_ARTIFACTS_LIST"], at: "anywhere" },
});

/**
 * How many libraries each of some ecosystems has. Throws ArgumentError, before anything is sent, and the errors of the
 * client (platform API: LIB-3).
 *
 * @param args Which ecosystems' artifacts to count.
 */
export const countArtifacts = defineOperation({
  functions: ["getArtifactCount"],
  method: "GET",
  path: "/libraries/v2/artifacts/count",
  params: {},
  request: counted,
  answer: { counts: computed(list(count)) },
  returns: "counts",
  repeat: "safe",
  needs: { capabilities: ["CAP_LIBRARIES_ARTIFACTS_LIST"], at: "anywhere" },
});
