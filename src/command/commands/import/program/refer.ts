import { quoted } from "../../../../client/api/shown";
import { GROUP } from "../../../../description/spec/place";
import { type Directory, objectOfKey } from "../../../organization/directory";
import { findSpec, specOf } from "../../../organization/read";
import { code } from "../code/expression";
import { stringLiteral } from "../code/literal";
import { kindInWords } from "../code/names";
import { roleLookup } from "../code/statement";
import type { Written } from "../manifest";
import { INDEX, stillIs } from "./existing";
import type { ProgramPlan, Wanted } from "./plan";
import { mayReferTo, type Refer, type Reference } from "./properties";

export const PARENT = "parentUid";

/** Refers to objects by uid, with the name as a comment if it is known. */
export const referByUid =
  (directory: Directory): Refer =>
  ({ uid, kind = "" }) => {
    const name = directory.nameOf(uid);
    if (name === undefined) return {};
    const spec = findSpec(kind);
    return { comment: (spec === undefined ? "" : `${kindInWords(spec)} `) + quoted(name) };
  };

export class References {
  readonly #present: string | undefined;
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
      return variable === undefined ? referByUid(this.wanted.directory)(reference) : { value: code(variable) };
    };
  }

  #isParent(reference: Reference): boolean {
    if (reference.uid !== this.wanted.parent.uid || !mayReferTo(reference, specOf(GROUP))) return false;
    if (this.#present !== undefined && !stillIs(this.#present, PARENT, stringLiteral(reference.uid))) return false;
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

  /**
   * Returns the present variable of a role lookup. Resources of earlier imports are referred to by uid: people rename them and their
   * variables, and neither the program nor a state says for certain which variable has an object after the next update.
   */
  #presentVariable(key: string, { name, variable = "" }: Written): string | undefined {
    if (name !== undefined) return undefined;
    const lookup = roleLookup(this.wanted.directory.nameOf(objectOfKey(key).uid) ?? "");
    return stillIs(this.#present ?? "", variable, lookup) ? variable : undefined;
  }
}
