import type { AlreadyExistsError } from "../client/api/errors";
import { fetchObject, objectPath } from "../client/replies/object";
import { groupUidOf, kindOfUid, parentUidOf } from "../description/spec/place";
import { nameOf, nameWithArticle, parentField, type ResourceSpec } from "../description/spec/resource";
import type { Values } from "../description/spec/values";
import type { JsonObject } from "../description/wire/json";
import { literal, type Path, path } from "../description/wire/path";
import type { Context } from "./context";
import type { ObjectId } from "./ids";
import type { ListCache } from "./lists/cache";
import type { Change } from "./state/changes";
import type { MayShow } from "./state/shown-changes";

export class Kind {
  constructor(
    readonly context: Context,
    readonly spec: ResourceSpec,
  ) {}

  /** URN of the resource of the operation, or a hash of it. Known in a check and in a create. */
  get urn(): string | undefined {
    return this.context.urn;
  }

  /** `Group`: the name of the kind in messages. */
  get name(): string {
    return nameOf(this.spec);
  }

  get nameWithArticle(): string {
    return nameWithArticle(this.spec);
  }

  /** The path for a create under a parent, or without one. Throws InvalidPathError. */
  pathUnder(parentUid: string | undefined): Path {
    const collection = literal(this.spec.collection);
    return parentUid === undefined ? collection : path`${collection}/${parentUid}`;
  }

  newObject(desired: Values): NewObject {
    const [name] = parentField(this.spec) ?? [];
    return { kind: this, parentUid: name === undefined ? undefined : String(desired[name]), desired };
  }

  listUnder(parentUid: string | undefined): ListCache {
    return this.context.lists.ofParent(this.spec, parentUid);
  }

  at(uid: string): RemoteObject {
    return new RemoteObject(this, uid);
  }
}

/** An object of a kind on the platform, for one operation. Whether it exists is unknown. */
export class RemoteObject {
  readonly context: Context;
  readonly spec: ResourceSpec;
  readonly urn: string | undefined;

  constructor(
    readonly kind: Kind,
    readonly uid: string,
  ) {
    this.context = kind.context;
    this.spec = kind.spec;
    this.urn = kind.urn;
  }

  get path(): Path {
    return objectPath(this);
  }

  /** The kind of the object by its uid. An Organization may be read as a Group, but nothing else may be done with it. */
  get kindByUid(): ResourceSpec {
    return kindOfUid(this.spec, this.uid, this.context.resources);
  }

  get parentUid(): string | undefined {
    return parentUidOf(this.spec, this.uid);
  }

  /** The nearest group that contains the object. Undefined for a root group. */
  get groupUid(): string | undefined {
    return groupUidOf(this.spec, this.uid, this.context.resources);
  }

  get list(): ListCache {
    return this.kind.listUnder(this.parentUid);
  }

  /** The input with the parent's uid. Empty for a root, and for a kind without a parent. */
  get parentInput(): Values {
    const [name] = parentField(this.spec) ?? [];
    return name === undefined || this.parentUid === undefined ? {} : { [name]: this.parentUid };
  }

  /** The response to a GET. It is not checked, so it may be about another object. */
  async get(): Promise<JsonObject> {
    return this.context.client.get(this.path);
  }

  /** The response to a GET that is about this object. */
  async fetch(): Promise<JsonObject> {
    return fetchObject(this.context.client, this);
  }
}

export interface NewObject {
  readonly kind: Kind;
  /** Absent for a root. */
  readonly parentUid: string | undefined;
  readonly desired: Values;
}

export interface Created {
  readonly uid: string;
  readonly outputs: Values;
}

export interface ReadResult {
  readonly outputs: Values;
  /** The inputs that lead to the outputs. */
  readonly inputs: Values;
}

export interface Existing {
  readonly object: RemoteObject;
  readonly desired: Values;
  /** `uid` if adoptUid names it. `key` if it has the key of the new object, and adoptExisting lets the create take it over. */
  readonly by: "uid" | "key";
}

export interface Taken {
  /** The objects that have it, as the platform lists them. */
  readonly found: readonly JsonObject[];
  /** The platform's refusal, if it was asked. */
  readonly refusal?: AlreadyExistsError;
}

/** The plan for an existing object. Paths are written as by `pathText`. */
export interface AdoptionPlan extends Existing {
  /** The outputs of the object before any change. */
  readonly recorded: Values;
  readonly changed: readonly Change[];
  /** Paths of values that the object has and the program leaves out. They stay. */
  readonly kept: readonly string[];
  readonly remarks: readonly string[];
  /** Paths of values that are not known yet, and that decide whether the resource can have the object. */
  readonly undecided: readonly string[];
}

export interface Planned {
  readonly object?: ObjectId;
  readonly text: string;
  readonly isUnchanged?: boolean;
}

/** What `Core` does with the resources of a kind. `check` and `diff` send nothing and are the same for all kinds. */
export interface Verbs {
  create(kind: Kind, inputs: Values): Promise<Created>;
  read(object: RemoteObject, recorded: Values, fresh?: "fresh"): Promise<ReadResult | undefined>;
  update(object: RemoteObject, recorded: Values, desired: Values): Promise<Values>;
  delete(object: RemoteObject, recorded: Values): Promise<void>;
  /** Absent for kinds that adopt nothing. */
  plan?(kind: Kind, inputs: Values, mayShow: MayShow): Promise<Planned | undefined>;
}
