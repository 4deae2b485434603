import type { ResourceSpec } from "../spec/resource";
import { acceptanceVerbs } from "./acceptance";
import { create } from "./create";
import { remove } from "./delete";
import { read } from "./read";
import { scimTokenVerbs } from "./scim-token";
import { update } from "./update";
import type { Verbs } from "./verbs";

const verbs: Record<NonNullable<ResourceSpec["lifecycle"]> | "collection", Verbs> = {
  collection: { create, read, update, remove },
  acceptance: acceptanceVerbs,
  scimToken: scimTokenVerbs,
};

/** The verbs of a kind: those of a collection, unless its spec names others. */
export const verbsOf = (spec: ResourceSpec): Verbs => verbs[spec.lifecycle ?? "collection"];
