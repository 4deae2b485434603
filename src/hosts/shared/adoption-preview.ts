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
import {
  AdoptionError,
  AlreadyThereError,
  adoptUidOf,
  type Core,
  type Holders,
  type MayShow,
  messageOf,
  type ObjectId,
  objectText,
  ownedText,
  type Ref,
} from "../../core/core";
import { nameOf } from "../../spec/resource";
import type { Values } from "../../spec/values";

/** Time limit of the look at one object, in milliseconds. The engine checks one resource after the other. */
const LOOK_MS = 10_000;

/** A create of a preview. */
export interface PreviewedCreate extends Ref {
  readonly urn: string;
  /** Name of the Pulumi resource. */
  readonly resource: string | undefined;
  readonly inputs: Values;
  /** Those of the inputs that hold no secret. */
  readonly plain: Values;
}

/** Shows in a preview what its creates will adopt or take over, and what that changes. It lives as long as the preview. */
export class AdoptionPreview {
  /** The URN of the resource that wants each object. */
  readonly #wanted = new Map<string, string>();
  #cannotAsk = false;
  #hasExplained = false;

  constructor(
    private readonly print: (text: string) => void,
    private readonly holders: Holders,
  ) {}

  /**
   * Shows what a create will adopt or take over. Returns why the create would be refused. If the platform cannot be asked, it says
   * so and the preview goes on. It says so once for all objects if the reason is not the object.
   */
  async show(create: PreviewedCreate, core: Pick<Core, "plan">): Promise<string | undefined> {
    if (this.#cannotAsk) return undefined;
    const { spec, urn, inputs, plain } = create;
    const resource = shownWord(create.resource ?? nameOf(spec));
    try {
      // A transform may have put a secret where the program had another value.
      const mayShow: MayShow = (input) => isDeepStrictEqual(plain[input], inputs[input]);
      const planned = await core.plan(create, inputs, { mayShow, limitMs: LOOK_MS });
      if (planned === undefined) return undefined;
      const { object, text } = planned;
      if (object !== undefined && this.#isWantedTwice(object, urn)) {
        return `cannot take over ${nameOf(spec)} ${object.uid}: ${ownedText}`;
      }
      this.print(`${resource}: ${text}`);
      if (object !== undefined) this.#explainOnce();
      return undefined;
    } catch (error) {
      if (error instanceof AdoptionError || error instanceof AlreadyThereError) return error.message;
      if (!(error instanceof PlatformError)) throw error;
      this.#cannotAsk = isAboutPlatform(error);
      const uid = adoptUidOf(this.holders, create, inputs);
      const title = uid === undefined ? "" : `adopts ${nameOf(spec)} ${shownUid(uid)}; `;
      const own = uid === undefined ? `whether there is ${nameOf(spec)} to take over` : "what that changes";
      const unseen = this.#cannotAsk ? "what this or any other resource adopts" : own;
      this.print(
        `${resource}: ${title}${unseen} cannot be seen in this preview: ${messageOf(error)}. The update looks at it before it changes anything`,
      );
      return undefined;
    }
  }

  /** Whether another resource of this preview wants an object. */
  #isWantedTwice(object: ObjectId, urn: string): boolean {
    const first = this.#wanted.get(objectText(object)) ?? urn;
    this.#wanted.set(objectText(object), first);
    return first !== urn;
  }

  #explainOnce(): void {
    if (this.#hasExplained) return;
    this.#hasExplained = true;
    this.print(
      "Pulumi shows objects that are taken over as creates. Those in groups and repos that are not in the state yet have no line here, " +
        "because only the update can look for them. If the plan replaces such a resource (--replace, a taint), its object is deleted first, and " +
        "created again. If the plan deletes a former resource of such an object, only its entry leaves the state, and the object stays",
    );
  }
}

/** Whether an error says that the platform cannot be asked at all, and not that one object cannot be seen. */
const isAboutPlatform = (error: PlatformError): boolean =>
  [ConfigurationError, TransportError, UnauthenticatedError, RateLimitError].some((type) => error instanceof type) ||
  isUnavailable(error);
