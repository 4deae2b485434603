import { quoted } from "../../../../api/shown";
import { GROUP } from "../../../../spec/place";
import { objectOfKey } from "../../../organization/directory";
import { findSpec, specOf } from "../../../organization/read";
import { code } from "../code/expression";
import { stringLiteral } from "../code/literal";
import { kindInWords } from "../code/names";
import { byName } from "../code/statement";
import type { Written } from "../manifest";
import { mayReferTo, type Reference } from "../references";
import { declares, importsName, variableOf, wordsIn } from "./existing";
import { moduleOf } from "./places";
import type { Plan, Wanted } from "./plan";
import type { Refer } from "./properties";

/** The variable of the imported group. */
export const PARENT = "parentUid";

/** Finds the variables for references in a file, and collects the imports that the file needs. */
export class References {
  /** Imported names, by module. */
  readonly #imports = new Map<string, Set<string>>();
  readonly #aliases = new Map<string, string>();
  /** Whether the file uses the variable of the imported group. */
  usesParent = false;

  constructor(
    private readonly file: string,
    private readonly wanted: Wanted,
    private readonly plan: Plan,
  ) {}

  refersFrom(refersTo: readonly string[]): Refer {
    return (reference) => {
      const variable = this.#parent(reference) ?? this.#variable(reference, refersTo);
      if (variable !== undefined) return { value: code(variable) };
      const name = this.wanted.directory.nameOf(reference.uid);
      if (name === undefined) return {};
      const spec = findSpec(reference.kind ?? "");
      return { comment: (spec === undefined ? "" : `${kindInWords(spec)} `) + quoted(name) };
    };
  }

  imports(): string[] {
    const modules = [...this.#imports].sort(([a], [b]) => byName(a, b));
    return modules.map(
      ([from, names]) => `import { ${[...names].sort(byName).join(", ")} } from ${stringLiteral(from)};`,
    );
  }

  #parent(reference: Reference) {
    const { wanted, file } = this;
    if (reference.uid !== wanted.parent.uid || !mayReferTo(reference, specOf(GROUP))) return undefined;
    const { home } = this.plan;
    const present = wanted.existing.sources.get(home);
    if (present !== undefined && !declares(present, PARENT, home !== file)) return undefined;
    this.usesParent = true;
    return this.#imported(PARENT, home);
  }

  #variable(reference: Reference, refersTo: readonly string[]) {
    const key = this.plan.keyOf(reference);
    const written = key === undefined || !refersTo.includes(key) ? undefined : this.plan.objects[key];
    if (key === undefined || written === undefined) return undefined;
    const isPresent = written === this.wanted.existing.manifest?.objects[key];
    const variable = isPresent ? this.#presentVariable(key, written) : written.variable;
    if (variable === undefined) return undefined;
    // A lookup has a uid, and a resource an id.
    return `${this.#imported(variable, written.file)}.${written.name === undefined ? "uid" : "id"}`;
  }

  /** Returns the present variable of an object in the program, which people may have renamed. */
  #presentVariable(key: string, { file, name, variable }: Written): string | undefined {
    const source = this.wanted.existing.sources.get(file) ?? "";
    const isExported = file !== this.file;
    const { spec } = objectOfKey(key);
    const named = spec === undefined || name === undefined ? undefined : variableOf(source, [spec, name], isExported);
    if (named !== undefined) return named;
    return variable !== undefined && declares(source, variable, isExported) ? variable : undefined;
  }

  /** Imports a variable from a file, and returns its name here. */
  #imported(variable: string, from: string): string {
    const module = moduleOf(from, this.file);
    const present = this.wanted.existing.sources.get(this.file) ?? "";
    if (from === this.file || importsName(present, variable, module)) return variable;
    const isTaken = wordsIn([present]).has(variable);
    const alias =
      this.#aliases.get(variable) ?? (isTaken ? this.plan.variables.take([`${variable}Imported`]) : variable);
    this.#aliases.set(variable, alias);
    const names = this.#imports.get(module) ?? new Set();
    this.#imports.set(module, names.add(alias === variable ? variable : `${variable} as ${alias}`));
    return alias;
  }
}
