import { computed, digest, exactNumber, list, optional, required, string, uid } from "../spec/types";
import { defineOperation } from "./operation";

const params = {
  /** uid of the repo that contains the image. */
  repoUid: required(uid("registry:Repo")),
  /** Digest of the image's index, which is the manifest of all architectures: `sha256:` and 64 hex digits. */
  digest: required(digest),
} as const;
const needs = { capabilities: ["CAP_REPO_LIST", "CAP_MANIFEST_METADATA_LIST"], at: "repoUid" } as const;

/**
 * Lists the architectures of an image. Throws NotFoundError for an unknown image (platform API: REG-6).
 *
 * @param args Which image's architectures to list.
 */
export const imageArchitectures = defineOperation({
  functions: ["getImageArchitectures"],
  method: "GET",
  path: "/registry/v2/repos/{repoUid}/digests/{digest}/architectures",
  params,
  request: {},
  answer: {
    /** Names of the architectures, such as `amd64`. */
    architectures: computed(list(string()), { returned: "always" }),
  },
  returns: "architectures",
  repeat: "safe",
  needs,
});

/**
 * Returns the size of an image in bytes. Throws NotFoundError for an unknown image, and ProtocolError for a size that is
 * too large for a number (platform API: REG-6).
 *
 * @param args Which image to measure.
 */
export const imageSize = defineOperation({
  functions: ["getImageSize"],
  method: "GET",
  path: "/registry/v2/repos/{repoUid}/digests/{digest}/size",
  params,
  request: {
    /** Architecture of the image to measure. Default: `amd64`. */
    architecture: optional(string()),
  },
  answer: {
    /** Size in bytes of all layers and the config for this architecture. */
    size: computed(exactNumber, { returned: "always" }),
    /** Architecture of the measured image. */
    architecture: computed(string(), { returned: "always" }),
  },
  repeat: "safe",
  needs,
});
