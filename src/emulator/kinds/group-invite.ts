import { randomBytes } from "node:crypto";
import { formatTime, isDuration, secondsIn, timeAfter } from "../gateway/times";
import type { Rules } from "./rules";

/** Only the response to the create has the code, which is not stored. Expired invites are not returned ([open] in the API). */
export const groupInviteRules: Rules = {
  defaultOrder: "created_at desc",
  filteredBy: ["keyId"],
  complaint: (_, { ttl }) =>
    isDuration(String(ttl)) && secondsIn(ttl) > 0 ? undefined : ["ttl", "ttl must be positive"],
  fill: ({ values, former, now }) => {
    if (former !== undefined) return values;
    const { ttl, ...others } = values;
    return {
      ...others,
      expirationTime: formatTime(timeAfter(now, ttl)),
      code: `inv-${randomBytes(20).toString("hex")}`,
      keyId: randomBytes(8).toString("hex"),
    };
  },
  hasEnded: ({ expirationTime }, now) => Date.parse(String(expirationTime)) <= now.getTime(),
};
