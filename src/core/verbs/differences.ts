import type { ResourceSpec } from "../../spec/resource";
import { isEmpty, type Values } from "../../spec/values";
import { changes } from "../state/changes";
import { type FieldPath, valueAt } from "../state/paths";
import { diff } from "./diff";

/** One value that differs between what is recorded and what is desired. */
export interface Difference {
  readonly path: FieldPath;
  readonly kind: "add" | "delete" | "update";
  /** Whether its change needs another object. */
  readonly replaces: boolean;
}

/**
 * The values that differ. Empty although `diff` says that something changed, where the program now gives the value that the server
 * had filled in: only a note in the state changes.
 */
export function differences(spec: ResourceSpec, recorded: Values, desired: Values): Difference[] {
  const { replaces, isHidden } = diff(spec, recorded, desired);
  const found = changes(spec.fields, recorded, desired).map(({ path, field: { type } }): Difference => {
    const kind = isEmpty(type, valueAt(recorded, path))
      ? "add"
      : isEmpty(type, valueAt(desired, path))
        ? "delete"
        : "update";
    return { path, kind, replaces: replaces.includes(path[0] ?? "") };
  });
  const hidden = isHidden ? replaces.filter((name) => found.every(({ path }) => path[0] !== name)) : [];
  return [...found, ...hidden.map((name): Difference => ({ path: [name], kind: "update", replaces: true }))];
}
