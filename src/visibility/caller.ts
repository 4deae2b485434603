/** Whose token requests have, as far as that is known. Nobody has verified it: it only serves to find role bindings. */
export interface Caller {
  /** uid of the identity; undefined where neither the token nor a setting says it. */
  readonly uid: string | undefined;
  /** Why it is unknown, where that is not for want of a name; a sentence without a full stop, in lower case. */
  readonly unknownWhy?: string;
  /** The option or setting that names the identity. The token does not say whose it is, so it may belong to another. */
  readonly namedBy?: string;
  /** uids of the groups that the token is limited to, with all below them; empty where it has no such limit. */
  readonly scopes: readonly string[];
  /** Capabilities that the token is limited to, by their names or as `groups.list`; empty where it has no such limit. */
  readonly capabilities: readonly string[];
}

/** What to do when nobody knows whose token it is. */
// advice: name-the-identity
export const WHOSE_TOKEN =
  "the token does not say which identity it belongs to: set PLATFORM_IDENTITY to the uid of that identity, or give it to a command with --identity";
