import { resources } from "../../../../description/resources";
import { kindsInside, nameOf, type ResourceSpec } from "../../../../description/spec/resource";
import { type Property, printed } from "./expression";
import { stringLiteral } from "./literal";

interface NewResource {
  readonly spec: ResourceSpec;
  readonly name: string;
  readonly inputs: readonly Property[];
  /** Whether kinds that contain others get the option `protect: true`. */
  readonly protect: boolean;
}

/** `new platform.Group("web", { … }, { protect: true });` */
export function newResource({ spec, name, inputs, protect }: NewResource): string {
  const objects = protect && isContainer(spec) ? [inputs, PROTECTED] : [inputs];
  const values = objects.map((entries) => printed({ kind: "object", entries }));
  return `new platform.${nameOf(spec)}(${[stringLiteral(name), ...values].join(", ")});`;
}

/** `platform.getRoleOutput({ … })` for a built-in role. */
export function roleLookup(name: string): string {
  const entries: Property[] = [
    { name: "name", value: { kind: "text", value: name } },
    // Without it, a custom role of the same name could match.
    { name: "inRoot", value: { kind: "code", text: "true" } },
  ];
  return `platform.getRoleOutput(${printed({ kind: "object", entries })})`;
}

const PROTECTED: readonly Property[] = [{ name: "protect", value: { kind: "code", text: "true" } }];

/** Whether a kind contains others, like groups and repos. */
export const isContainer = (spec: ResourceSpec): boolean => kindsInside(spec, Object.values(resources)).length > 0;
