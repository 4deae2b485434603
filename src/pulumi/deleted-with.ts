import type { ResourceOptions } from "@pulumi/pulumi";
import { runError } from "./run-error";

/**
 * Refuses the option `deletedWith`, with which Pulumi forgets an object without a delete. Most kinds are not deleted with another object.
 * They block its delete, or grant access after it. `resource` is like `Identity "ci"`.
 */
export function refuseDeletedWith(resource: string, { deletedWith }: ResourceOptions = {}): void {
  if (deletedWith === undefined) return;
  const why = "because the platform does not delete this object with another one, so Pulumi would forget it";
  const todo = "Remove it. To keep the object on the platform on purpose, set retainOnDelete: true";
  throw runError(`${resource}: the option deletedWith does not work here, ${why}. ${todo}`);
}
