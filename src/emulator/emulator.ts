import type { Fault, FaultHandle } from "./faults/fault";
import type { RequestRecord } from "./gateway/request-log";
import type { HistoryRecord, IdTokenClaims } from "./options";

/** A running emulator. */
export interface Emulator {
  /** Base address of the platform API, without a trailing slash. */
  readonly url: string;
  /** Base address of the registry. */
  readonly registryUrl: string;
  /** Base address of the control: calls that do over HTTP what this object does. They take `token` alone. */
  readonly controlUrl: string;
  /** Bearer token of the platform API. */
  readonly token: string;
  /** Token whose audience is the registry: reads private images. */
  readonly registryToken: string;
  /** The organization that the tokens belong to. */
  readonly organization: { readonly uid: string; readonly name: string };
  /** Name of the organization of public images. */
  readonly publicOrganization: string;
  /**
   * Settings for the provider, the uid of the organization for your program, and the identity that the token belongs to, ready for a
   * child's environment.
   */
  readonly environment: Readonly<Record<string, string>>;
  /**
   * The requests since the start or the last `clearRequests`, in the order of arrival: the last 10,000, with the last 32 MiB of
   * their bodies.
   */
  readonly requests: readonly RequestRecord[];
  clearRequests(): void;
  /** All resources of a type (`iam:Group`) by uid, as a List would write them; without the binding that `token` itself has. */
  list(type: string): Record<string, unknown>[];
  /**
   * One resource as Get would write it. Where a resource shares the uid of its parent, it takes precedence, here and
   * below, unless a type is given.
   */
  get(uid: string, type?: string): Record<string, unknown> | undefined;
  /** Creates behind the program's back; the body is in wire form. Answers what Create would. Throws where it is refused. */
  put(type: string, parentUid: string, body: Readonly<Record<string, unknown>>): Record<string, unknown>;
  /** Changes the fields that are given, in wire form, output-only ones too; moves updateTime. */
  edit(uid: string, changes: Readonly<Record<string, unknown>>, type?: string): Record<string, unknown>;
  /** Removes one resource only: what lies below it stays. Returns whether the resource was there. */
  remove(uid: string, type?: string): boolean;
  /** Sets the history of a tag; the repository is `acme/app`. */
  history(repository: string, tag: string, records: readonly HistoryRecord[]): void;
  /** Adds records to the history of a tag, which may have none yet. */
  appendHistory(repository: string, tag: string, records: readonly HistoryRecord[]): void;
  /**
   * Puts back the objects and tag histories that the emulator had at its start ("start", the default), or keeps of them the root group of
   * the organization, the built-in roles and the public organization ("empty"). Faults, requests and tokens stay.
   */
  reset(to?: "start" | "empty"): void;
  /** Whether nothing is left beyond the seed; what cannot be deleted does not count. */
  isEmpty(): boolean;
  /**
   * Signs an ID token (JWT, ES256), as a CI gives to its jobs. As bearer token of `/sts/exchange` it is exchanged for a
   * token of the identity that it matches, which may do what its role bindings allow.
   */
  idToken(claims: IdTokenClaims): Promise<string>;
  /** Public key of the issuer as a JSON Web Key Set; as JSON text, `issuerKeys` of an identity with static keys. */
  jwks(): Promise<object>;
  /** Lets something go wrong. */
  fault(fault: Fault): FaultHandle;
  /** The faults that were added and not removed, oldest first. Those that met all of their requests are among them. */
  readonly faults: readonly FaultHandle[];
  /** Cuts all connections, stops listening and writes the file. */
  close(): Promise<void>;
}
