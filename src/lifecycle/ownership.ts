import type { ResourceSpec } from "../spec/resource";
import type { Context } from "./context";

/** A uid alone does not name an object: one that there is once per parent has the uid of that. */
const nameOfObject = (spec: ResourceSpec, uid: string): string => `${spec.type} ${uid}`;

/** Notes that an object belongs to a resource of this run, which made or adopted it. */
export function own(context: Context, spec: ResourceSpec, uid: string): void {
  context.owned.add(nameOfObject(spec, uid));
}

/** Whether an object belongs to a resource of this run, so that no other can adopt it. */
export const isOwned = (context: Context, spec: ResourceSpec, uid: string): boolean =>
  context.owned.has(nameOfObject(spec, uid));
