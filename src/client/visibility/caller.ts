/** The identity that sends the requests, as far as it is known. It is not verified, and only serves to find role bindings. */
export interface Caller {
  /** Undefined if neither the token nor a setting has it. */
  readonly uid: string | undefined;
  /** Why it is unknown, if a name alone would not help. A sentence without a full stop, in lower case. */
  readonly unknownWhy?: string;
  /** The option or setting that names the identity. The token does not say whose it is, so it may belong to another. */
  readonly namedBy?: string;
  /** uids of the groups that limit the token, each with everything below. Empty without such a limit. */
  readonly scopes: readonly string[];
  /** Capabilities that limit the token, by their names or as `groups.list`. Empty without such a limit. */
  readonly capabilities: readonly string[];
}

export const WHOSE_TOKEN =
  "the token does not say which identity it belongs to: set PLATFORM_IDENTITY to the uid of that identity, or use --identity with a command";
