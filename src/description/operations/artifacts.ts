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
import { always, both, defineOperation } from "./operation";

/** Languages of libraries. The first is the zero value of the enum (platform API: LIB-4). */
export const ecosystems = ["ECOSYSTEM_UNSPECIFIED", "ECOSYSTEM_JAVA", "ECOSYSTEM_PYTHON"] as const;

const artifact = message({
  /** Identifier of the artifact, which is part of the path of its versions. */
  uid: computed(string(), always),
  /** Name of the artifact in its ecosystem, such as `com.example:parser`. */
  name: computed(string(), always),
  /** Description of the artifact, from its latest version. */
  description: computed(string()),
  /** Ecosystem of the artifact. */
  ecosystem: computed(enumOf(...ecosystems), always),
  /** Latest version of the artifact. */
  latestVersion: computed(string()),
  /** Number of versions. */
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
  /** The version, such as `1.2.3`. */
  version: computed(string(), always),
  /** Description of the version. */
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
  /** Number of artifacts. */
  totalCount: computed(exactNumber, always),
});

const counted = {
  /** Ecosystems of the artifacts, at least one. */
  ecosystems: required(list(enumOf(...ecosystems))),
} as const;

/**
 * Lists the matching libraries, sorted by name. Throws ArgumentError before any request, and the errors of the client
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
    /** Text to search for in the artifacts. Default: all artifacts of the ecosystems. */
    query: optional(string()),
    /** Version of CUDA that the artifacts are built for. For Python packages only. */
    cudaVersion: optional(string(), { sentAs: "cuda_version" }),
    /** Whether to list only artifacts with backported fixes. */
    remediated: optional(boolean),
  }),
  answer: { artifacts: computed(list(artifact)) },
  returns: "artifacts",
  pages: { countIsPlain: true },
  repeat: "safe",
  needs: { capabilities: ["CAP_LIBRARIES_ARTIFACTS_LIST"], at: "anywhere" },
});

/**
 * Lists the versions of a library, newest first. Throws NotFoundError for an unknown artifact, and ProtocolError for a
 * size that is too large for a number (platform API: LIB-2).
 *
 * @param args Which artifact's versions to list.
 */
export const listArtifactVersions = defineOperation({
  functions: ["getArtifactVersions"],
  method: "GET",
  path: "/libraries/v2/artifacts/{artifactId}/versions",
  params: {
    /** Identifier of the artifact (its `uid`), such as `com.example:parser`. */
    artifactId: required(string()),
  },
  request: {},
  answer: { artifactVersions: computed(list(version)) },
  returns: "artifactVersions",
  pages: { countIsPlain: true },
  repeat: "safe",
  needs: { capabilities: ["CAP_LIBRARIES_ARTIFACTS_LIST"], at: "anywhere" },
});

/**
 * Counts the libraries of each given ecosystem. Throws ArgumentError before any request, and the errors of the client
 * (platform API: LIB-3).
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
