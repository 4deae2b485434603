/** An object that an emulator begins with. */
export interface StartObject {
  /** Kind, `iam:Group`. */
  readonly type: string;
  readonly uid: string;
  /** Values by the names of the kind's fields. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** One move of a tag (platform API: HIST-2). */
export interface HistoryRecord {
  readonly updateTimestamp: string;
  readonly digest: string;
}

/** What an ID token says, and for how long. */
export interface IdTokenClaims {
  /** `iss`: any text, for all ID tokens are signed with the key of the emulator's own issuer. */
  readonly issuer: string;
  /** `sub`. */
  readonly subject: string;
  /** `aud`, one or several; the emulator's host with its port when left out. */
  readonly audience?: string | readonly string[] | undefined;
  /** Further claims; `nbf` is one of them. */
  readonly claims?: Readonly<Record<string, unknown>> | undefined;
  /** Seconds from now to `exp`; 300 by default, and less than 0 for a token that has ended. */
  readonly expiresInSeconds?: number | undefined;
}

/** How an emulator starts and where it takes sides in what the API leaves open. */
export interface EmulatorOptions {
  /** Port on 127.0.0.1; 0, the default, takes a free one. */
  readonly port?: number;
  /**
   * JSON file to load from, when it exists, and to keep all state in. A change by a request is saved before the answer. Changes by
   * `put`, `edit` and `remove` are saved soon afterwards, at `close()` at the latest.
   */
  readonly file?: string;
  /**
   * Objects to begin with in place of the example organization and the built-in roles; the first group without a parent is the
   * organization of the token. Not heeded where there is a file to load from.
   */
  readonly objects?: readonly StartObject[];
  /** Milliseconds to wait before each answer. */
  readonly latencyMs?: number;
  /** The clock: times of resources, age of page tokens, life of tokens. */
  readonly now?: () => Date;
  /** Whether empty fields are written; false by default, as in the captured samples (platform API: ANS-2). */
  readonly emitUnpopulated?: boolean;
  /** Which spelling of a path of several words `updateMask` takes (platform API: MASK-2); "snake" by default. */
  readonly maskSpelling?: "snake" | "camel" | "both";
  /** Whether `start` and `end` of a history count; "inclusive" by default. */
  readonly historyBounds?: "inclusive" | "exclusive";
  /** Path segment before `history`; "_service" by default. */
  readonly historySegment?: string;
  /**
   * How the registry takes a token that identifies its caller (platform API: HIST-5): sent with the request itself ("direct"),
   * or to `/token` as Basic or as Bearer. The default is the documented way, `["direct", "basic"]`. Without "bearer",
   * `/token` ignores a bearer token.
   */
  readonly registryTakes?: readonly ("direct" | "basic" | "bearer")[];
  /** What DELETE answers (platform API: ANS-5); "object" by default. */
  readonly deleteBody?: "object" | "empty";
  /**
   * Whether DELETE also removes the contents of a resource and everything that refers to them; by default such a delete
   * is refused. Clients must not rely on either.
   */
  readonly cascade?: boolean;
  /**
   * What a POST over an existing tag does to `deprecated` and `bundles` when they are left out: "replace", the default,
   * clears them, since the request describes the whole tag; "merge" keeps them. An empty value counts as left out, so
   * "merge" can never clear them. [open] in the API.
   */
  readonly tagUpsert?: "replace" | "merge";
  /**
   * Whether identity providers can be listed; otherwise List is routed to Get and finds nothing (platform API: IAM-13).
   * True by default.
   */
  readonly identityProvidersListed?: boolean;
  /** Whether `groups:lookupGroup` and `:checkEligibility` are there; a 501 by default, as in the captured samples. */
  readonly lookupGroup?: boolean;
  /** Key of the block of the platform's own services in an account association; "vendor" by default. */
  readonly vendor?: string;
  /**
   * What a token of `/sts/exchange` is: a JSON Web Token ("jwt", the default), or a text that says nothing ("opaque"). Opaque ones are
   * known until the emulator ends.
   */
  readonly tokenForm?: "jwt" | "opaque";
  /** Seconds that a token of `/sts/exchange` lives; 3600 by default. */
  readonly tokenTtlSeconds?: number;
  /**
   * What a token of `/sts/exchange` grants: what its identity could do when it was made ("frozen", the default, as on the
   * platform), or what the identity can do at present ("live"). After a restart, all tokens are live.
   */
  readonly tokenGrants?: "frozen" | "live";
  /**
   * Documents of the terms without which nothing is created in an organization (platform API: IAM-22); none by default.
   * `put` is refused without them too. A TermsAcceptance accepts them.
   */
  readonly requiredTerms?: readonly { readonly id: string; readonly label: string; readonly url: string }[];
  /** Whether synced tags get the time of the image as a suffix, a setting of organizations; false by default. */
  readonly uniqueTags?: boolean;
  /** Whether images past their end of life are synced for a grace period, a setting of organizations; true by default. */
  readonly gracePeriod?: boolean;
  /**
   * The answer to a caller with a token of `/sts/exchange` that may not see an object: a 403 ("denied", the default),
   * or the same as for a missing object ("hidden"). It also applies to everything below the object.
   */
  readonly forbidden?: "denied" | "hidden";
  /**
   * What happens to a field that only the platform's staff may set, when a customer sets it: a 403 ("refused", the default), the request
   * is carried out without it ("ignored"), or it is set ("allowed"). Customers are callers with a token of `/sts/exchange` whose roles
   * lack the staff's capability. [open] in the API. A customer never sets a readme: its request names the capability.
   */
  readonly staffOnly?: "refused" | "ignored" | "allowed";
  /**
   * Whether what breaks a rule of the platform is refused: patterns and lengths of names, unknown bundles, unsafe readmes,
   * reserved keys, scopes other than the organization, changes of what a syncing repo inherits. True by default; false
   * for tests of clients with values that no platform takes today.
   */
  readonly strict?: boolean;
}

/** Every option with a value. */
export type Settings = Required<Omit<EmulatorOptions, "port" | "file" | "objects">>;

/** What holds where an option is left out. */
export const defaults: Settings = {
  latencyMs: 0,
  now: () => new Date(),
  emitUnpopulated: false,
  maskSpelling: "snake",
  historyBounds: "inclusive",
  historySegment: "_service",
  registryTakes: ["direct", "basic"],
  deleteBody: "object",
  cascade: false,
  tagUpsert: "replace",
  identityProvidersListed: true,
  lookupGroup: false,
  vendor: "vendor",
  forbidden: "denied",
  staffOnly: "refused",
  strict: true,
  tokenForm: "jwt",
  tokenTtlSeconds: 3600,
  tokenGrants: "frozen",
  requiredTerms: [],
  uniqueTags: false,
  gracePeriod: true,
};
