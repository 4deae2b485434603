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
import { refuseDeletedWith } from "../pulumi/deleted-with";
import { getRoleOutput } from "../pulumi/functions";
import { isOfType } from "../pulumi/instances";
import { asRunError } from "../pulumi/run-error";
import { cheapenStackTraces } from "../pulumi/short-stack";
import { properName } from "../resources/text-rules";
import { assertMembers, membersOf } from "./members";
import { SignedToken } from "./signed-token";

const PULL_ROLES = [
  "registry.pull",
  "apk.pull",
  "libraries.java.pull",
  "libraries.javascript.pull",
  "libraries.python.pull",
] as const;
/** Hex digits at the end of the identity's name. */
const SUFFIX_LENGTH = 8;
/** A built-in role for pulling: images, apk packages, or the libraries of a language. */
export type PullRole = (typeof PULL_ROLES)[number];

/** Inputs of a PullToken. */
export interface PullTokenArgs {
  /** uid of the root group, because an identity in a subgroup cannot reach the registry. */
  readonly parentUid: Input<string>;
  /** Beginning of the identity's name. Default: the name of the component. Eight hex digits follow it. */
  readonly name?: Input<string | undefined>;
  /** Description of the identity, in one line of text. */
  readonly description?: Input<string | undefined>;
  /** Role of the token. Default: `registry.pull`. */
  readonly role?: PullRole;
  /** uid of the group in which the token can pull, including all groups below. Default: `parentUid`. */
  readonly groupUid?: Input<string | undefined>;
  /** Lifetime of the token in days, at most 365. Default: 30. A change creates a new token. */
  readonly lifetimeDays?: Input<number | undefined>;
  /** Any text. A change creates a new token. The former one is deleted at the end of the update. */
  readonly rotate?: Input<string | undefined>;
  /**
   * An update creates a new token when fewer than this number of days remain, and a preview shows it. Default: never. Then only
   * a change of an input creates a new token, and each update warns in the last week.
   */
  readonly rotateDaysBefore?: Input<number | undefined>;
  /** Audience of the token. Default: the address of the platform's issuer. A change creates a new token. */
  readonly audience?: Input<string | undefined>;
  /** Host of the registry in `dockerConfigJson`. Default: the host of `platform:registryUrl`. */
  readonly registry?: Input<string | undefined>;
}

/** The inputs. An unknown one is an error, because a token with a misspelled `groupUid` would reach further. */
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

const TYPE = "platform:components:PullToken";

/**
 * A user name and a password for pulling. It consists of an identity with its own key, a token that this key signed once, and a
 * role binding. The private key never leaves Pulumi's process and is in no state. The token is encrypted in the state.
 */
export class PullToken extends ComponentResource {
  /** The identity. Deleting it revokes the token. */
  readonly identity: Identity;
  /** The role binding. */
  readonly roleBinding: RoleBinding;
  /** User name: uid of the identity. */
  readonly username: Output<string>;
  /** Password, which is the token. It is secret, and known once the role binding exists. */
  readonly password: Output<string>;
  /** When the token expires, UTC. */
  readonly expirationTime: Output<string>;
  readonly #registry: () => Output<string>;

  /** Whether a value is a PullToken, even one from another copy of this package. */
  static override isInstance(value: unknown): value is PullToken {
    return isOfType(value, [TYPE]);
  }

  /**
   * @param name name of the component, unique in the program
   * @param args inputs
   * @param opts options of Pulumi
   */
  constructor(name: string, args: PullTokenArgs, opts?: ComponentResourceOptions) {
    // Before anything is registered, because it may throw.
    assertMembers(`PullToken ${name}`, args, MEMBERS);
    const parentUid = rootOnly(name, args.parentUid);
    const role = pullOnly(name, args.role);
    const prefix = nameOnly(name, args.name);
    refuseDeletedWith(`PullToken "${name}"`, opts);
    const restore = cheapenStackTraces();
    try {
      super(TYPE, name, {}, opts);
    } finally {
      restore();
    }
    const { description, rotate, rotateDaysBefore, audience } = args;
    const lifetimeDays = output(args.lifetimeDays).apply((days) => days ?? 30);
    const signed = new SignedToken(name, { audience, lifetimeDays, rotate, rotateDaysBefore }, { parent: this });
    const { issuer, subject, issuerKeys, expirationTime, tokenAudience } = signed;
    // A new token needs a new identity, because changing the keys would end the former token at once. Everything gets the
    // new token before anything is deleted.
    const overlapping = { parent: this, deleteBeforeReplace: false };
    this.identity = new Identity(
      name,
      {
        parentUid,
        name: all([prefix, signed.suffix]).apply(([prefix, suffix]) => `${prefix}-${suffix}`),
        description,
        staticKeys: { issuer, subject, issuerKeys, expirationTime, audiences: [tokenAudience] },
      },
      // Only another token replaces it. A value that somebody changed on the platform is set back in place, because a replacement
      // would create another identity of the same name first.
      { ...overlapping, replacementTrigger: signed.suffix.apply((suffix) => suffix ?? "") },
    );
    this.roleBinding = new RoleBinding(
      name,
      {
        parentUid: all([args.groupUid, parentUid]).apply(([group, root]) => group ?? root),
        identityUid: this.identity.id,
        roleUid: getRoleOutput({ name: role, inRoot: true }, { parent: this }).uid,
      },
      { ...overlapping, replaceOnChanges: ["identityUid"] },
    );
    this.username = this.identity.id;
    this.password = secret(all([signed.token, this.roleBinding.id]).apply(([token]) => token));
    this.expirationTime = expirationTime;
    this.#registry = () =>
      output(args.registry).apply((host) => (host === undefined ? registryHostOf(this) : output(host)));
    this.registerOutputs({ username: this.username, expirationTime });
  }

  /** The configuration that `docker login` would write, as a secret: JSON for a Kubernetes image pull secret or a CI variable. */
  get dockerConfigJson(): Output<string> {
    return secret(
      all([this.#registry(), this.username, this.password]).apply(([registry, username, password]) => {
        const auth = Buffer.from(`${username}:${password}`).toString("base64");
        return JSON.stringify({ auths: { [registry]: { username, password, auth } } });
      }),
    );
  }
}

/** Returns the uid of a root group. Throws ConfigurationError for another group, or fails with it once the group is known. */
function rootOnly(component: string, parentUid: Input<string>): Input<string> {
  const checked = (uid: string): string => {
    if (typeof uid !== "string" || !uid.includes("/")) return uid;
    throw asRunError(
      new ConfigurationError(
        `PullToken ${component}: parentUid must be the uid of the root group, because an identity in a subgroup cannot reach the registry. ` +
          `Set parentUid to ${JSON.stringify(uid.slice(0, uid.indexOf("/")))}, and groupUid to the group in which the token can pull`,
      ),
    );
  };
  return typeof parentUid === "string" ? checked(parentUid) : output(parentUid).apply(checked);
}

/**
 * Returns the beginning of the identity's name. Throws ConfigurationError for a wrong one, or fails with it once it is known. The identity
 * itself is checked only when its token exists, so a preview would not show it.
 */
function nameOnly(component: string, given: Input<string | undefined>): Input<string> {
  const checked = (prefix: string = component): string => {
    if (typeof prefix !== "string" || properName.pattern.test(`${prefix}-${"0".repeat(SUFFIX_LENGTH)}`)) return prefix;
    throw asRunError(
      new ConfigurationError(
        `PullToken ${component}: name, with the ${SUFFIX_LENGTH + 1} characters that follow it, ${properName.says}. ` +
          "The default of name is the name of the component. Set name to another value",
      ),
    );
  };
  return given === undefined || typeof given === "string" ? checked(given) : output(given).apply(checked);
}

/** Returns the role. Throws ConfigurationError for a role that does more than pull, and for an Output. */
function pullOnly(component: string, role: PullRole = "registry.pull"): PullRole {
  if (PULL_ROLES.includes(role)) return role;
  throw new ConfigurationError(`PullToken ${component}: role must be one of ${PULL_ROLES.join(", ")}`);
}
