import { scrub } from "../../api/secret";
import { placeOfInputs } from "../../spec/place";
import type { ResourceSpec } from "../../spec/resource";
import { UNKNOWN } from "../../spec/unknown";
import { isValues, type Values } from "../../spec/values";
import { AdoptionPreview } from "../shared/adoption-preview";
import type { Declared, DeclaredResources } from "../shared/declared";
import { Run } from "../shared/run";

/** One run of one provider of the program. The host does not wait for `configure`, so it only sets `config`. */
export class DynamicRun extends Run {
  readonly adoptionPreview: AdoptionPreview;
  /** Finds the resource of a diff or a create. */
  readonly urns: Urns;

  /** @param engine address of the engine. Undefined outside of Pulumi's host. */
  constructor(engine: string | undefined) {
    // The engine shows what the host prints.
    super(engine, (text) => console.log(text));
    this.urns = new Urns(this.ownership.declared);
    this.adoptionPreview = new AdoptionPreview((text) => console.log(scrub(text)), this.ownership);
  }
}

/** Finds the resources of diffs and creates, because the engine passes only their inputs to a dynamic provider. */
export class Urns {
  /** The inputs of each resource's last check, as text. */
  readonly #inputs = new Map<string, string>();

  constructor(private readonly declared: DeclaredResources) {}

  /** Notes the inputs that a check returned. */
  note(urn: string, inputs: Values): void {
    this.#inputs.set(urn, canonical(inputs));
  }

  /**
   * The URN of the resource whose check returned these inputs, and whose diff or create comes next. A policy may change inputs after the
   * check. The result is then a resource with the same parent and key. For a diff it is otherwise the last checked one of its kind, because
   * the engine checks and diffs one resource after another. Equal resources are interchangeable.
   */
  of(spec: ResourceSpec, inputs: Values, next: "diff" | "create"): string | undefined {
    const isNext = ({ create, isDiffPending, isReplaced }: Declared) =>
      next === "diff" ? isDiffPending : isReplaced || (create !== undefined && create.state !== "done");
    const there = this.declared.at(placeOfInputs(spec, inputs)).filter(isNext);
    const text = canonical(inputs);
    // A diff with unknown inputs may be the one that asks what a replacement also replaces.
    const isOfProgram = next === "diff" && !text.includes(UNKNOWN);
    const last = () => this.declared.all.findLast((one) => one.type === spec.type && isNext(one));
    const same = there.find(({ urn }) => this.#inputs.get(urn) === text);
    return (same ?? there[0] ?? (isOfProgram ? last() : undefined))?.urn;
  }
}

/** JSON that is the same for equal values, because the engine sends the keys of a map in any order. */
const canonical = (values: Values): string =>
  JSON.stringify(values, (_key, value: unknown) =>
    isValues(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
  );
