export interface StartObject {
  /** Kind of the object, such as `iam:Group`. */
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

export interface IdTokenClaims {
  /** Claim `iss`: any text, because the key of the emulator's own issuer signs all ID tokens. */
  readonly issuer: string;
  /** Claim `sub`. */
  readonly subject: string;
  /** Claim `aud`, one or several. Default: the emulator's host with its port. */
  readonly audience?: string | readonly string[] | undefined;
  /** Other claims, including `nbf`. */
  readonly claims?: Readonly<Record<string, unknown>> | undefined;
  /** Seconds from now until `exp`. Default: 300. A negative value makes an expired token. */
  readonly expiresInSeconds?: number | undefined;
}

/** Options of an emulator: its start, and its behavior where the API leaves it open. */
export interface EmulatorOptions {
  /** Port on 127.0.0.1. Default: 0, which selects a free port. */
  readonly port?: number;
  /**
   * JSON file with the state. It is loaded if it exists. The change of a request is saved before the response. Changes by `put`,
   * `edit` and `remove` are saved soon afterwards, and at `close()` at the latest.
   */
  readonly file?: string;
  /**
   * Objects at the start, in place of the example organization and the built-in roles. The first group without a parent is the
   * organization of the token. Ignored if there is a file to load.
   */
  readonly objects?: readonly StartObject[];
  /** Milliseconds to wait before each response. */
  readonly latencyMs?: number;
  /** The clock, for times of resources, expiry of page tokens and expiry of tokens. */
  readonly now?: () => Date;
  /** Whether responses contain empty fields. Default: false, as in the captured samples (platform API: ANS-2). */
  readonly emitUnpopulated?: boolean;
  /** Accepted spelling of `updateMask` paths with several words (platform API: MASK-2). Default: "snake". */
  readonly maskSpelling?: "snake" | "camel" | "both";
  /** Whether `start` and `end` of a history are inclusive. Default: "inclusive". */
  readonly historyBounds?: "inclusive" | "exclusive";
  /** Path segment before `history`. Default: "_service". */
  readonly historySegment?: string;
  /**
   * How the registry accepts a token of its caller (platform API: HIST-5): with the request itself ("direct"), or at `/token` as
   * Basic or as Bearer. The default is the documented way, `["direct", "basic"]`. Without "bearer", `/token` ignores a bearer
   * token.
   */
  readonly registryTakes?: readonly ("direct" | "basic" | "bearer")[];
  /** Response to a DELETE (platform API: ANS-5). Default: "object". */
  readonly deleteBody?: "object" | "empty";
  /** Whether DELETE also removes the contents of a resource and what refers to them. Default: false, so it is refused. Do not rely on either. */
  readonly cascade?: boolean;
  /**
   * Effect of a POST over an existing tag on omitted `deprecated` and `bundles`. "replace", the default, clears them, because the
   * request describes the whole tag. "merge" keeps them. An empty value counts as omitted, so "merge" can never clear them. [open]
   * in the API.
   */
  readonly tagUpsert?: "replace" | "merge";
  /** Whether identity providers can be listed. Otherwise List is routed to Get and finds nothing (platform API: IAM-13). Default: true. */
  readonly identityProvidersListed?: boolean;
  /**
   * Whether SCIM decides alone about its people, as since September 2026: switching it on clears `defaultRole` (platform API: IAM-33),
   * and role bindings say who manages them (IAM-34). Default: true.
   */
  readonly scimOwnership?: boolean;
  /** Whether `groups:lookupGroup` and `:checkEligibility` exist. Default: false, a 501, as in the captured samples. */
  readonly lookupGroup?: boolean;
  /** Key of the block for the platform's own services in an account association. Default: "vendor". */
  readonly vendor?: string;
  /**
   * Form of the emulator's own token and of those of `/sts/exchange`: a JSON Web Token ("jwt", the default), or a text without content
   * ("opaque"). Opaque tokens of `/sts/exchange` are valid until the emulator stops.
   */
  readonly tokenForm?: "jwt" | "opaque";
  /** Lifetime in seconds of a token of `/sts/exchange`. Default: 3600. */
  readonly tokenTtlSeconds?: number;
  /**
   * Access of a token of `/sts/exchange`. "frozen", the default and as on the platform, is the access of its identity when the
   * token was issued. "live" is its current access. After a restart, all tokens are live.
   */
  readonly tokenGrants?: "frozen" | "live";
  /** Terms documents to accept before anything is created in an organization, by `put` too (platform API: IAM-22). Default: none. */
  readonly requiredTerms?: readonly { readonly id: string; readonly label: string; readonly url: string }[];
  /** Whether synced tags get the time of the image as a suffix, a setting of organizations. Default: false. */
  readonly uniqueTags?: boolean;
  /** Whether images past their end of life are synced for a grace period, a setting of organizations. Default: true. */
  readonly gracePeriod?: boolean;
  /**
   * Response to a caller with a token of `/sts/exchange` that may not see an object. "denied", the default, is a 403. "hidden" is
   * the response for a missing object. It also applies to everything below the object.
   */
  readonly forbidden?: "denied" | "hidden";
  /**
   * Effect of setting a staff-only field as a customer. "refused", the default, is a 403. "ignored" drops the field, and "allowed"
   * sets it. [open] in the API. Customers are callers with a token of `/sts/exchange` whose roles lack the staff's capability. A
   * customer can never set a readme, because its request names the capability.
   */
  readonly staffOnly?: "refused" | "ignored" | "allowed";
  /**
   * Whether requests that break a rule of the platform are refused. The rules are about names, bundles, readmes, reserved keys,
   * scopes other than the organization, inherited fields of a syncing repo, and fields that need another. Default: true. Set it to false to test clients with
   * values that no platform accepts today.
   */
  readonly strict?: boolean;
}

export type EmulatorSettings = Required<Omit<EmulatorOptions, "port" | "file" | "objects">>;
