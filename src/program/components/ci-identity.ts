import {
  ComponentResource,
  type ComponentResourceOptions,
  type Input,
  log,
  type Output,
  output,
  runtime,
} from "@pulumi/pulumi";
import { ConfigurationError } from "../../client/api/errors";
import { parentOf } from "../../description/uid";
import { Identity, RoleBinding } from "../classes/classes";
import { refuseDeletedWith } from "../classes/deleted-with";
import { aliasesOf } from "../classes/inherited-aliases";
import { isOfType } from "../classes/instances";
import { cheapenStackTraces } from "../classes/short-stack";
import { formerLabelsOf, labelOf } from "../classes/uid-labels";
import { membersOf, unknownMembers } from "./members";

/** One role of the workload of a CiIdentity. */
export interface CiIdentityRole {
  /** uid of the role. */
  readonly roleUid: Input<string>;
  /** uid of the group in which the role is granted, including everything below it. Default: `parentUid`. */
  readonly groupUid?: Input<string>;
  /** uids of several such groups, each with a role binding of its own. Alternative: `groupUid`. */
  readonly groupUids?: readonly Input<string>[];
  /**
   * Name of the role binding in the component, without that of the group in `groupUids`. Default: the names of role and group. Required
   * if two roles would get the same name. Also required for an Output that is neither a resource's `id` nor looked up by name.
   */
  readonly name?: string;
}

/** Inputs of a CiIdentity. */
export interface CiIdentityArgs {
  /** uid of the root group, because an identity in another group cannot reach the registry. Set `groupUid` of a role instead. */
  readonly parentUid: Input<string>;
  /** Name: lower-case letters, digits, space, dot, `_` and `-`. Default: the name of the component. */
  readonly name?: Input<string | undefined>;
  /** Description, in one line of text. */
  readonly description?: Input<string | undefined>;
  /** Issuer URL of the CI's tokens (see githubActionsIssuer and its siblings). */
  readonly issuer: Input<string>;
  /** Exact subject of the workload's tokens (see githubActionsSubject and its siblings). Alternative: `subjectPattern`. */
  readonly subject?: Input<string>;
  /** Pattern (RE2) of the subjects, if they differ from run to run. */
  readonly subjectPattern?: Input<string>;
  /** Audience of the tokens. Default: the host of the platform's issuer. */
  readonly audience?: Input<string | undefined>;
  /** Other claims that the tokens must have, and their exact values. */
  readonly claims?: Input<Record<string, Input<string>> | undefined>;
  /** Other claims, and the patterns (RE2) of their values. */
  readonly claimPatterns?: Input<Record<string, Input<string>> | undefined>;
  /** Roles of the workload, in any order. */
  readonly roles: readonly CiIdentityRole[];
}

const TYPE = "platform:components:CiIdentity";

/** An identity for one CI workload, with its role bindings: least privilege in one object. */
export class CiIdentity extends ComponentResource {
  /** The identity of the workload. */
  readonly identity: Identity;
  /** The role bindings, in the order of `roles` and of their groups. */
  readonly roleBindings: readonly RoleBinding[];
  /** uid of the identity. */
  readonly identityUid: Output<string>;

  /** Whether a value is a CiIdentity, even one from another copy of this package. */
  static override isInstance(value: unknown): value is CiIdentity {
    return isOfType(value, [TYPE]);
  }

  /**
   * @param name name of the component, unique in the program
   * @param args inputs
   * @param opts options of Pulumi; aliases, transforms and transformations also apply to the identity and its bindings
   */
  constructor(name: string, args: CiIdentityArgs, opts?: ComponentResourceOptions) {
    // Before anything is registered, because it may throw.
    const who = subjectOf(name, args);
    const complaint = rolesComplaint(args.roles);
    if (complaint !== undefined) throw new ConfigurationError(`CiIdentity ${name}: ${complaint}`);
    const grants = args.roles.flatMap(grantsOf);
    const names = bindingNames(name, grants);
    refuseDeletedWith(`CiIdentity "${name}"`, opts);
    const restore = cheapenStackTraces();
    try {
      super(TYPE, name, {}, { ...opts, aliases: aliasesOf(TYPE, name, opts) });
    } finally {
      restore();
    }
    const {
      parentUid,
      roles: _roles,
      name: identityName,
      description,
      subject: _,
      subjectPattern: __,
      ...claims
    } = args;
    const remedy =
      "Set parentUid to the uid of the root group, and groupUid of each role to the uid of its group. This recreates an existing " +
      "identity there, with another uid";
    warnUnlessRoot(
      this,
      parentUid,
      `CiIdentity ${name}: parentUid is not a root group, so this identity cannot reach the registry. ${remedy}`,
    );
    this.identity = new Identity(
      name,
      {
        parentUid,
        name: output(identityName).apply((given) => given ?? name),
        description,
        claimMatch: { ...claims, ...who },
      },
      { parent: this },
    );
    this.roleBindings = grants.map((role, i) => {
      const { roleUid, groupUid = parentUid } = role;
      // Earlier releases named bindings by their position in the list.
      const byPosition = `${name}-${i}`;
      const bindingName = names[i] ?? byPosition;
      const isFree = (former: string) => !names.includes(former);
      const unnamed = nameWithout(name, role, grants);
      const former = formerBindingNames(name, role).map((one) =>
        one.apply((former) => (isFree(former) ? former : bindingName)),
      );
      return new RoleBinding(
        bindingName,
        { parentUid: groupUid, identityUid: this.identity.id, roleUid },
        { parent: this, aliases: [...[byPosition, ...unnamed].filter(isFree), ...former].map((name) => ({ name })) },
      );
    });
    this.identityUid = this.identity.id;
    this.registerOutputs({ identityUid: this.identityUid });
  }
}

/** Warns in a preview if the parent is known and not a root group. */
export function warnUnlessRoot(component: ComponentResource, parentUid: Input<string>, warning: string): void {
  if (!runtime.isDryRun()) return;
  output(parentUid).apply((uid) => {
    if (typeof uid !== "string" || parentOf(uid) === undefined) return;
    void log.warn(warning, component);
  });
}

/** Throws ConfigurationError if there is neither a subject nor a pattern, or both. */
function subjectOf(component: string, { subject, subjectPattern }: CiIdentityArgs) {
  if (subject !== undefined && subjectPattern === undefined) return { subject };
  if (subject === undefined && subjectPattern !== undefined) return { subjectPattern };
  throw new ConfigurationError(`CiIdentity ${component}: exactly one of subject and subjectPattern is required`);
}

/** Members of a role. An unknown member is an error, because a role with a misspelled `groupUid` would reach further. */
const ROLE_MEMBERS = membersOf<CiIdentityRole>({ roleUid: true, groupUid: true, groupUids: true, name: true });

interface Grant extends Omit<CiIdentityRole, "groupUids"> {
  /** Its place in the arguments: `roles[0].groupUids[1]`. */
  readonly at: string;
}

function grantsOf({ groupUids, ...role }: CiIdentityRole, i: number): Grant[] {
  const at = `roles[${i}]`;
  if (groupUids === undefined) return [{ ...role, at }];
  return groupUids.map((groupUid, j) => {
    const name = role.name && [role.name, labelOf(groupUid) ?? []].flat().join("-");
    return { ...role, groupUid, at: `${at}.groupUids[${j}]`, ...(name === undefined ? {} : { name }) };
  });
}

/** Otherwise only the compiler would check the form of the roles. */
function rolesComplaint(roles: unknown): string | undefined {
  const form = `{ ${ROLE_MEMBERS.join(", ")} }`;
  if (!Array.isArray(roles)) return `roles must be a list of ${form}`;
  const complaints = roles.flatMap((role: unknown, i) => {
    if (typeof role !== "object" || role === null) return [`roles[${i}] must be an object, ${form}`];
    const reasons = unknownMembers(role, ROLE_MEMBERS, `roles[${i}].`);
    const { roleUid, groupUid, groupUids } = role as Readonly<Record<string, unknown>>;
    if (roleUid === undefined || roleUid === null) reasons.push(`roles[${i}].roleUid is required`);
    // Without a group, the role would be granted in the root group.
    const isList = Array.isArray(groupUids) && groupUids.length > 0 && !groupUids.includes(undefined);
    if (groupUids !== undefined && (!isList || groupUid !== undefined))
      reasons.push(`roles[${i}] must have either groupUid or groupUids, a list of at least one`);
    return reasons;
  });
  return complaints.length === 0 ? undefined : complaints.join("; ");
}

/** The names depend on no position and no other role, so that roles can be added and moved. Throws ConfigurationError. */
function bindingNames(component: string, roles: readonly Grant[]): string[] {
  const names = roles.map((role) => {
    const { at } = role;
    const found =
      role.name === undefined ? derivedName(component, role) : role.name && joined(component, role.name, undefined);
    if (found === undefined || found === "") {
      throw new ConfigurationError(
        `CiIdentity ${component}: ${at} needs a name for its role binding, because its roleUid is an Output. ` +
          `Give the role a name: { name: "<name>", roleUid }`,
      );
    }
    return found;
  });
  const second = names.findIndex((name, i) => names.indexOf(name) < i);
  if (second >= 0) {
    const first = names.indexOf(names[second] ?? "");
    throw new ConfigurationError(
      `CiIdentity ${component}: the role bindings of ${roles[first]?.at} and ${roles[second]?.at} would have the same name, ${names[second]}. ` +
        `Give the role a name: { name: "<name>", roleUid }. A group whose name is not known needs a role of its own`,
    );
  }
  return names;
}

/** Undefined if the role has no label. */
function derivedName(component: string, { roleUid, groupUid }: CiIdentityRole): string | undefined {
  const role = labelOf(roleUid);
  return role ? joined(component, role, labelOf(groupUid)) : undefined;
}

/** Returns the name that a role binding had before its role got a `name`. Empty if another role may have had it. */
function nameWithout(component: string, role: CiIdentityRole, roles: readonly CiIdentityRole[]): string[] {
  const derived = derivedName(component, role);
  const isShared = roles.some((other) => other !== role && derivedName(component, other) === derived);
  return derived === undefined || isShared ? [] : [derived];
}

/** `web-ci-viewer-team`. */
const joined = (component: string, role: string, group: string | undefined): string =>
  [component, role, ...(group === undefined ? [] : [group])].join("-");

/** Returns the names that a role binding had while the role or the group had another name in the program. */
function formerBindingNames(component: string, { name, roleUid, groupUid }: Grant): Output<string>[] {
  if (name !== undefined) return [];
  const all = (uid: unknown) => [labelOf(uid), ...formerLabelsOf(uid)];
  return all(roleUid)
    .flatMap((role) => all(groupUid).map((group) => output([role ?? "", group] as const)))
    .slice(1)
    .map((one) => one.apply(([role, group]) => joined(component, role, group)));
}
