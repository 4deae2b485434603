import type { Values } from "../description/spec/values";
import { parentOf as parentUidOf } from "../description/uid";

export { rootOf } from "../description/uid";

/** A stored resource: values by field name, without empty ones. */
export interface Resource {
  readonly type: string;
  readonly uid: string;
  readonly values: Values;
}

/** Returns the uid of the parent, which is the uid without the last id. Empty for a root. */
export const parentOf = (uid: string): string => parentUidOf(uid) ?? "";

export type Snapshot = readonly Resource[];

export class Store {
  private readonly byUid = new Map<string, Map<string, Resource>>();
  private readonly byParent = new Map<string, Map<string, Resource>>();

  constructor(private readonly changed: () => void = () => undefined) {}

  get(type: string, uid: string): Resource | undefined {
    return this.byUid.get(type)?.get(uid);
  }

  set(resource: Resource): void {
    const { type, uid } = resource;
    const key = `${type} ${parentOf(uid)}`;
    this.byUid.set(type, (this.byUid.get(type) ?? new Map()).set(uid, resource));
    this.byParent.set(key, (this.byParent.get(key) ?? new Map()).set(uid, resource));
    this.changed();
  }

  delete(type: string, uid: string): boolean {
    this.byParent.get(`${type} ${parentOf(uid)}`)?.delete(uid);
    const existed = this.byUid.get(type)?.delete(uid) ?? false;
    if (existed) this.changed();
    return existed;
  }

  all(type: string): readonly Resource[] {
    return [...(this.byUid.get(type)?.values() ?? [])];
  }

  children(type: string, parentUid: string): readonly Resource[] {
    return [...(this.byParent.get(`${type} ${parentUid}`)?.values() ?? [])];
  }

  snapshot(): Snapshot {
    return [...this.byUid.values()].flatMap((resources) => [...resources.values()]);
  }

  restore(snapshot: Snapshot): void {
    this.byUid.clear();
    this.byParent.clear();
    for (const resource of snapshot) this.set(resource);
  }
}
