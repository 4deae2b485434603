import type { ResourceSpec } from "../spec/resource";
import { group } from "./group";
import { identity } from "./identity";
import { repo } from "./repo";
import { role } from "./role";
import { roleBinding } from "./role-binding";
import { subscription } from "./subscription";

/** Every resource by its type, the children of a kind after the kind itself. */
export const resources: Readonly<Record<string, ResourceSpec>> = Object.fromEntries(
  [group, identity, role, roleBinding, repo, subscription].map((spec) => [spec.type, spec]),
);
