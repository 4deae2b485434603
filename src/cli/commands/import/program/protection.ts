import { resources } from "../../../../resources";
import { kindsInside, type ResourceSpec } from "../../../../spec/resource";
import type { Property } from "../code/expression";

const kinds = Object.values(resources);

/** Returns the options of a resource: `protect: true` for kinds that contain others, like groups and repos. */
export const protectionOf = (spec: ResourceSpec): Property[] =>
  kindsInside(spec, kinds).length === 0 ? [] : [{ name: "protect", value: { kind: "code", text: "true" } }];
