import { quoted } from "../../../../client/api/shown";
import { GROUP } from "../../../../description/spec/place";
import { objectOfKey } from "../../../organization/directory";
import { findSpec, specOf } from "../../../organization/read";
import { code } from "../code/expression";
import { kindInWords } from "../code/names";
import type { Written } from "../manifest";
import { mayReferTo, type Reference } from "../references";
import { declares, INDEX, variableOf } from "./existing";
import type { ProgramPlan, Wanted } from "./plan";
import type { Refer } from "./properties";

/** The variable of the imported group. */
export const PARENT = "parentUid";

/** Finds the variables for references. */
export class References {
  readonly #present: string | undefined;
  /** Whether a reference uses the variable of the imported group. */
  usesParent = false;

  constructor(
    private readonly wanted: Wanted,
    private readonly plan: Pick<ProgramPlan, "keyOf" | "objects">,
  ) {
    this.#present = wanted.existing.sources.get(INDEX);
  }

  refersFrom(refersTo: readonly string[]): Refer {
    return (reference) => {
      const variable = this.#isParent(reference) ? PARENT : this.#variable(reference, refersTo);
      if (variable !== undefined) return { value: code(variable) };
      const name = this.wanted.directory.nameOf(reference.uid);
      if (name === undefined) return {};
      const spec = findSpec(reference.kind ?? "");
      return { comment: (spec === undefined ? "" : `${kindInWords(spec)} `) + quoted(name) };
    };
  }

  #isParent(reference: Reference): boolean {
    if (reference.uid !== this.wanted.parent.uid || !mayReferTo(reference, specOf(GROUP))) return false;
    if (this.#present !== undefined && !declares(this.#present, PARENT)) return false;
    this.usesParent = true;
    return true;
  }

  #variable(reference: Reference, refersTo: readonly string[]): string | undefined {
    const key = this.plan.keyOf(reference);
    const written = key === undefined || !refersTo.includes(key) ? undefined : this.plan.objects[key];
    if (key === undefined || written === undefined) return undefined;
    const isPresent = written === this.wanted.existing.manifest?.objects[key];
    const variable = isPresent ? this.#presentVariable(key, written) : written.variable;
    // A lookup has a uid, and a resource an id.
    return variable && `${variable}.${written.name === undefined ? "uid" : "id"}`;
  }

  /** Returns the present variable of an object in the program, which people may have renamed. */
  #presentVariable(key: string, { name, variable }: Written): string | undefined {
    const source = this.#present ?? "";
    const { spec } = objectOfKey(key);
    const named = spec === undefined || name === undefined ? undefined : variableOf(source, spec, name);
    if (named !== undefined) return named;
    return variable !== undefined && declares(source, variable) ? variable : undefined;
  }
}
