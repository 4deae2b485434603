import { computed, enumOf, int64, integer, string, timestamp } from "../spec/types";

const always = { always: true } as const;

/** Languages that libraries are for; the first is the enum's zero (spec: Libraries). */
export const ecosystems = ["ECOSYSTEM_UNSPECIFIED", "ECOSYSTEM_JAVA", "ECOSYSTEM_PYTHON"] as const;

/** A library of one ecosystem (spec: Libraries, Artifacts). Read-only. */
export const artifactFields = {
  /** Identifier of the artifact, which stands in the path of its versions. */
  uid: computed(string(), always),
  /** Name of the artifact in its ecosystem, `com.example:parser`. */
  name: computed(string(), always),
  /** What the artifact is. */
  description: computed(string()),
  /** Ecosystem of the artifact. */
  ecosystem: computed(enumOf(...ecosystems), always),
  /** Its latest version. */
  latestVersion: computed(string()),
  /** How many versions there are. */
  versionCount: computed(integer),
  /** When the artifact was created, UTC. */
  createTime: computed(timestamp, always),
  /** When the artifact was last changed, UTC. */
  updateTime: computed(timestamp, always),
} as const;

/** A version of a library (spec: Libraries, list versions). Read-only. */
export const artifactVersionFields = {
  /** Identifier of the version. */
  uid: computed(string(), always),
  /** Name of the artifact. */
  name: computed(string(), always),
  /** The version, `1.2.3`. */
  version: computed(string(), always),
  /** What the version is. */
  description: computed(string()),
  /** Size in bytes. */
  sizeBytes: computed(int64),
  /** When the version was created, UTC. */
  createTime: computed(timestamp, always),
  /** When the version was last changed, UTC. */
  updateTime: computed(timestamp, always),
} as const;

/** How many artifacts an ecosystem has (spec: Libraries, artifact count). Read-only. */
export const ecosystemCountFields = {
  /** The ecosystem. */
  ecosystem: computed(enumOf(...ecosystems), always),
  /** How many artifacts it has. */
  totalCount: computed(int64),
} as const;
