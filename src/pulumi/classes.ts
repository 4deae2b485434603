import { group } from "../resources/group";
import { identity } from "../resources/identity";
import { repo } from "../resources/repo";
import { role } from "../resources/role";
import { roleBinding } from "../resources/role-binding";
import { subscription } from "../resources/subscription";
import type { ArgsOf } from "./derive";
import { resourceClass } from "./resource-class";

/** A group: a node of the IAM tree, under which identities, bindings, repos and further groups live. */
export class Group extends resourceClass(group) {}
/** Inputs of a Group. */
export type GroupArgs = ArgsOf<typeof group.fields>;

/** An identity: who may act, recognised by the token that they bring. Role bindings say what it may do. */
export class Identity extends resourceClass(identity) {}
/** Inputs of an Identity. */
export type IdentityArgs = ArgsOf<typeof identity.fields>;

/** A role: a named set of capabilities that role bindings give to identities. */
export class Role extends resourceClass(role) {}
/** Inputs of a Role. */
export type RoleArgs = ArgsOf<typeof role.fields>;

/** A role binding: gives an identity a role in a group and in everything below it. */
export class RoleBinding extends resourceClass(roleBinding) {}
/** Inputs of a RoleBinding. */
export type RoleBindingArgs = ArgsOf<typeof roleBinding.fields>;

/** A container repository, with its readme, and where it is kept in sync from. */
export class Repo extends resourceClass(repo) {}
/** Inputs of a Repo. */
export type RepoArgs = ArgsOf<typeof repo.fields>;

/** An event subscription: events of a group are posted to a sink. A change of any input replaces it. */
export class Subscription extends resourceClass(subscription) {}
/** Inputs of a Subscription. */
export type SubscriptionArgs = ArgsOf<typeof subscription.fields>;
