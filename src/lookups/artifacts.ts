import { itemsOf } from "../api/pages";
import { artifactFields, artifactVersionFields, ecosystemCountFields, ecosystems } from "../resources/library";
import { boolean, enumOf, list, type MessageOf, optional, required, string } from "../spec/types";
import { type AnswerOf, answerOf } from "./answers";
import { type PagedArgs, paging } from "./filters";
import { type Listing, plural } from "./listing";
import { ask, type Call } from "./operation";

const counted = {
  /** Ecosystems of the artifacts; at least one. */
  ecosystems: required(list(enumOf(...ecosystems))),
} as const;

const filters = {
  ...counted,
  /** Text to look for in the artifacts. */
  query: optional(string()),
  /** Version of CUDA that the artifacts are built for. */
  cudaVersion: optional(string(), { sentAs: "cuda_version" }),
  /** Only artifacts that have remediated versions. */
  remediated: optional(boolean),
} as const;
const all = { ...filters, ...paging() } as const;

/** Which artifacts to list. */
export type GetArtifactsArgs = PagedArgs<typeof filters>;
/** A library of one ecosystem. */
export type ArtifactResult = AnswerOf<typeof artifactFields>;

/** How artifacts are listed. */
export const artifactListing: Listing<typeof all, ArtifactResult> = {
  name: "getArtifacts",
  method: "GET",
  path: "/libraries/v2/artifacts",
  key: "artifacts",
  arguments: all,
  read: answerOf(artifactFields),
};
/** The artifacts that match. */
export const getArtifacts = plural(artifactListing);

const whose = {
  /** Identifier of the artifact (its `uid`), `com.example:parser`. */
  artifactId: required(string()),
} as const;
const versions = { ...whose, ...paging("version") } as const;

/** Which artifact's versions to list. */
export type GetArtifactVersionsArgs = PagedArgs<typeof whose>;
/** A version of a library. */
export type ArtifactVersionResult = Omit<AnswerOf<typeof artifactVersionFields>, "sizeBytes"> & {
  /** Size in bytes. Pulumi cannot export a bigint: `sizeBytes.toString()` does. */
  sizeBytes: bigint;
};

const readVersion = answerOf(artifactVersionFields);

/** How the versions of an artifact are listed. */
export const artifactVersionListing: Listing<typeof versions, ArtifactVersionResult> = {
  name: "getArtifactVersions",
  method: "GET",
  path: "/libraries/v2/artifacts/{artifactId}/versions",
  key: "artifactVersions",
  arguments: versions,
  read: (item) => {
    const { sizeBytes = "0", ...version } = readVersion(item);
    return { ...version, sizeBytes: BigInt(sizeBytes) };
  },
};
/** The versions of an artifact, newest first. */
export const getArtifactVersions = plural(artifactVersionListing);

/** Which ecosystems' artifacts to count. */
export type GetArtifactCountArgs = MessageOf<typeof counted>;
/** How many artifacts an ecosystem has. */
export type EcosystemCountResult = Omit<AnswerOf<typeof ecosystemCountFields>, "totalCount"> & {
  /** How many artifacts it has. Pulumi cannot export a bigint: `totalCount.toString()` does. */
  totalCount: bigint;
};

const readCount = answerOf(ecosystemCountFields);

/** The question for the numbers of artifacts. */
export const artifactCountCall: Call<typeof counted, EcosystemCountResult[]> = {
  name: "getArtifactCount",
  method: "GET",
  path: "/libraries/v2/artifacts/count",
  arguments: counted,
  read: (answer) =>
    itemsOf(answer, "counts", "getArtifactCount").map((item) => {
      const { ecosystem, totalCount = "0" } = readCount(item);
      return { ecosystem, totalCount: BigInt(totalCount) };
    }),
};
/** How many artifacts each of some ecosystems has. */
export const getArtifactCount = ask(artifactCountCall);
