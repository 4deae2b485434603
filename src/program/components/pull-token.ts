import {
  all,
  ComponentResource,
  type ComponentResourceOptions,
  type Input,
  log,
  type Output,
  output,
  secret,
} from "@pulumi/pulumi";
import { ConfigurationError } from "../../client/api/errors";
import { properName } from "../../description/resources/text-rules";
import { registryHostOf } from "../classes/ask";
import { Identity, RoleBinding } from "../classes/classes";
import { refuseDeletedWith } from "../classes/deleted-with";
import { aliasesOf } from "../classes/inherited-aliases";
import { isOfType } from "../classes/instances";
import { asRunError } from "../classes/run-error";
import { cheapenStackTraces } from "../classes/short-stack";
import { getRoleOutput } from "../generated/functions";
import { warnUnlessRoot } from "./ci-identity";
import { assertMembers, membersOf } from "./members";
import { SignedToken } from "./signed-token";

const PULL_ROLES = [
  "registry.pull",
  "apk.pull",
  "libraries.java.pull",
  "libraries.javascript.pull",
  "libraries.python.pull",
] as const;
/** The form of the names of roles that only pull. */
const PULLS = /^(registry|apk|libraries\.[a-z0-9_-]+)\.pull$/;
const SUFFIX_LENGTH = 8;
/** A built-in role for pulling: images, apk packages, or the libraries of an ecosystem. The platform may have more of the last form. */
export type PullRole = (typeof PULL_ROLES)[number] | `libraries.${string}.pull`;

/** Inputs of a PullToken. */
export interface PullTokenArgs {
  /** uid of the root group. The platform also accepts another, but the registry may refuse the token of an identity there, so the preview warns. */
  readonly parentUid: Input<string>;
  /** Beginning of the identity's name. Default: the name of the component. Eight hex digits follow it. */
  readonly name?: Input<string | undefined>;
  /** Description of the identity, in one line of text. */
  readonly description?: Input<string | undefined>;
  /** Role of the token. Default: `registry.pull`. Alternative: `roles`. */
  readonly role?: PullRole;
  /** Roles of the token. Each gets a role binding. If the token had a `role`, put that first, so that it keeps its role binding. */
  readonly roles?: readonly PullRole[];
  /** uid of the group in which the token can pull, including all groups below. Default: `parentUid`. */
  readonly groupUid?: Input<string | undefined>;
  /** Lifetime of the token in days, at most 365. The plan may limit it: to 30 (Starter) or 7 (Team). Default: 30. A change creates a new token. */
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
  roles: true,
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
 * role binding for each role. The private key never leaves Pulumi's process and is in no state. The token is encrypted in the state.
 */
export class PullToken extends ComponentResource {
  /** The identity. Deleting it revokes the token. */
  readonly identity: Identity;
  /** The role bindings, in the order of `roles`. */
  readonly roleBindings: readonly RoleBinding[];
  /** The role binding, the first one of several. */
  readonly roleBinding: RoleBinding;
  /** User name: uid of the identity. */
  readonly username: Output<string>;
  /** Password, which is the token. It is secret, and known once the role bindings exist. */
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
    const { parentUid } = args;
    const [first, ...others] = bindingsOf(name, args);
    const prefix = nameOnly(name, args.name);
    refuseDeletedWith(`PullToken "${name}"`, opts);
    const restore = cheapenStackTraces();
    try {
      super(TYPE, name, {}, { ...opts, aliases: aliasesOf(TYPE, name, opts) });
    } finally {
      restore();
    }
    warnUnlessRoot(this, parentUid, `PullToken ${name}: ${OUTSIDE_ROOT}`);
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
    const groupUid = all([args.groupUid, parentUid]).apply(([group, parent]) => group ?? parent);
    const bind = ({ bindingName, formerName, role }: Binding) => {
      if (!isKnown(role))
        void log.warn(`PullToken ${name}: ${role} is not a known role, so the platform may lack it`, this);
      const roleUid = getRoleOutput({ name: role, inRoot: true }, { parent: this }).uid;
      const aliases = formerName === undefined ? [] : [{ name: formerName }];
      return new RoleBinding(
        bindingName,
        { parentUid: groupUid, identityUid: this.identity.id, roleUid },
        { ...overlapping, replaceOnChanges: ["identityUid"], aliases },
      );
    };
    this.roleBinding = bind(first);
    this.roleBindings = [this.roleBinding, ...others.map(bind)];
    this.username = this.identity.id;
    this.password = secret(all([signed.token, all(this.roleBindings.map(({ id }) => id))]).apply(([token]) => token));
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

const OUTSIDE_ROOT =
  "parentUid is not a root group, so the registry may refuse this token. Set parentUid to the uid of the root group, and groupUid to the " +
  "group in which the token can pull. This creates a new token";

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

/** A role and the name of its role binding, also the one that the binding had while the program gave the role in the other way. */
interface Binding {
  readonly role: PullRole;
  readonly bindingName: string;
  readonly formerName: string | undefined;
}

/**
 * Returns the role bindings. The one of `role` has the name of the component, and those of `roles` have names that do not depend on their
 * order. Throws ConfigurationError for a role that does more than pull, for an Output, and for a role that is given twice.
 */
function bindingsOf(component: string, { role, roles }: PullTokenArgs): [Binding, ...Binding[]] {
  const wrong = (says: string) => new ConfigurationError(`PullToken ${component}: ${says}`);
  const nameOf = (one: PullRole) => `${component}-${one}`;
  if (roles === undefined) {
    const only = role === undefined ? "registry.pull" : role;
    if (!isPullRole(only)) throw wrong(`role ${ONLY_PULL}`);
    return [{ role: only, bindingName: component, formerName: nameOf(only) }];
  }
  if (role !== undefined) throw wrong("role cannot be set together with roles");
  if (!Array.isArray(roles) || !roles.every(isPullRole)) throw wrong(`each of roles ${ONLY_PULL}`);
  const [first, ...others] = roles;
  if (first === undefined) throw wrong("roles must not be empty");
  if (new Set(roles).size < roles.length) throw wrong("roles must not repeat a role");
  return [
    { role: first, bindingName: nameOf(first), formerName: component },
    ...others.map((one) => ({ role: one, bindingName: nameOf(one), formerName: undefined })),
  ];
}

const isPullRole = (role: unknown): role is PullRole => typeof role === "string" && PULLS.test(role);

const isKnown = (role: PullRole): boolean => PULL_ROLES.some((known) => known === role);

const ONLY_PULL = `must be one of ${PULL_ROLES.join(", ")}, or libraries.ECOSYSTEM.pull`;
