import { collections, type Engine, identityOf, objectsOf } from "../../support/engine";
import { type Draw, drawOf } from "../../support/random-organization";

/** How often it looks whether the stack has sent more requests, in milliseconds. */
const LOOK_MS = 10;

/** It changes something after every few requests of the stack; this many at most. */
const MOST_REQUESTS = 4;

interface Target {
  readonly type: string;
  readonly uid: string;
}

/** Another client. It creates groups, and edits and deletes objects of the stack, but none with something inside, as the platform. */
export class SecondWriter {
  readonly #draw: Draw;
  /** uids of the groups that it has created. */
  readonly #own: string[] = [];
  #timer: NodeJS.Timeout | undefined;
  #changes = 0;

  constructor(
    private readonly engine: Engine,
    seed: number,
  ) {
    this.#draw = drawOf(seed);
  }

  get changes(): number {
    return this.#changes;
  }

  /** Begins to change something after every few requests. */
  start(): void {
    const { requests } = this.engine.emulator;
    const soon = () => requests.length + 1 + this.#draw.below(MOST_REQUESTS);
    let next = soon();
    this.#timer = setInterval(() => {
      if (requests.length < next) return;
      this.change();
      next = soon();
    }, LOOK_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Creates, edits or deletes one object. */
  change(): void {
    const { emulator } = this.engine;
    const targets = this.#targets();
    const how = this.#draw.one(["create", "edit", "edit", "delete"] as const);
    const described = targets.filter(({ type }) =>
      collections.some((spec) => spec.type === type && "description" in spec.fields),
    );
    const removable = targets.filter(({ uid }) => !this.#hasContents(uid));
    if (how === "create") this.#create(targets);
    else if (how === "edit" && described.length > 0) {
      const { uid, type } = this.#draw.one(described);
      emulator.edit(uid, { description: `edited by another client, ${this.#changes}` }, type);
    } else if (how === "delete" && removable.length > 0) {
      const { uid, type } = this.#draw.one(removable);
      emulator.remove(uid, type);
    } else return;
    this.#changes += 1;
  }

  /** Deletes its own groups, so that the stack can delete those that they are in. */
  withdraw(): void {
    for (const uid of this.#own)
      if (this.engine.emulator.get(uid, "iam:Group")) this.engine.emulator.remove(uid, "iam:Group");
  }

  #create(targets: readonly Target[]): void {
    const { emulator } = this.engine;
    const groups = targets.filter(({ type }) => type === "iam:Group").map(({ uid }) => uid);
    const parentUid = this.#draw.one([emulator.organization.uid, ...groups]);
    this.#own.push(String(emulator.put("iam:Group", parentUid, { name: `stranger-${this.#own.length}` }).uid));
  }

  /** The objects that the stack has created. */
  #targets(): Target[] {
    const { emulator, foreignObjects } = this.engine;
    return collections
      .flatMap((spec) => objectsOf(emulator, spec).map(({ uid }) => ({ type: spec.type, uid: String(uid) })))
      .filter(({ type, uid }) => !foreignObjects.has(identityOf(type, uid)));
  }

  #hasContents(uid: string): boolean {
    const { emulator } = this.engine;
    return collections.some(({ type }) =>
      emulator.list(type).some((object) => String(object.uid).startsWith(`${uid}/`)),
    );
  }
}
