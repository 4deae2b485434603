import type { Fault, FaultHandle } from "./faults/fault";
import type { RequestRecord } from "./gateway/request-log";
import type { HistoryRecord, IdTokenClaims } from "./options";

export interface Emulator {
  /** Base address of the platform API, without a trailing slash. */
  readonly url: string;
  /** Base address of the registry. */
  readonly registryUrl: string;
  /** Base address of the control, which offers the methods of this object over HTTP. It accepts only `token`. */
  readonly controlUrl: string;
  /** Bearer token of the platform API. */
  readonly token: string;
  /** Token whose audience is the registry. It can read private images. */
  readonly registryToken: string;
  /** The organization of the tokens. */
  readonly organization: { readonly uid: string; readonly name: string };
  /** Name of the organization of public images. */
  readonly publicOrganization: string;
  /** Environment variables for a child process: the provider's settings, the uid of the organization for your program, and the token's identity. */
  readonly environment: Readonly<Record<string, string>>;
  /** The requests since the start or the last `clearRequests`, in order of arrival. The last 10,000 are kept, with the last 32 MiB of their bodies. */
  readonly requests: readonly RequestRecord[];
  clearRequests(): void;
  /** Returns all resources of a type (`iam:Group`) by uid, in the form of a List. The role binding of `token` is left out. */
  list(type: string): Record<string, unknown>[];
  /** Returns one resource in the form of a Get. If it shares the uid of its parent, the child is used here and below, unless you give a type. */
  get(uid: string, type?: string): Record<string, unknown> | undefined;
  /** Creates a resource outside of Pulumi. The body is in wire form. Returns the response of Create. Throws if it is refused. */
  put(type: string, parentUid: string, body: Readonly<Record<string, unknown>>): Record<string, unknown>;
  /** Changes the given fields, in wire form, including computed ones. Updates updateTime. */
  edit(uid: string, changes: Readonly<Record<string, unknown>>, type?: string): Record<string, unknown>;
  /** Removes one resource, but not its contents. Returns whether it existed. */
  remove(uid: string, type?: string): boolean;
  /** Replaces the history of a tag. The repository has the form `acme/app`. */
  history(repository: string, tag: string, records: readonly HistoryRecord[]): void;
  /** Adds records to the history of a tag, which may be empty. */
  appendHistory(repository: string, tag: string, records: readonly HistoryRecord[]): void;
  /**
   * Resets the objects and tag histories. "start", the default, restores those of the start. "empty" keeps of them only the root
   * group of the organization, the built-in roles and the public organization. Faults, requests and tokens stay.
   */
  reset(to?: "start" | "empty"): void;
  /** Whether only the seed is left. Objects that cannot be deleted do not count. */
  isEmpty(): boolean;
  /**
   * Signs an ID token (JWT, ES256) like those that a CI gives to its jobs. `/sts/exchange` accepts it as bearer token, and
   * returns a token of the matching identity with the access of its role bindings.
   */
  idToken(claims: IdTokenClaims): Promise<string>;
  /** Returns the public key of the issuer as a JSON Web Key Set. As JSON text, it is `issuerKeys` of an identity with static keys. */
  jwks(): Promise<object>;
  fault(fault: Fault): FaultHandle;
  /** The faults that were added and not removed, oldest first, including those that no longer apply. */
  readonly faults: readonly FaultHandle[];
  /** Closes all connections, stops listening and writes the file. */
  close(): Promise<void>;
}
