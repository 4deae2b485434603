import { resources } from "../../../../resources";
import { kindsInside, type ResourceSpec } from "../../../../spec/resource";
import type { Property } from "../code/expression";

const kinds = Object.values(resources);

/** The options of a resource that is not deleted by mistake: `protect: true` for kinds that others lie in, as groups and repos. */
export const protectionOf = (spec: ResourceSpec): Property[] =>
  kindsInside(spec, kinds).length === 0 ? [] : [{ name: "protect", value: { kind: "code", text: "true" } }];
