import { quoted, shownWord } from "../../client/api/shown";
import { inputFields } from "../../description/spec/resource";
import { shownInput } from "../../description/spec/shown";
import type { Field, ListType, ValueType } from "../../description/spec/types";
import { containsUnknown } from "../../description/spec/unknown";
import { isEmpty, isEqual, isValues, type Sides } from "../../description/spec/values";
import type { Change } from "./changes";
import { type FieldPath, pathText, valueAt } from "./paths";

const MAX_ITEMS = 10;

/** Whether an input may be shown, by its outermost name, because it contains no secret of the program. */
export type MayShow = (input: string) => boolean;

/** Changes in words, one for each innermost field: `description: "made by hand" → "now managed"`. Never shows a secret. */
export const shownChanges = (changed: readonly Change[], [recorded, desired]: Sides, mayShow: MayShow): string[] =>
  changed
    .flatMap(({ path, field }) =>
      leavesOf({ path, field, before: valueAt(recorded, path), after: valueAt(desired, path) }),
    )
    .map((leaf) => (mayShow(leaf.path[0] ?? "") ? textOf(leaf) : hiddenText(leaf)));

interface Leaf {
  readonly path: FieldPath;
  readonly field: Field;
  readonly before: unknown;
  readonly after: unknown;
}

/** The changes inside of a message, down to fields that are not messages. Any other change itself. */
function leavesOf(change: Leaf): Leaf[] {
  const { path, field, before, after } = change;
  const { type } = field;
  if (type.kind !== "message" || !(isValues(before) || isValues(after))) return [change];
  if (after !== undefined && !isValues(after)) return [change];
  const [former, wanted] = [isValues(before) ? before : {}, after ?? {}];
  return inputFields(type.fields)
    .map(([name, inner]) => ({ path: [...path, name], field: inner, before: former[name], after: wanted[name] }))
    .filter((leaf) => containsUnknown(leaf.after) || !isEqual(leaf.field.type, leaf.before, leaf.after))
    .flatMap(leavesOf);
}

function textOf(leaf: Leaf): string {
  const { path, field, before, after } = leaf;
  const { type, options } = field;
  if (options.secret || holdsSecret(type)) return hiddenText(leaf);
  if (containsUnknown(after)) return `${pathText(path)}: ${shownValue(type, before)} → (not known yet)`;
  if (options.writeOnly) return `${pathText(path)}: ${shownValue(type, after)} will be sent`;
  if (type.kind === "list" && !type.ordered) return `${pathText(path)}: ${shownItems(type, before, after)}`;
  return `${pathText(path)}: ${shownValue(type, before)} → ${shownValue(type, after)}`;
}

const hiddenText = ({ path, field, after }: Leaf): string =>
  `${pathText(path)}: [secret] will be ${isEmpty(field.type, after) ? "cleared" : "set"}`;

function holdsSecret(type: ValueType): boolean {
  if (type.kind === "list" || type.kind === "map") return holdsSecret(type.of);
  if (type.kind !== "message") return false;
  return Object.values(type.fields).some(({ options, type }) => options.secret === true || holdsSecret(type));
}

/** The items that are added to a list without an order, and those that are removed: `+CAP_REPO_LIST, -CAP_TAG_LIST`. */
function shownItems({ of }: ListType, before: unknown, after: unknown): string {
  const [former, wanted] = [before, after].map((items) => (Array.isArray(items) ? items : []));
  const without = (items: unknown[] = [], others: unknown[] = []) =>
    items.filter((item) => !others.some((other) => isEqual(of, item, other)));
  const shown = (item: unknown) => (typeof item === "string" ? shownWord(item) : shownValue(of, item));
  const items = [
    ...without(wanted, former).map((item) => `+${shown(item)}`),
    ...without(former, wanted).map((item) => `-${shown(item)}`),
  ];
  const more = items.length - MAX_ITEMS;
  return items.slice(0, MAX_ITEMS).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

function shownValue(type: ValueType, value: unknown): string {
  if (type.kind === "boolean") return String(value === true);
  if (isEmpty(type, value)) return "(none)";
  if (type.kind === "string" && type.format === "sink") return `${shownInput(type, value) ?? ""}/…`;
  if (type.kind === "enum" || type.kind === "integer") return shownWord(String(value));
  return typeof value === "string" ? quoted(value) : quoted(JSON.stringify(value));
}
