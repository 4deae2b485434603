import {
  all,
  ComponentResource,
  type ComponentResourceOptions,
  type Input,
  type Output,
  output,
  secret,
} from "@pulumi/pulumi";
import { ConfigurationError } from "../api/errors";
import { registryHostOf } from "../pulumi/ask";
import { Identity, RoleBinding } from "../pulumi/classes";
import { getRoleOutput } from "../pulumi/functions";
import { asRunError } from "../pulumi/run-error";
import { cheapenStackTraces } from "../pulumi/short-stack";
import { assertMembers, membersOf } from "./members";
import { SignedToken } from "./signed-token";

const PULL_ROLES = [
  "registry.pull",
  "apk.pull",
  "libraries.java.pull",
  "libraries.javascript.pull",
  "libraries.python.pull",
] as const;
/** A built-in role of tokens that pull: images, apk packages, or the libraries of a language. */
export type PullRole = (typeof PULL_ROLES)[number];

/** Inputs of a PullToken. */
export interface PullTokenArgs {
  /** uid of the root group: an identity below a subgroup reaches no registry. */
  readonly parentUid: Input<string>;
  /** Beginning of the identity's name; the component's name when left out. Eight hex digits follow it. */
  readonly name?: Input<string>;
  /** Free text shown beside the identity's name. */
  readonly description?: Input<string>;
  /** What the token may pull; `registry.pull` when left out. */
  readonly role?: PullRole;
  /** uid of the group in which it may pull, with all groups below; parentUid when left out. */
  readonly groupUid?: Input<string>;
  /** Lifetime of the token, in days: 30 when left out, 365 at most. A change makes a new token. */
  readonly lifetimeDays?: Input<number>;
  /** Any text. A change makes a new token, and deletes the former one at the end of the update. */
  readonly rotate?: Input<string>;
  /**
   * An update makes a new token when fewer than this many days remain. A preview shows it. When left out, only a change of
   * an input makes a new token, and each update warns in the last week.
   */
  readonly rotateDaysBefore?: Input<number>;
  /** Audience of the token; the address of the platform's issuer when left out. A change makes a new token. */
  readonly audience?: Input<string>;
  /** Host of the registry, for `dockerConfigJson`; the host of `platform:registryUrl` when left out. */
  readonly registry?: Input<string>;
}

/** The inputs. One that is misspelled must not be passed over: without its `groupUid` a token would reach further. */
const MEMBERS = membersOf<PullTokenArgs>({
  parentUid: true,
  name: true,
  description: true,
  role: true,
  groupUid: true,
  lifetimeDays: true,
  rotate: true,
  rotateDaysBefore: true,
  audience: true,
  registry: true,
});

/**
 * A user name and a password that pull. It is an identity with its own key, a token that this key signed once, and a role
 * binding. The private key never leaves Pulumi's process and is in no state. The token is in the state, encrypted.
 */
export class PullToken extends ComponentResource {
  /** The identity. Deleting it revokes the token. */
  readonly identity: Identity;
  /** The role binding. */
  readonly roleBinding: RoleBinding;
  /** User name: uid of the identity. */
  readonly username: Output<string>;
  /** Password: the token, a secret. It is known once the role binding exists. */
  readonly password: Output<string>;
  /** When the token expires, UTC. */
  readonly expirationTime: Output<string>;
  readonly #registry: () => Output<string>;

  /**
   * @param name name of the component, unique in the program
   * @param args inputs
   * @param opts options of Pulumi
   */
  constructor(name: string, args: PullTokenArgs, opts?: ComponentResourceOptions) {
    // Before anything is registered, since it may throw.
    assertMembers(`PullToken ${name}`, args, MEMBERS);
    const parentUid = rootOnly(name, args.parentUid);
    const role = pullOnly(name, args.role);
    const restore = cheapenStackTraces();
    try {
      super("platform:components:PullToken", name, {}, opts);
    } finally {
      restore();
    }
    const { description, lifetimeDays = 30, rotate, rotateDaysBefore, audience } = args;
    const signed = new SignedToken(name, { audience, lifetimeDays, rotate, rotateDaysBefore }, { parent: this });
    const { issuer, subject, issuerKeys, expirationTime, tokenAudience } = signed;
    // A new token needs a new identity, because a change of the keys would end the former token at once. Nothing is deleted
    // before everything has the new token.
    const overlapping = { parent: this, deleteBeforeReplace: false };
    this.identity = new Identity(
      name,
      {
        parentUid,
        name: all([args.name ?? name, signed.suffix]).apply(([prefix, suffix]) => `${prefix}-${suffix}`),
        description,
        staticKeys: { issuer, subject, issuerKeys, expirationTime, audiences: [tokenAudience] },
      },
      { ...overlapping, replaceOnChanges: ["staticKeys"] },
    );
    this.roleBinding = new RoleBinding(
      name,
      {
        parentUid: args.groupUid ?? parentUid,
        identityUid: this.identity.id,
        roleUid: getRoleOutput({ name: role, inRoot: true }, { parent: this }).uid,
      },
      { ...overlapping, replaceOnChanges: ["identityUid"] },
    );
    this.username = this.identity.id;
    this.password = secret(all([signed.token, this.roleBinding.id]).apply(([token]) => token));
    this.expirationTime = expirationTime;
    this.#registry = () => (args.registry === undefined ? registryHostOf(this) : output(args.registry));
    this.registerOutputs({ username: this.username, expirationTime });
  }

  /** What `docker login` would write for the registry, a secret: JSON for an image pull secret of Kubernetes, or a CI variable. */
  get dockerConfigJson(): Output<string> {
    return secret(
      all([this.#registry(), this.username, this.password]).apply(([registry, username, password]) => {
        const auth = Buffer.from(`${username}:${password}`).toString("base64");
        return JSON.stringify({ auths: { [registry]: { username, password, auth } } });
      }),
    );
  }
}

/** The uid of a root group. Throws ConfigurationError for another group, or fails with it once the group is known. */
function rootOnly(component: string, parentUid: Input<string>): Input<string> {
  const checked = (uid: string): string => {
    if (typeof uid !== "string" || !uid.includes("/")) return uid;
    // advice: pull-token-at-the-root
    throw asRunError(
      new ConfigurationError(
        `PullToken ${component}: parentUid must be the uid of the root group, because an identity in a subgroup reaches no registry. ` +
          `Set parentUid to ${JSON.stringify(uid.slice(0, uid.indexOf("/")))}, and groupUid to the group where it may pull`,
      ),
    );
  };
  return typeof parentUid === "string" ? checked(parentUid) : output(parentUid).apply(checked);
}

/** The role. Throws ConfigurationError for one that does more than pull, and for an Output, which only the compiler would refuse. */
function pullOnly(component: string, role: PullRole = "registry.pull"): PullRole {
  if (PULL_ROLES.includes(role)) return role;
  throw new ConfigurationError(`PullToken ${component}: role must be one of ${PULL_ROLES.join(", ")}`);
}
