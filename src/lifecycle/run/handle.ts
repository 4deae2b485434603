import { ProtocolError } from "../../api/errors";
import type { JsonObject } from "../../api/json";
import { literal, type Path, path } from "../../api/path";
import { shownUid } from "../../api/shown";
import { groupUidOf, parentUidOf } from "../../spec/place";
import { inputFields, nameOf, parentField, type ResourceSpec } from "../../spec/resource";
import type { Values } from "../../spec/values";
import { observe } from "../state/wire";
import type { Context } from "./context";
import type { KnownSiblings } from "./known-siblings";

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

  /** What this run knows of the objects of this kind under a parent, or without one. */
  siblingsUnder(parentUid: string | undefined): KnownSiblings {
    return this.context.siblings.under(this.spec, parentUid);
  }

  /** The object of this kind that has a uid. */
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

  /** What this run knows of the objects beside it. */
  get siblings(): KnownSiblings {
    return this.siblingsUnder(this.parentUid);
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
    if (answer.uid !== uid) {
      throw new ProtocolError(
        `GET ${spec.collection}/${uid}: the answer is about ${name} ${shownUid(answer.uid)}`,
        false,
      );
    }
    const required = requiredOf(spec);
    const seen = observe(spec.fields, answer);
    if (required.length > 0 && required.every((field) => seen[field] === undefined)) {
      throw new ProtocolError(
        `GET ${spec.collection}/${uid}: the answer is about something else, for it lacks what each ${name} has: ${required.join(", ")}`,
        false,
      );
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

/** What a create is to take over. */
export interface Foreseen {
  readonly object: Handle;
  /** What is taken over, and what that changes, in words. */
  readonly text: string;
}

/** What can be done with an object. `check` and `diff` send nothing and are the same for all kinds. */
export interface Verbs {
  /** Creates or adopts an object. Throws IncompleteError once its uid is known. */
  create(kind: Kind, inputs: Values): Promise<Created>;
  /** Reads an object as it is now; nothing when it is gone. */
  read(object: Handle, recorded: Values): Promise<ReadResult | undefined>;
  /** Makes an object as desired, and answers the outputs to record. */
  update(object: Handle, recorded: Values, desired: Values): Promise<Values>;
  /** Deletes an object. Succeeds when it is gone already. */
  delete(object: Handle, recorded: Values): Promise<void>;
  /**
   * What a create of these inputs is to adopt and change, in words, for a preview; it changes nothing. Absent for kinds that
   * adopt nothing. Throws AdoptionError where the create would refuse.
   *
   * @param mayShow whether an input, by its outermost name, holds no secret of the program's
   */
  foresee?(kind: Kind, inputs: Values, mayShow: (input: string) => boolean): Promise<string>;
  /**
   * The same of what the create finds in the place of the new object and takes over; nothing where that is nothing. Absent for
   * kinds that take over nothing. Throws AlreadyThereError where the create would refuse.
   */
  foreseeTakeOver?(kind: Kind, desired: Values, mayShow: (input: string) => boolean): Promise<Foreseen | undefined>;
}
