import { type Alias, type Input, Output, output, type URN } from "@pulumi/pulumi";
import { nameOfUrn } from "../../description/names/urn";

/**
 * Names for uids that are Outputs. A component needs names for its resources in its constructor, but the value of an Output
 * is known later, or never in a preview. The label of a resource's uid is the name of the resource. The label of a uid from
 * a lookup is the name that the lookup searched for.
 */
const labels = new WeakMap<object, { readonly label: string; readonly former: readonly Input<string>[] }>();

/** @param former earlier labels of the same object */
export function setLabel(uid: Output<unknown>, label: string, former: readonly Input<string>[] = []): void {
  labels.set(uid, { label, former });
}

/** Labels the `uid` in the result of a lookup with the name that the lookup searched for, if the name is a plain text. */
export function labelUid(answer: Output<unknown>, args: unknown): void {
  const { name } = Object(args) as { name?: unknown };
  if (typeof name !== "string" || name === "") return;
  let uid: Output<unknown> | undefined;
  // The Output's own properties take precedence over those of its value.
  Object.defineProperty(answer, "uid", {
    get() {
      if (uid === undefined) {
        uid = answer.apply((value) => (Object(value) as { uid?: unknown }).uid);
        setLabel(uid, name);
      }
      return uid;
    },
  });
}

/** Returns the last id of a plain uid, or the label of an Output. Returns undefined if there is neither. */
export function labelOf(uid: unknown): string | undefined {
  if (typeof uid === "string") return uid.slice(uid.lastIndexOf("/") + 1);
  return Output.isInstance(uid) ? labels.get(uid)?.label : undefined;
}

export const formerLabelsOf = (uid: unknown): readonly Input<string>[] =>
  (Output.isInstance(uid) ? labels.get(uid)?.former : undefined) ?? [];

/** Returns the former names of a resource, which are those of its aliases. */
export const formerNames = (name: string, aliases: readonly Input<URN | Alias>[] = []): Input<string>[] =>
  aliases.map((alias) =>
    // `output` resolves the Inputs of an Alias.
    output(alias).apply((found) => (typeof found === "string" ? nameOfUrn(found) : String(found.name ?? name))),
  );
