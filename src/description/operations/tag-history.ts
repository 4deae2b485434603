import { computed, list, message, optional, required, string, timestamp } from "../spec/types";
import { defineOperation } from "./operation";

const functions = ["getTagHistory", "getTagDigest"] as const;

/** Requests a registry token for one repository (platform API: HIST-1), or for none (HIST-9). */
export const registryToken = defineOperation({
  functions,
  method: "GET",
  path: "/token",
  params: {},
  request: {
    /** `repository:<org>/<image>:pull`. Omit it to only check a credential. */
    scope: optional(string()),
  },
  answer: { token: computed(string(), { secret: true, returned: "always" }) },
  repeat: "safe",
  needs: { anyone: "the registry has its own tokens and checks them itself" },
});

/** Returns the digests of a tag, oldest first, at most 1,000 (platform API: HIST-1). The setting `historySegment` replaces `_service`. */
export const tagHistory = defineOperation({
  functions,
  method: "GET",
  path: "/v2/{org}/{image}/_service/history/{tag}",
  params: {
    /** Name of the organization that owns the image. */
    org: required(string()),
    /** Name of the image, such as `nginx`. */
    image: required(string()),
    /** Tag of the image, such as `latest`. */
    tag: required(string()),
  },
  request: {
    /** Start of the period, UTC. */
    start: optional(timestamp),
    /** End of the period, UTC. */
    end: optional(timestamp),
  },
  answer: {
    history: computed(
      list(
        message({
          updateTimestamp: computed(timestamp, { returned: "always" }),
          digest: computed(string(), { returned: "always" }),
        }),
      ),
      { returned: "always" },
    ),
  },
  returns: "history",
  repeat: "safe",
  needs: { anyone: "the registry has its own tokens and checks them itself" },
});
