import { createHash } from "node:crypto";
import { isValues } from "../../description/spec/values";
import { invalidArgument } from "../gateway/errors";
import { daysAfter, formatTime } from "../gateway/times";
import type { Rules } from "./rules";

/** Whether a uid is that of a person, who has no group. Identities of jobs have one (platform API: STS-1). */
export const isPerson = (uid: string): boolean => !uid.includes("/");

/** Returns the uid that a person who has never signed in will get (platform API: IAM-5). It is always the same. */
export const futureUid = (issuer: string, subject: string): string =>
  createHash("sha1")
    .update(JSON.stringify([issuer, subject]))
    .digest("hex");

const RELATIONSHIPS = ["UNSPECIFIED", "CLAIM_MATCH", "STATIC", "AWS_IDENTITY", "SERVICE_PRINCIPAL"].map(
  (name) => `RELATIONSHIP_TYPE_${name}`,
);
const RELATIONSHIP_FIELDS = [undefined, "claimMatch", "staticKeys", "awsIdentity", "servicePrincipal"];

/** Lifetime of static keys, and the greatest distance of their expiry (platform API: IAM-6). */
const STATIC_KEYS_DAYS = 365;

/** Identities. Static keys expire, and people can get roles before they first sign in. */
export const identityRules: Rules = {
  mayBeFuture: (uid) => /^[0-9a-f]{40}$/.test(uid),
  fill: ({ spec, values, former, now }) => {
    const { staticKeys } = values;
    const seen = former === undefined ? { lastSeenTime: formatTime(now) } : {};
    if (!isValues(staticKeys)) return { ...values, ...seen };
    const last = daysAfter(now, STATIC_KEYS_DAYS);
    const { expirationTime = formatTime(last) } = staticKeys;
    const isNew = !isValues(former?.staticKeys) || former.staticKeys.expirationTime !== expirationTime;
    if (isNew && Date.parse(String(expirationTime)) > last.getTime()) {
      const reason = `expiration_time must be at most ${STATIC_KEYS_DAYS} days from now`;
      throw invalidArgument(spec, "static_keys.expiration_time", reason);
    }
    return { ...values, ...seen, staticKeys: { ...staticKeys, expirationTime } };
  },
  filter: (query) => {
    const [relationship] = query.enumNames("relationship_type", RELATIONSHIPS);
    const field = RELATIONSHIP_FIELDS[RELATIONSHIPS.indexOf(relationship ?? "")];
    return ({ values }) => field === undefined || values[field] !== undefined;
  },
};
