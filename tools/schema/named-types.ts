import { type NamedType, type ObjectSpec, objectSpec, type TypeSpec, tokenOf } from "./spec";

export class NamedTypes {
  readonly #byName = new Map<string, NamedType>();

  /**
   * Adds a type, and returns how it is referred to. A type that differs from the one of the same name ends with `Result`. Throws when
   * that name is taken too.
   */
  add(name: string, type: NamedType): TypeSpec {
    const found = [name, `${name}Result`].find((one) => this.#isFreeFor(one, type));
    if (found === undefined) throw new Error(`two types that differ would be called ${name}Result`);
    if (!this.#byName.has(found)) this.#byName.set(found, type);
    return this.reference(found);
  }

  has(name: string): boolean {
    return this.#byName.has(name);
  }

  reference(name: string): TypeSpec {
    return { $ref: `#/types/${tokenOf(name)}` };
  }

  /** The properties of a type that was added. Throws if there is none of the name. */
  shapeOf(name: string): ObjectSpec {
    const type = this.#byName.get(name);
    if (type === undefined) throw new Error(`there is no type ${name}`);
    return objectSpec(type.properties, type.required ?? []);
  }

  /** The types by token that some part of the package, or another type, refers to. */
  usedIn(part: object): Readonly<Record<string, NamedType>> {
    const text = JSON.stringify([part, ...this.#byName.values()]);
    const used = [...this.#byName].filter(([name]) => text.includes(JSON.stringify(this.reference(name)).slice(1, -1)));
    return Object.fromEntries(used.map(([name, type]) => [tokenOf(name), type]));
  }

  /** Whether a name is free, or has the same type already. Each place has its own description. */
  #isFreeFor(name: string, type: NamedType): boolean {
    const known = this.#byName.get(name);
    return known === undefined || textOf(known) === textOf(type);
  }
}

const textOf = ({ properties, required }: NamedType): string => JSON.stringify([properties, required]);
