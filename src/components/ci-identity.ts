import {
  ComponentResource,
  type ComponentResourceOptions,
  type Input,
  log,
  type Output,
  output,
  runtime,
} from "@pulumi/pulumi";
import { ConfigurationError } from "../api/errors";
import { Identity, RoleBinding } from "../pulumi/classes";
import { labelOf } from "../pulumi/labels";
import { cheapenStackTraces } from "../pulumi/short-stack";
import { parentOf } from "../uid";
import { membersOf, unknownMembers } from "./members";

/** One thing that the workload of a CiIdentity may do. */
export interface CiIdentityRole {
  /** uid of the role. */
  readonly roleUid: Input<string>;
  /** uid of the group that the role is given in, with everything below it; the whole of `parentUid` when left out. */
  readonly groupUid?: Input<string>;
  /**
   * Name of the role binding within the component; made of role and group when left out. Needed where the role is an
   * Output that is neither a resource's `id` nor looked up by name, and for two roles that would have the same name.
   */
  readonly name?: string;
}

/** Inputs of a CiIdentity. */
export interface CiIdentityArgs {
  /** uid of the root group: an identity in another group cannot reach the registry. Give the role a `groupUid`. */
  readonly parentUid: Input<string>;
  /** Name of lower-case letters, digits, space, dot, `_` and `-`; the component's name when left out. */
  readonly name?: Input<string>;
  /** Free text shown beside the name. */
  readonly description?: Input<string>;
  /** Issuer URL of the CI's tokens: see githubActionsIssuer and its siblings. */
  readonly issuer: Input<string>;
  /** Exact subject of the workload's tokens: see githubActionsSubject and its siblings. Or give `subjectPattern`. */
  readonly subject?: Input<string>;
  /** Pattern (RE2) of the subjects, where they differ from run to run. */
  readonly subjectPattern?: Input<string>;
  /** Audience that the tokens must name; the host where the platform makes its tokens when left out. */
  readonly audience?: Input<string>;
  /** Further claims that the tokens must have, and their exact values. */
  readonly claims?: Input<Record<string, Input<string>>>;
  /** Further claims, and the patterns (RE2) of their values. */
  readonly claimPatterns?: Input<Record<string, Input<string>>>;
  /** What the workload may do, in any order. */
  readonly roles: readonly CiIdentityRole[];
}

/** An identity for one CI workload, with its role bindings: least privilege in one object. */
export class CiIdentity extends ComponentResource {
  /** The identity. */
  readonly identity: Identity;
  /** The role bindings, in the order of `roles`. */
  readonly roleBindings: readonly RoleBinding[];
  /** uid of the identity. */
  readonly identityUid: Output<string>;

  /**
   * @param name name of the component, unique in the program
   * @param args inputs
   * @param opts options of Pulumi; aliases, transforms and transformations count for the identity and its bindings too
   */
  constructor(name: string, args: CiIdentityArgs, opts?: ComponentResourceOptions) {
    // Before anything is registered, since it may throw.
    const who = subjectOf(name, args);
    const complaint = rolesComplaint(args.roles);
    if (complaint !== undefined) throw new ConfigurationError(`CiIdentity ${name}: ${complaint}`);
    const names = bindingNames(name, args.roles);
    const restore = cheapenStackTraces();
    try {
      super("platform:components:CiIdentity", name, {}, opts);
    } finally {
      restore();
    }
    const { parentUid, roles, name: identityName, description, subject: _, subjectPattern: __, ...claims } = args;
    warnUnlessRoot(this, name, parentUid);
    this.identity = new Identity(
      name,
      { parentUid, name: identityName ?? name, description, claimMatch: { ...claims, ...who } },
      { parent: this },
    );
    this.roleBindings = roles.map(({ roleUid, groupUid = parentUid }, i) => {
      // Bindings were called by their place in the list once.
      const former = `${name}-${i}`;
      return new RoleBinding(
        names[i] ?? former,
        { parentUid: groupUid, identityUid: this.identity.id, roleUid },
        { parent: this, aliases: names.includes(former) ? [] : [{ name: former }] },
      );
    });
    this.identityUid = this.identity.id;
    this.registerOutputs({ identityUid: this.identityUid });
  }
}

/** Warns in a preview of a parent that is known not to be a root group. */
function warnUnlessRoot(component: CiIdentity, name: string, parentUid: Input<string>): void {
  if (!runtime.isDryRun()) return;
  output(parentUid).apply((uid) => {
    if (typeof uid !== "string" || parentOf(uid) === undefined) return;
    // advice: identity-at-the-root
    void log.warn(
      `CiIdentity ${name}: parentUid is not a root group, so this identity cannot reach the registry. ` +
        "Give parentUid the uid of the root group, and each role the groupUid of its group. An identity that exists " +
        "already is created again there, with another uid",
      component,
    );
  });
}

/** The subject or the pattern of subjects. Throws ConfigurationError where there is neither, or both. */
function subjectOf(component: string, { subject, subjectPattern }: CiIdentityArgs) {
  if (subject !== undefined && subjectPattern === undefined) return { subject };
  if (subject === undefined && subjectPattern !== undefined) return { subjectPattern };
  throw new ConfigurationError(`CiIdentity ${component}: exactly one of subject and subjectPattern must be given`);
}

/** Members of a role. One that is misspelled must not be passed over: without its `groupUid` a role would reach further. */
const ROLE_MEMBERS = membersOf<CiIdentityRole>({ roleUid: true, groupUid: true, name: true });

/** What is wrong with the form of the roles, which nothing but the compiler would tell; undefined if it is right. */
function rolesComplaint(roles: unknown): string | undefined {
  const form = `{ ${ROLE_MEMBERS.join(", ")} }`;
  if (!Array.isArray(roles)) return `roles must be a list of ${form}`;
  const complaints = roles.flatMap((role: unknown, i) => {
    if (typeof role !== "object" || role === null) return [`roles[${i}] must be an object, ${form}`];
    const reasons = unknownMembers(role, ROLE_MEMBERS, `roles[${i}].`);
    const { roleUid } = role as { readonly roleUid?: unknown };
    return roleUid === undefined || roleUid === null ? [...reasons, `roles[${i}].roleUid is required`] : reasons;
  });
  return complaints.length === 0 ? undefined : complaints.join("; ");
}

/**
 * Names of the role bindings. None depends on the place in the list or on the other roles, so that roles can be added and
 * moved. Throws ConfigurationError where no name can be made, or two are the same.
 */
function bindingNames(component: string, roles: readonly CiIdentityRole[]): string[] {
  const names = roles.map(({ name, roleUid, groupUid }, i) => {
    const role = name ?? labelOf(roleUid);
    if (role === undefined || role === "") {
      // advice: name-the-role
      throw new ConfigurationError(
        `CiIdentity ${component}: the role binding cannot be called after the roleUid of roles[${i}], an Output. ` +
          `Give the role a name: { name: "<name>", roleUid }`,
      );
    }
    const group = name === undefined ? labelOf(groupUid) : undefined;
    return [component, role, ...(group === undefined ? [] : [group])].join("-");
  });
  const second = names.findIndex((name, i) => names.indexOf(name) < i);
  if (second >= 0) {
    const first = names.indexOf(names[second] ?? "");
    // advice: name-the-role
    throw new ConfigurationError(
      `CiIdentity ${component}: the role bindings of roles[${first}] and roles[${second}] would both be called ${names[second]}. ` +
        `Give the role a name: { name: "<name>", roleUid }`,
    );
  }
  return names;
}
