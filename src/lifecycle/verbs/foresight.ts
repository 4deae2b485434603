import { isDeepStrictEqual } from "node:util";
import {
  ConfigurationError,
  isUnavailable,
  PlatformError,
  RateLimitError,
  TransportError,
  UnauthenticatedError,
} from "../../api/errors";
import { shownUid, shownWord } from "../../api/shown";
import type { PreviewNote } from "../../spec/hidden-inputs";
import { nameOf, type ResourceSpec } from "../../spec/resource";
import { UNKNOWN } from "../../spec/unknown";
import type { Values } from "../../spec/values";
import { AdoptionError, AlreadyThereError, messageOf } from "../errors";
import { forOperation } from "../run/context";
import { Kind, type Verbs } from "../run/handle";
import type { ObjectId } from "../run/ids";
import { ownedText } from "../run/owned-texts";
import type { Ownership } from "../run/ownership";

/** Time limit of the look at one object, in milliseconds. The engine checks one resource after the other. */
const LOOK_MS = 10_000;

/** A create of a preview. */
export interface ForeseenCreate {
  /** A hash of the resource's URN. */
  readonly urn: string;
  readonly note: PreviewNote;
  readonly inputs: Values;
  readonly verbs: Pick<Verbs, "foresee" | "foreseeTakeOver">;
}

/** Tells in a preview what its creates will adopt or take over, and what that changes. It lives as long as the preview. */
export class Foresight {
  /** The URN of the resource that wants each object. */
  readonly #wanted = new Map<string, string>();
  #isBlind = false;
  #hasToldOfEntries = false;

  constructor(
    private readonly print: (text: string) => void,
    private readonly ownership: Pick<Ownership, "isAdoptionSpent">,
  ) {}

  /**
   * Tells what a create will adopt or take over. Answers why the create would be refused. Where the platform cannot be asked it
   * says so, once for all objects if the reason is not the object, and the preview goes on.
   *
   * @param kindOf what makes the kind; throws ConfigurationError without settings
   */
  async tell(create: ForeseenCreate, spec: ResourceSpec, kindOf: () => Kind): Promise<string | undefined> {
    const { adoptUid } = create.inputs;
    const isAdopting = typeof adoptUid === "string" && adoptUid !== "";
    if (!isAdopting) return this.#tellOfTakeOver(create, spec, kindOf);
    const isSpent = this.ownership.isAdoptionSpent({ spec, urn: create.urn }, create.inputs);
    return isSpent ? undefined : this.#tellOfAdoption(create, spec, kindOf);
  }

  async #tellOfAdoption(create: ForeseenCreate, spec: ResourceSpec, kindOf: () => Kind): Promise<string | undefined> {
    const { note, inputs, verbs } = create;
    const { foresee } = verbs;
    if (foresee === undefined) return undefined;
    const resource = shownWord(note.resource);
    const name = nameOf(spec);
    if (inputs.adoptUid === UNKNOWN) {
      this.print(`${resource}: what it adopts is not known yet`);
      return undefined;
    }
    const uid = String(inputs.adoptUid);
    if (!this.#isFirst({ spec, uid }, create)) {
      return `adoptUid "${uid}" cannot be adopted as this ${name}: ${ownedText({ spec, uid })}`;
    }
    return this.#unlessBlind(`${resource}: adopts ${name} ${shownUid(uid)}; `, "what that changes", async () => {
      const kind = this.#kindOf(kindOf);
      this.print(`${resource}: ${await foresee(kind, inputs, showing(create))}`);
      this.#tellOfEntries();
      return undefined;
    });
  }

  async #tellOfTakeOver(create: ForeseenCreate, spec: ResourceSpec, kindOf: () => Kind): Promise<string | undefined> {
    const { note, verbs } = create;
    const { adoptUid: _, ...desired } = create.inputs;
    const { foreseeTakeOver } = verbs;
    if (foreseeTakeOver === undefined) return undefined;
    const resource = shownWord(note.resource);
    return this.#unlessBlind(`${resource}: `, `whether there is ${nameOf(spec)} to take over`, async () => {
      const foreseen = await foreseeTakeOver(this.#kindOf(kindOf), desired, showing(create));
      if (foreseen === undefined) return undefined;
      const { object, text } = foreseen;
      if (!this.#isFirst(object, create)) return `cannot take over ${object.name} ${object.uid}: ${ownedText(object)}`;
      this.print(`${resource}: ${text}`);
      this.#tellOfEntries();
      return undefined;
    });
  }

  /**
   * Looks, unless the platform cannot be asked at all. Answers why the create would be refused.
   *
   * @param who what is known without a look
   * @param what what a look would tell
   */
  async #unlessBlind(who: string, what: string, look: () => Promise<string | undefined>): Promise<string | undefined> {
    if (this.#isBlind) return undefined;
    try {
      return await look();
    } catch (error) {
      if (error instanceof AdoptionError || error instanceof AlreadyThereError) return error.message;
      if (!(error instanceof PlatformError)) throw error;
      this.#isBlind = isAboutPlatform(error);
      const unseen = this.#isBlind ? "what this or any other resource adopts" : what;
      this.print(
        `${who}${unseen} cannot be seen in this preview: ${messageOf(error)}. The update looks at it before it changes anything`,
      );
      return undefined;
    }
  }

  /** Whether no other resource of this preview wants an object. */
  #isFirst({ spec, uid }: ObjectId, { urn }: ForeseenCreate): boolean {
    const object = `${spec.type} ${uid}`;
    const former = this.#wanted.get(object);
    if (former === undefined) this.#wanted.set(object, urn);
    return former === undefined || former === urn;
  }

  #kindOf(kindOf: () => Kind): Kind {
    const { context, spec } = kindOf();
    return new Kind(forOperation(context, { limitMs: LOOK_MS }), spec);
  }

  #tellOfEntries(): void {
    if (this.#hasToldOfEntries) return;
    this.#hasToldOfEntries = true;
    this.print(
      "Pulumi shows objects that are taken over as creates. Those in groups and repos that are not in the state yet have no line here, " +
        "because only the update can look for them. If the plan replaces such a resource (--replace, a taint), its object is deleted first, and " +
        "created again. If the plan deletes a former resource of such an object, only its entry leaves the state, and the object stays",
    );
  }
}

/** Whether an input may be shown: a transform may have put a secret where the program had another value. */
const showing =
  ({ note, inputs }: ForeseenCreate) =>
  (input: string): boolean =>
    isDeepStrictEqual(note.plain[input], inputs[input]);

/** Whether an error says that the platform cannot be asked at all, and not that one object cannot be seen. */
const isAboutPlatform = (error: PlatformError): boolean =>
  error instanceof ConfigurationError ||
  error instanceof TransportError ||
  error instanceof UnauthenticatedError ||
  error instanceof RateLimitError ||
  isUnavailable(error);
