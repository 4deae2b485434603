import { resources } from "../../src/description/resources";
import { nameOf } from "../../src/description/spec/resource";
import type { Declared, Engine } from "../support/engine";
import { separateParent } from "../support/platform";
import { choicesOf, maximalInputs, minimalInputs } from "../support/samples";

/** Every resource with the fewest and with all inputs, for every member of a oneof, each under a parent of its own. */
export function everything({ emulator, world }: Engine): Declared[] {
  return Object.values(resources).flatMap((spec) =>
    Array.from({ length: choicesOf(spec) }, (_, choice) => choice).flatMap((choice) =>
      [minimalInputs, maximalInputs].map((inputsOf, extent): Declared => {
        const name = `${nameOf(spec).toLowerCase()}-${choice}-${extent}`;
        const parent = separateParent(emulator, world, spec, name);
        return { name, class: nameOf(spec), args: { ...inputsOf(world, spec, choice), ...parent } };
      }),
    ),
  );
}
