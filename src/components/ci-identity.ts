import { ComponentResource, type ComponentResourceOptions, type Input, type Output } from "@pulumi/pulumi";
import { Identity, RoleBinding } from "../pulumi/classes";

/** Inputs of a CiIdentity. */
export interface CiIdentityArgs {
  /** uid of the group that the identity is made in; the root group for one that must reach the registry. */
  readonly parentUid: Input<string>;
  /** Name of lower-case letters, digits, space, dot, `_` and `-`; the component's name when left out. */
  readonly name?: Input<string>;
  /** Free text shown beside the name. */
  readonly description?: Input<string>;
  /** Issuer URL of the CI's tokens. */
  readonly issuer: Input<string>;
  /** Exact subject of the workload's tokens: see githubActionsSubject and its siblings. Or give `subjectPattern`. */
  readonly subject?: Input<string>;
  /** Pattern (RE2) of the subjects, where they differ from run to run. */
  readonly subjectPattern?: Input<string>;
  /** Audience that the tokens must name. */
  readonly audience?: Input<string>;
  /** What the workload may do: uids of roles, and of the group in which each is given (parentUid when left out). */
  readonly roles: readonly { readonly roleUid: Input<string>; readonly groupUid?: Input<string> }[];
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
   * @param opts options of Pulumi
   */
  constructor(name: string, args: CiIdentityArgs, opts?: ComponentResourceOptions) {
    super("platform:components:CiIdentity", name, {}, opts);
    const { parentUid, roles, name: identityName, description, ...claimMatch } = args;
    this.identity = new Identity(
      name,
      { parentUid, name: identityName ?? name, description, claimMatch },
      { parent: this },
    );
    this.roleBindings = roles.map(
      ({ roleUid, groupUid = parentUid }, i) =>
        new RoleBinding(
          `${name}-${i}`,
          { parentUid: groupUid, identityUid: this.identity.id, roleUid },
          { parent: this },
        ),
    );
    this.identityUid = this.identity.id;
    this.registerOutputs({ identityUid: this.identityUid });
  }
}
