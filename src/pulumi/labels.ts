import { Output } from "@pulumi/pulumi";

/**
 * Names for uids that are Outputs: a component needs the names of its resources when it is made, and the value of an Output
 * is known later, or not at all in a preview. The uid of a resource is called like the resource, and one that was looked up
 * by a name like that name.
 */
const labels = new WeakMap<object, string>();

/** Calls an Output by a name. */
export function setLabel(uid: Output<unknown>, label: string): void {
  labels.set(uid, label);
}

/** Calls the `uid` in the answer to a lookup by the name that was asked for, if that is a plain text. */
export function labelUid(answer: Output<unknown>, args: unknown): void {
  const { name } = Object(args) as { name?: unknown };
  if (typeof name !== "string" || name === "") return;
  let uid: Output<unknown> | undefined;
  // An Output finds its own properties before those of its value.
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

/** The name of a uid: the last id of a plain text, the label of an Output; undefined where there is none. */
export function labelOf(uid: unknown): string | undefined {
  if (typeof uid === "string") return uid.slice(uid.lastIndexOf("/") + 1);
  return Output.isInstance(uid) ? labels.get(uid) : undefined;
}
