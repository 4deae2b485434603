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
    /** `repository:<org>/<image>:pull`; left out to prove a credential alone. */
    scope: optional(string()),
  },
  answer: { token: computed(string(), { secret: true, alwaysReturned: true }) },
  repeat: "safe",
  needs: { anyone: "the registry has tokens of its own, and checks them itself" },
});

/**
 * Returns the digests of a tag, oldest first, at most 1,000 per answer. Needs a token of the registry. The segment
 * `_service` is the setting `platform:historySegment` (platform API: HIST-1).
 */
export const tagHistory = defineOperation({
  functions,
  method: "GET",
  path: "/v2/{org}/{image}/_service/history/{tag}",
  params: {
    /** Name of the organization that owns the image. */
    org: required(string()),
    /** Name of the image, `nginx`. */
    image: required(string()),
    /** Tag of the image, `latest`. */
    tag: required(string()),
  },
  request: {
    /** From when on, UTC. */
    start: optional(timestamp),
    /** Up to when, UTC. */
    end: optional(timestamp),
  },
  answer: {
    history: computed(
      list(
        message({
          updateTimestamp: computed(timestamp, { alwaysReturned: true }),
          digest: computed(string(), { alwaysReturned: true }),
        }),
      ),
      { alwaysReturned: true },
    ),
  },
  returns: "history",
  repeat: "safe",
  needs: { anyone: "the registry has tokens of its own, and checks them itself" },
});
