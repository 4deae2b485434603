import type { ResourceOptions } from "@pulumi/pulumi";
import { runError } from "./run-error";

/**
 * Refuses the option `deletedWith`, with which Pulumi forgets an object without a delete. Most objects are not deleted with another one.
 * They block its delete, or grant access after it. The others are deleted with their parent, and a delete of them then does nothing.
 * `resource` is like `Identity "ci"`.
 */
export function refuseDeletedWith(resource: string, { deletedWith }: ResourceOptions = {}): void {
  if (deletedWith === undefined) return;
  const why = "because Pulumi would forget this object, although it may still exist";
  const todo = "Remove it. To keep the object on the platform on purpose, set retainOnDelete: true";
  throw runError(`${resource}: the option deletedWith does not work here, ${why}. ${todo}`);
}
