import { placeOfInputs } from "../../spec/place";
import type { ResourceSpec } from "../../spec/resource";
import { UNKNOWN } from "../../spec/unknown";
import { isValues, type Values } from "../../spec/values";
import type { Declared, DeclaredResources } from "../shared/declared";

/** The resources that diffs and creates are about: the engine tells a dynamic provider their inputs alone. */
export class Urns {
  /** The inputs of each resource's last check, as text. */
  readonly #inputs = new Map<string, string>();

  constructor(private readonly declared: DeclaredResources) {}

  /** Notes the inputs that a check returned. */
  note(urn: string, inputs: Values): void {
    this.#inputs.set(urn, canonical(inputs));
  }

  /**
   * The URN of the resource whose check returned these inputs, and which the engine has yet to diff or to create. A policy may
   * change inputs after the check: then it is one in that place, or for a diff the one of its kind that was checked last, because
   * the engine checks and diffs one resource after another. Of several that are alike any will do.
   */
  of(spec: ResourceSpec, inputs: Values, next: "diff" | "create"): string | undefined {
    const isNext = ({ create, isDiffPending, isReplaced }: Declared) =>
      next === "diff" ? isDiffPending : isReplaced || (create !== undefined && create.state !== "done");
    const there = this.declared.at(placeOfInputs(spec, inputs)).filter(isNext);
    const text = canonical(inputs);
    // Unknown inputs may be those of a diff that asks what a replacement replaces along with it.
    const isOfProgram = next === "diff" && !text.includes(UNKNOWN);
    const last = () => this.declared.all.findLast((one) => one.type === spec.type && isNext(one));
    const same = there.find(({ urn }) => this.#inputs.get(urn) === text);
    return (same ?? there[0] ?? (isOfProgram ? last() : undefined))?.urn;
  }
}

/** JSON that is the same for equal values: the engine sends the keys of a map in any order. */
const canonical = (values: Values): string =>
  JSON.stringify(values, (_key, value: unknown) =>
    isValues(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
  );
