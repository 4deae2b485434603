import { isDeepStrictEqual } from "node:util";
import {
  ConfigurationError,
  isUnavailable,
  PlatformError,
  RateLimitError,
  TransportError,
  UnauthenticatedError,
} from "../../client/api/errors";
import { shownUid, shownWord } from "../../client/api/shown";
import {
  AdoptionError,
  AlreadyThereError,
  adoptUidOf,
  type Core,
  type Holders,
  type Host,
  type MayShow,
  messageOf,
  type Ref,
} from "../../core/core";
import { nameOf } from "../../description/spec/resource";
import type { Values } from "../../description/spec/values";

/** Time limit of one object's plan, in milliseconds. The engine checks one resource after the other. */
const LOOK_MS = 10_000;

export interface PreviewedCreate extends Ref {
  readonly urn: string;
  readonly resource: string | undefined;
  readonly inputs: Values;
  /** The inputs that contain no secret. */
  readonly plain: Values;
}

/** Shows in a preview what its creates will adopt or take over, and what that changes. Exists as long as the preview. */
export class AdoptionPreview {
  #cannotAsk = false;
  #hasExplained = false;

  constructor(
    private readonly host: Pick<Host, "print" | "printUnchanged">,
    private readonly holders: Holders,
  ) {}

  /** Shows what a create will adopt or take over, and returns why it would be refused. Says once that the platform cannot be read. */
  async show(create: PreviewedCreate, core: Pick<Core, "plan">): Promise<string | undefined> {
    if (this.#cannotAsk) return undefined;
    const { spec, inputs, plain } = create;
    const resource = shownWord(create.resource ?? nameOf(spec));
    try {
      // A transform may have replaced another value by a secret.
      const mayShow: MayShow = (input) => isDeepStrictEqual(plain[input], inputs[input]);
      const planned = await core.plan(create, inputs, { mayShow, limitMs: LOOK_MS });
      if (planned === undefined) return undefined;
      const { object, text, isUnchanged } = planned;
      // As the create does, so that any other resource that wants or has the object is refused here too.
      if (object !== undefined) this.holders.noteCreate(object);
      this.host[isUnchanged ? "printUnchanged" : "print"](`${resource}: ${text}`);
      if (object !== undefined) this.#explainOnce();
      return undefined;
    } catch (error) {
      if (error instanceof AdoptionError || error instanceof AlreadyThereError) return error.message;
      if (!(error instanceof PlatformError)) throw error;
      this.#cannotAsk = isAboutPlatform(error);
      const uid = adoptUidOf(this.holders, create, inputs);
      const title = uid === undefined ? "" : `adopts ${nameOf(spec)} ${shownUid(uid)}; `;
      const own = uid === undefined ? `whether it takes over an existing ${nameOf(spec)}` : "what that changes";
      const unseen = this.#cannotAsk ? "what this or any other resource adopts" : own;
      this.host.print(
        `${resource}: ${title}${unseen} is unknown in this preview: ${messageOf(error)}. The update reads it before it changes anything`,
      );
      return undefined;
    }
  }

  #explainOnce(): void {
    if (this.#hasExplained) return;
    this.#hasExplained = true;
    this.host.print(
      [
        "Pulumi shows objects that are taken over as creates. Objects in groups and repos that are not in the state yet have no line here, " +
          "because only the update can look for them.",
        "- If the plan replaces such a resource (--replace, a taint), the update deletes its object first, and creates it again.",
        "- If the plan deletes an old resource of such an object, the update removes only its entry from the state. The object stays.",
      ].join("\n"),
    );
  }
}

/** Whether an error means that the platform cannot be read at all, and not that one object is not visible. */
const isAboutPlatform = (error: PlatformError): boolean =>
  [ConfigurationError, TransportError, UnauthenticatedError, RateLimitError].some((type) => error instanceof type) ||
  isUnavailable(error);
