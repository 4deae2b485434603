import { scrub } from "../../client/api/secret";
import type { ObjectId } from "../../core/core";
import { placeOfInputs, placeOfObject } from "../../description/spec/place";
import type { ResourceSpec } from "../../description/spec/resource";
import { isValues, type Values } from "../../description/spec/values";
import { AdoptionPreview } from "../shared/adoption-preview";
import type { Declared, DeclaredResources } from "../shared/declared";
import { Run } from "../shared/run";

/** One run of one provider of the program. The host does not wait for `configure`, so it only sets `config`. */
export class DynamicRun extends Run {
  readonly adoptionPreview: AdoptionPreview;
  readonly urns: Urns;

  /** @param engine address of the engine. Undefined outside of Pulumi's host. */
  constructor(engine: string | undefined) {
    // The engine shows what the host prints.
    super(engine, (text) => console.log(scrub(text)));
    this.urns = new Urns(this.ownership.declared);
    this.adoptionPreview = new AdoptionPreview(this, this.ownership);
  }
}

/** Finds the resources of diffs and creates, because the engine passes only their inputs to a dynamic provider. */
export class Urns {
  /** Of each resource's last check, the inputs that it returned, as text, and the place of the recorded inputs. */
  readonly #checks = new Map<string, { readonly text: string; readonly recordedPlace: string }>();
  readonly #checked = new Set<Declared>();

  constructor(private readonly declared: DeclaredResources) {}

  note(spec: ResourceSpec, urn: string, [recorded, inputs]: readonly [recorded: Values, inputs: Values]): void {
    this.#checks.set(urn, { text: canonical(inputs), recordedPlace: placeOfInputs(spec, recorded) });
    const declared = this.declared.find({ spec, urn });
    if (declared?.isDiffPending) this.#checked.add(declared);
  }

  /**
   * The URN of the resource that a diff is about: one that was checked and whose recorded inputs have the place of the object. In a refresh that
   * runs the program, diffs without a check come between the check and the diff of another resource. Equal resources are interchangeable.
   */
  ofDiff(object: ObjectId, recorded: Values, desired: Values): string | undefined {
    for (const one of this.#checked) if (!one.isDiffPending) this.#checked.delete(one);
    const checked = [...this.#checked].filter(({ type }) => type === object.spec.type);
    const isAt = (place: string) => (one: Declared) => this.#checks.get(one.urn)?.recordedPlace === place;
    const there = checked.filter(isAt(placeOfObject(object, recorded)));
    // After an update that stopped half-way, the recorded inputs have the new key and the object the old one.
    const halfWay = checked.filter(isAt(placeOfInputs(object.spec, desired)));
    return (this.#withInputs(there, desired) ?? there[0] ?? this.#withInputs(halfWay, desired))?.urn;
  }

  /** The URN of the resource whose check returned these inputs, or others with the same place, because a policy may change inputs. */
  ofCreate(spec: ResourceSpec, inputs: Values): string | undefined {
    const isNext = ({ create, isReplaced }: Declared) => isReplaced || create?.isDone === false;
    const there = this.declared.at(placeOfInputs(spec, inputs)).filter(isNext);
    return (this.#withInputs(there, inputs) ?? there[0])?.urn;
  }

  #withInputs(some: readonly Declared[], inputs: Values): Declared | undefined {
    const text = canonical(inputs);
    return some.find(({ urn }) => this.#checks.get(urn)?.text === text);
  }
}

/** JSON that is the same for equal values, because the engine sends the keys of a map in any order. */
const canonical = (values: Values): string =>
  JSON.stringify(values, (_key, value: unknown) =>
    isValues(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
  );
