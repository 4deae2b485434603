import type { Client } from "../api/client";
import { NotFoundError } from "../api/errors";
import { identity } from "../resources/identity";
import { boolean, computed, enumOf, type MessageOf, optional, required, string, uid } from "../spec/types";
import type { Values } from "../spec/values";
import { type AnswerOf, ArgumentError, answerOf, checkArguments, type EntityOf, NoSingleAnswerError } from "./answers";
import { type ListArgs, type NamedArgs, paging, scope } from "./filters";
import { type ByUid, listingOf, plural, singular } from "./listing";
import { ask, type Call } from "./operation";

const filters = {
  /** Exact name of the identities. */
  name: optional(string()),
  /** How the identities are recognised. */
  relationshipType: optional(
    enumOf(
      "RELATIONSHIP_TYPE_UNSPECIFIED",
      "RELATIONSHIP_TYPE_CLAIM_MATCH",
      "RELATIONSHIP_TYPE_STATIC",
      "RELATIONSHIP_TYPE_AWS_IDENTITY",
      "RELATIONSHIP_TYPE_SERVICE_PRINCIPAL",
    ),
    { sentAs: "relationship_type" },
  ),
} as const;
const all = { ...scope, ...filters, ...paging() } as const;
const single = { ...scope, ...filters, name: required(string()) } as const;

const token = {
  /** Issuer of the token that the identity accepts (`iss`). */
  issuer: required(string()),
  /** Subject of the token that the identity accepts (`sub`). */
  subject: required(string()),
} as const;

/** Which identities to list. */
export type GetIdentitiesArgs = ListArgs<typeof filters>;
/** Which identity to find: by its uid, by its name and where it is, or by the token that it accepts. */
export type GetIdentityArgs = ByUid | NamedArgs<typeof filters> | MessageOf<typeof token>;
/** An identity as the platform holds it. */
export type IdentityResult = EntityOf<typeof identity.fields>;

/** How identities are listed. */
export const identityListing = listingOf(identity, {
  name: "getIdentities",
  arguments: all,
  compared: { name: "name" },
  one: { name: "getIdentity", arguments: single },
});

/** The identities that match. */
export const getIdentities = plural(identityListing);

const readUid = answerOf({ uid: computed(uid(), { always: true }) });

/** The question which identity accepts a token. */
export const lookupIdentityCall: Call<typeof token, string> = {
  name: "getIdentity",
  method: "GET",
  path: "/iam/v2/identities:lookupIdentity",
  arguments: token,
  read: (answer) => readUid(answer).uid,
};

const byUidOrName = singular(identityListing);

/** One identity. Throws NoSingleAnswerError too when no identity accepts the token. */
export async function getIdentity(client: Client, args: GetIdentityArgs): Promise<IdentityResult> {
  if (!isByToken(args)) return byUidOrName(client, args);
  checkArguments("getIdentity", token, args);
  const found = await lookupUid(client, args);
  return byUidOrName(client, { uid: found });
}

const isByToken = (args: GetIdentityArgs): args is MessageOf<typeof token> =>
  ("issuer" in args && args.issuer !== undefined) || ("subject" in args && args.subject !== undefined);

async function lookupUid(client: Client, args: MessageOf<typeof token>): Promise<string> {
  const asked = "getIdentity by issuer and subject";
  const none = (cause?: unknown) => new NoSingleAnswerError(`${asked}: no identity accepts such a token`, { cause });
  try {
    const found = await ask(lookupIdentityCall)(client, args);
    if (found !== "") return found;
  } catch (error) {
    // Without a resource, it is the path that is not known.
    if (error instanceof NotFoundError && error.resource !== undefined) throw none(error);
    throw error;
  }
  throw none();
}

const metadata = {
  /** Company that the person works for. */
  company: optional(string()),
  /** What the person does there. */
  jobTitle: optional(string()),
  /** Product that the person has come for. */
  product: optional(string()),
  /** Whether the person has signed up without help. */
  selfServe: optional(boolean),
  /** Whether the person wants news by e-mail. */
  updatesOptIn: optional(boolean),
  /** Token of the form service that the person has used. */
  hubspotUtk: optional(string()),
  /** Page of the form that the person has last sent. */
  latestFormSubmitUrl: optional(string()),
  /** Page of the platform that the person has last come from. */
  latestInternalReferringUrl: optional(string()),
  /** Campaign that the person has come by. */
  utmCampaign: optional(string()),
  /** Advertisement that the person has come by. */
  utmContent: optional(string()),
  /** Kind of channel that the person has come by. */
  utmMedium: optional(string()),
  /** Site that the person has come from. */
  utmSource: optional(string()),
  /** Words that the person has searched for. */
  utmTerm: optional(string()),
} as const;

/** What to change of what the caller has told about themselves. An empty value clears. */
export type UpdateIdentityMetadataArgs = MessageOf<typeof metadata>;

const told = {
  /** uid of the caller's identity. */
  uid: computed(uid("iam:Identity"), { always: true }),
  /** Name of the person. */
  name: computed(string()),
  /** Given name of the person. */
  givenName: computed(string()),
  /** Family name of the person. */
  familyName: computed(string()),
  ...metadata,
} as const;

/** What the caller has told about themselves. */
export type IdentityMetadataResult = AnswerOf<typeof told>;

/** The change of what the caller has told about themselves: exactly the fields that are given. */
export const updateIdentityMetadataCall: Call<typeof metadata, IdentityMetadataResult> = {
  name: "updateIdentityMetadata",
  method: "PATCH",
  path: "/iam/v2/identities:updateIdentityMetadata",
  arguments: metadata,
  read: answerOf(told),
  body: (args) => {
    const given = Object.entries(args as Values).filter(([, value]) => value !== undefined && value !== null);
    // advice: give-what-to-change
    if (given.length === 0) throw new ArgumentError("updateIdentityMetadata: give what to change");
    // This mask is in the body, where the gateway's JSON wants camelCase and gives the service proto names.
    return { identityMetadata: Object.fromEntries(given), updateMask: given.map(([name]) => name).join(",") };
  },
};
/** Changes what the caller has told about themselves. */
export const updateIdentityMetadata = ask(updateIdentityMetadataCall);
