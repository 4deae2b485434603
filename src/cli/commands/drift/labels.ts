import { keyFields } from "../../../spec/resource";
import { shownInput } from "../../../spec/shown";
import type { LiveObject } from "../../organization/read";
import { type Grant, granteeOf, type Named } from "./grants";

/** What objects are called, in reports and in the rules of ignore files. */

/** What joins the parts of a label. A part that has one could pass for two. */
const JOINS = / (?:as|of) /;

/**
 * Calls objects by their names; what grants by who gets which role, `ci as viewer`; and others by the rest of their key.
 *
 * A rule of an ignore file hides what has its label, and names are not only the reader's to give: so a name stands in the
 * label of a grant only while one object alone has it. Else its uid stands there.
 */
export class Labels {
  /** uids by kind and name. */
  readonly #uids = new Map<string, Set<string>>();

  /**
   * @param objects all that was read
   * @param grantOf what an object grants
   */
  constructor(
    objects: readonly LiveObject[],
    private readonly grantOf: (object: LiveObject) => Grant | undefined,
  ) {
    for (const object of objects) {
      this.#add(object.spec.type, { uid: object.uid, name: nameOf(object) });
      const { identity, role } = grantOf(object) ?? {};
      if (identity !== undefined) this.#add("iam:Identity", identity);
      if (role !== undefined && !isBuiltIn(role)) this.#add("iam:Role", role);
    }
  }

  #add(kind: string, { uid, name }: Named): void {
    if (name === undefined) return;
    const key = `${kind} ${name}`;
    const uids = this.#uids.get(key) ?? new Set();
    this.#uids.set(key, uids.add(uid));
  }

  /**
   * The label of an object.
   *
   * @param place what it lies in
   */
  of(object: LiveObject, place: Named): string {
    const name = nameOf(object);
    if (name !== undefined) return name;
    const grant = this.grantOf(object);
    return grant === undefined ? keyText(object) || object.uid : this.#grantText(object, grant, place);
  }

  #grantText(object: LiveObject, { identity, role }: Grant, place: Named): string {
    const who = identity === undefined ? this.#holderText(object, place) : this.#part("iam:Identity", identity);
    return `${who} as ${this.#roleText(role)}`;
  }

  #holderText({ spec, uid, values }: LiveObject, place: Named): string {
    const { holder, value, words } = granteeOf(spec, values);
    if (holder?.label === undefined) return words;
    if (JOINS.test(value)) return uid;
    return holder.label(value, this.#part("iam:IdentityProvider", place));
  }

  /** A role of the platform by its name; others say that they are not, for they may have the same. */
  #roleText(role: Named): string {
    if (isBuiltIn(role)) return role.name ?? role.uid;
    const part = this.#part("iam:Role", role);
    return part === role.uid ? part : `${part} (custom)`;
  }

  /** The name of an object if it is clear which one is meant, and its uid if not. */
  #part(kind: string, { uid, name }: Named): string {
    const isClear =
      name !== undefined && !JOINS.test(` ${name} `) && (this.#uids.get(`${kind} ${name}`)?.size ?? 0) <= 1;
    return isClear ? name : uid;
  }
}

/** Whether a role is one of the platform's own, which lie in no group. */
const isBuiltIn = ({ uid }: Named): boolean => !uid.includes("/");

const nameOf = ({ values }: LiveObject): string | undefined =>
  typeof values.name === "string" && values.name !== "" ? values.name : undefined;

/** What may be shown of an object's key. */
const keyText = ({ spec, values }: LiveObject): string =>
  keyFields(spec)
    .flatMap(([name, { type }]) => shownInput(type, values[name]) ?? [])
    .join(" ");
