import { group } from "../resources/group";
import { identity } from "../resources/identity";
import { repo } from "../resources/repo";
import { role } from "../resources/role";
import { roleBinding } from "../resources/role-binding";
import { subscription } from "../resources/subscription";
import type { ArgsOf, ResourceClass } from "./derive";
import { resourceClass } from "./resource-class";

// Each base has its type written out: a declaration that the compiler works out by itself would lose the doc comments.

const GroupBase: ResourceClass<typeof group.fields> = resourceClass(group);
/** A group: a node of the IAM tree, under which identities, bindings, repos and further groups live. */
export class Group extends GroupBase {}
/** Inputs of a Group. */
export type GroupArgs = ArgsOf<typeof group.fields>;

const IdentityBase: ResourceClass<typeof identity.fields> = resourceClass(identity);
/** An identity: who may act, recognised by the token that they bring. Role bindings say what it may do. */
export class Identity extends IdentityBase {}
/** Inputs of an Identity. */
export type IdentityArgs = ArgsOf<typeof identity.fields>;

const RoleBase: ResourceClass<typeof role.fields> = resourceClass(role);
/** A role: a named set of capabilities that role bindings give to identities. */
export class Role extends RoleBase {}
/** Inputs of a Role. */
export type RoleArgs = ArgsOf<typeof role.fields>;

const RoleBindingBase: ResourceClass<typeof roleBinding.fields> = resourceClass(roleBinding);
/** A role binding: gives an identity a role in a group and in everything below it. */
export class RoleBinding extends RoleBindingBase {}
/** Inputs of a RoleBinding. */
export type RoleBindingArgs = ArgsOf<typeof roleBinding.fields>;

const RepoBase: ResourceClass<typeof repo.fields> = resourceClass(repo);
/** A container repository, with its readme, and where it is kept in sync from. */
export class Repo extends RepoBase {}
/** Inputs of a Repo. */
export type RepoArgs = ArgsOf<typeof repo.fields>;

const SubscriptionBase: ResourceClass<typeof subscription.fields> = resourceClass(subscription);
/** An event subscription: events of a group are posted to a sink. A change of any input replaces it. */
export class Subscription extends SubscriptionBase {}
/** Inputs of a Subscription. */
export type SubscriptionArgs = ArgsOf<typeof subscription.fields>;
