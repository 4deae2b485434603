import { computed, digest, exactNumber, list, optional, required, string, uid } from "../spec/types";
import { defineOperation } from "./operation";

const params = {
  /** uid of the repo that the image is in. */
  repoUid: required(uid("registry:Repo")),
  /** Digest of the image: of its index, the manifest of all architectures; `sha256:` and 64 hex digits. */
  digest: required(digest),
} as const;
const needs = { capabilities: ["CAP_REPO_LIST", "CAP_MANIFEST_METADATA_LIST"], at: "repoUid" } as const;

/** Returns the architectures that an image is built for (platform API: REG-6). */
export const imageArchitectures = defineOperation({
  functions: ["getImageArchitectures"],
  method: "GET",
  path: "/registry/v2/repos/{repoUid}/digests/{digest}/architectures",
  params,
  request: {},
  answer: {
    /** Names of the architectures, `amd64`. */
    architectures: computed(list(string()), { alwaysReturned: true }),
  },
  returns: "architectures",
  repeat: "safe",
  needs,
});

/** Returns the size of an image (platform API: REG-6). */
export const imageSize = defineOperation({
  functions: ["getImageSize"],
  method: "GET",
  path: "/registry/v2/repos/{repoUid}/digests/{digest}/size",
  params,
  request: {
    /** Architecture whose image to measure; `amd64` by default. */
    architecture: optional(string()),
  },
  answer: {
    /** Size in bytes of all layers and the config of that architecture. */
    size: computed(exactNumber, { alwaysReturned: true }),
    /** Architecture whose image was measured. */
    architecture: computed(string(), { alwaysReturned: true }),
  },
  repeat: "safe",
  needs,
});
