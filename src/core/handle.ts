import { ProtocolError } from "../api/errors";
import type { JsonObject } from "../api/json";
import { literal, type Path, path } from "../api/path";
import { shownUid } from "../api/shown";
import { groupUidOf, parentUidOf } from "../spec/place";
import { inputFields, nameOf, parentField, type ResourceSpec } from "../spec/resource";
import type { Values } from "../spec/values";
import type { Context } from "./context";
import type { ObjectId } from "./ids";
import type { ListCache } from "./lists/cache";
import type { Change } from "./state/changes";
import type { MayShow } from "./state/shown-changes";
import { observe } from "./state/wire";

/** One kind of objects on the platform, as one operation deals with it. */
export class Kind {
  constructor(
    readonly context: Context,
    readonly spec: ResourceSpec,
  ) {}

  /** URN of the resource that the operation is about, or a hash of it. Known in a check and in a create. */
  get urn(): string | undefined {
    return this.context.urn;
  }

  /** `Group`: how messages name the kind. */
  get name(): string {
    return nameOf(this.spec);
  }

  /** `a Group`, `an Identity`. */
  get nameWithArticle(): string {
    return `${/^[AEIO]/.test(this.name) ? "an" : "a"} ${this.name}`;
  }

  /** Where an object is created under a parent, or without one. Throws InvalidPathError. */
  pathUnder(parentUid: string | undefined): Path {
    const collection = literal(this.spec.collection);
    return parentUid === undefined ? collection : path`${collection}/${parentUid}`;
  }

  newObject(desired: Values): NewObject {
    const [name] = parentField(this.spec) ?? [];
    return { kind: this, parentUid: name === undefined ? undefined : String(desired[name]), desired };
  }

  /** The list of the objects of this kind under a parent, or without one. */
  listUnder(parentUid: string | undefined): ListCache {
    return this.context.lists.under(this.spec, parentUid);
  }

  object(uid: string): Handle {
    return new Handle(this.context, this.spec, uid);
  }
}

/** One object of one kind on the platform, as one operation deals with it. Whether it exists is not known. */
export class Handle extends Kind {
  constructor(
    context: Context,
    spec: ResourceSpec,
    readonly uid: string,
  ) {
    super(context, spec);
  }

  /** The path of the object, `/iam/v2/groups/org/a`. Throws InvalidPathError. */
  get path(): Path {
    return path`${literal(this.spec.collection)}/${this.uid}`;
  }

  /** The uid of the parent; nothing for a root. */
  get parentUid(): string | undefined {
    return parentUidOf(this.spec, this.uid);
  }

  /** The nearest group that it lies in, or that it is a part of; nothing for a root group. */
  get groupUid(): string | undefined {
    return groupUidOf(this.spec, this.uid, this.context.resources);
  }

  /** The list of this object and those beside it. */
  get list(): ListCache {
    return this.listUnder(this.parentUid);
  }

  /** The input that names the parent; nothing for a kind without one, and for a root. */
  get parentInput(): Values {
    const [name] = parentField(this.spec) ?? [];
    return name === undefined || this.parentUid === undefined ? {} : { [name]: this.parentUid };
  }

  /** The answer to a GET, unchecked: it may be about something else. */
  async get(): Promise<JsonObject> {
    return this.context.client.get(this.path);
  }

  /** The object as it is now. Throws ProtocolError when the answer is about another one, and the client's errors. */
  async fetch(): Promise<JsonObject> {
    const { spec, uid, name } = this;
    const answer = await this.get();
    const otherAnswer = (what: string) =>
      new ProtocolError(`GET ${spec.collection}/${uid}: the answer is about ${what}`, false);
    if (answer.uid !== uid) throw otherAnswer(`${name} ${shownUid(answer.uid)}`);
    const required = requiredOf(spec);
    const seen = observe(spec.fields, answer);
    if (required.length > 0 && required.every((field) => seen[field] === undefined)) {
      throw otherAnswer(`something else, for it lacks what each ${name} has: ${required.join(", ")}`);
    }
    return answer;
  }
}

/** Fields that every answer about a kind has: the required inputs, except references, whose objects may be gone. */
const requiredOf = (spec: ResourceSpec): string[] =>
  inputFields(spec.fields).flatMap(([name, { type, presence, options }]) =>
    presence !== "required" || options.writeOnly || (type.kind === "string" && type.format === "uid") ? [] : [name],
  );

/** An object that is to be created. */
export interface NewObject {
  readonly kind: Kind;
  /** Absent for a root. */
  readonly parentUid: string | undefined;
  readonly desired: Values;
}

/** An object that was created or adopted, with the outputs to record. */
export interface Created {
  readonly uid: string;
  readonly outputs: Values;
}

/** What a read found: the outputs now, and the inputs that would make them. */
export interface ReadResult {
  readonly outputs: Values;
  readonly inputs: Values;
}

/** An object that exists, and that a resource is to have instead of a new one. */
export interface Existing {
  readonly object: Handle;
  readonly desired: Values;
  /** Whether adoptUid names it, or it has the key of the new object and adoptExisting says that it is taken over. */
  readonly by: "uid" | "key";
}

/** What becomes of an object that exists. Paths are written as by `pathText`. */
export interface Plan extends Existing {
  /** The outputs of the object as it is. */
  readonly recorded: Values;
  /** Where the program wants something else. */
  readonly changed: readonly Change[];
  /** Paths of what the object has and the program leaves out: it stays. */
  readonly kept: readonly string[];
  /** What else is worth knowing of what stays. */
  readonly remarks: readonly string[];
  /** Paths of what is not known yet, and decides whether the object can be had. */
  readonly undecided: readonly string[];
}

/** What a create will do with an object that exists, in words. */
export interface Planned {
  /** Absent while it is not known yet. */
  readonly object?: ObjectId;
  readonly text: string;
}

/** What `Core` does with the resources of a kind. `check` and `diff` send nothing and are the same for all kinds. */
export interface Verbs {
  create(kind: Kind, inputs: Values): Promise<Created>;
  read(object: Handle, recorded: Values): Promise<ReadResult | undefined>;
  update(object: Handle, recorded: Values, desired: Values): Promise<Values>;
  delete(object: Handle, recorded: Values): Promise<void>;
  /** Absent for kinds that adopt nothing. */
  plan?(kind: Kind, inputs: Values, mayShow: MayShow): Promise<Planned | undefined>;
}
