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
import type { PreviewNote } from "../../spec/preview-note";
import { nameOf, type ResourceSpec } from "../../spec/resource";
import { UNKNOWN } from "../../spec/unknown";
import type { Values } from "../../spec/values";
import { AdoptionError, messageOf } from "../errors";
import { forOperation } from "../run/context";
import { Kind, type Verbs } from "../run/handle";
import { ownedText } from "../run/ownership";

/** Time limit of the look at one object, in milliseconds. The engine checks one resource after the other. */
const LOOK_MS = 10_000;

/** A create of a preview that is to adopt an object. */
export interface WantedAdoption {
  readonly note: PreviewNote;
  readonly inputs: Values;
  readonly foresee: NonNullable<Verbs["foresee"]>;
}

/** Tells in a preview what its creates will adopt, and what that changes. It lives as long as the preview. */
export class Foresight {
  /** The resource that wants each object. */
  readonly #wanted = new Map<string, string>();
  #isBlind = false;
  #hasToldOfEntries = false;

  constructor(private readonly print: (text: string) => void) {}

  /**
   * Tells what a create will adopt. Answers why the create would be refused. Where the platform cannot be asked it says so,
   * once for all objects if the reason is not the object, and the preview goes on.
   *
   * @param kindOf what makes the kind; throws ConfigurationError without settings
   */
  async tell(wanted: WantedAdoption, spec: ResourceSpec, kindOf: () => Kind): Promise<string | undefined> {
    const { note, inputs } = wanted;
    const resource = shownWord(note.resource);
    const name = nameOf(spec);
    if (inputs.adoptUid === UNKNOWN) {
      this.print(`${resource}: what it adopts is not known yet`);
      return undefined;
    }
    const uid = String(inputs.adoptUid);
    const object = `${spec.type} ${uid}`;
    const former = this.#wanted.get(object);
    if (former !== undefined && former !== note.resource) {
      return `adoptUid "${uid}" cannot be adopted as this ${name}: ${ownedText({ spec, uid })}`;
    }
    this.#wanted.set(object, note.resource);
    if (this.#isBlind) return undefined;
    try {
      await this.#look(wanted, kindOf);
      return undefined;
    } catch (error) {
      if (error instanceof AdoptionError) return error.message;
      if (!(error instanceof PlatformError)) throw error;
      this.#isBlind = isAboutPlatform(error);
      const what = this.#isBlind ? "what this or any other resource adopts" : "what that changes";
      this.print(
        `${resource}: adopts ${name} ${shownUid(uid)}; ${what} cannot be seen in this preview: ${messageOf(error)}. The ` +
          "update looks at it before it changes anything",
      );
      return undefined;
    }
  }

  async #look({ note, inputs, foresee }: WantedAdoption, kindOf: () => Kind): Promise<void> {
    const { context, spec } = kindOf();
    const kind = new Kind(forOperation(context, LOOK_MS), spec);
    // A transform may have put a secret where the program had another value.
    const mayShow = (input: string) => isDeepStrictEqual(note.plain[input], inputs[input]);
    this.print(`${shownWord(note.resource)}: ${await foresee(kind, inputs, mayShow)}`);
    if (this.#hasToldOfEntries) return;
    this.#hasToldOfEntries = true;
    this.print(
      "Where the plan deletes a former resource of an adopted object, only that entry leaves the state: the object stays",
    );
  }
}

/** Whether an error says that the platform cannot be asked at all, and not that one object cannot be seen. */
const isAboutPlatform = (error: PlatformError): boolean =>
  error instanceof ConfigurationError ||
  error instanceof TransportError ||
  error instanceof UnauthenticatedError ||
  error instanceof RateLimitError ||
  isUnavailable(error);
