import { checkAccountAssociation } from "../../description/operations/account-associations";
import { checkEligibility, lookupGroup, requestGroupAccess } from "../../description/operations/groups";
import { lookupIdentity, updateIdentityMetadata } from "../../description/operations/identities";
import { ping } from "../../description/operations/ping";
import { accountAssociation } from "../../description/resources/account-association";
import { group } from "../../description/resources/group";
import { identity } from "../../description/resources/identity";
import { recognizes } from "../access/identity-match";
import { futureUid, isPerson } from "../kinds/identity";
import type { EmulatorSettings } from "../options";
import { type Endpoint, endpoint } from "./endpoint";

const isThere = (settings: EmulatorSettings): boolean => settings.lookupGroup;

const groupOfCaller = endpoint({
  operation: lookupGroup,
  kind: group,
  isThere,
  answer: (_, { platform, organization }) => ({
    group: platform.write(group, platform.get(group, organization.uid), "get"),
  }),
});

const eligibility = endpoint({ operation: checkEligibility, kind: group, isThere, answer: () => ({ eligible: true }) });

const groupAccess = endpoint({
  operation: requestGroupAccess,
  kind: group,
  answer: ({ params }, { platform }) => {
    platform.get(group, params.groupUid);
    return {};
  },
});

/** Finds people only (open: identities of jobs, too). A person who never signed in gets their future uid (platform API: IAM-5). */
const identityOfToken = endpoint({
  operation: lookupIdentity,
  kind: identity,
  answer: ({ args }, { store }) => {
    const [issuer, subject] = [String(args.issuer), String(args.subject)];
    const found = store
      .all(identity.type)
      .find(({ uid, values }) => isPerson(uid) && recognizes(values, issuer, subject));
    return { uid: found?.uid ?? futureUid(issuer, subject) };
  },
});

const never = () => false;
const metadata = endpoint({ operation: updateIdentityMetadata, kind: identity, isThere: never, answer: () => ({}) });

const pong = endpoint({ operation: ping, kind: { type: "ping:Ping" }, answer: () => ({ response: "pong" }) });

/** Returns the block of an association: `amazon` for ACCOUNT_PROVIDER_TYPE_AMAZON. */
const blockOf = (providerType: string): string => providerType.replace("ACCOUNT_PROVIDER_TYPE_", "").toLowerCase();

/** An account that is set counts as working. */
const accountCheck = endpoint({
  operation: checkAccountAssociation,
  kind: accountAssociation,
  answer: ({ params, args }, { platform }) => {
    const { values } = platform.get(accountAssociation, params.groupUid);
    const isSet = values[blockOf(String(args.providerType))] !== undefined;
    return isSet ? { status: "CHECK_STATUS_READY" } : { status: "CHECK_STATUS_NOT_READY", reason: "not configured" };
  },
});

export const lookupEndpoints: readonly Endpoint[] = [
  groupOfCaller,
  eligibility,
  groupAccess,
  identityOfToken,
  accountCheck,
  metadata,
  pong,
];
