import { keyFields } from "../../../spec/resource";
import { shownInput } from "../../../spec/shown";
import { granteeOf } from "../../organization/grantees";
import type { LiveObject } from "../../organization/read";
import { type Grant, isBuiltIn, type Named, roleText } from "./grants";

/** What objects are called, in reports and in the rules of ignore files. */

/** What joins the parts of a name. A part that has one could pass for two. */
const JOINS = / (?:as|of|in) /;
/** What a rule cannot say of a name, or would take for another thing: any text, the end of a word, a uid. */
const UNCLEAR = /[*"\r\n]|^[0-9a-f]{40}(?:\/[0-9a-f]+)*$/;

/**
 * Calls objects by their names; what grants by who gets which role where, `ci as viewer in acme`; and others by the rest of
 * their key.
 *
 * A rule of an ignore file hides what it calls by name, and names are not only the reader's to give: so a name stands in that of
 * a grant only while one object alone has it. Else its uid stands there.
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

  #add(kind: string, { uid, name }: Pick<Named, "uid" | "name">): void {
    if (name === undefined) return;
    const key = `${kind} ${name}`;
    const uids = this.#uids.get(key) ?? new Set();
    this.#uids.set(key, uids.add(uid));
  }

  /** What an object is called in a table. */
  of(object: LiveObject, place: Named): string {
    return nameOf(object) ?? (this.grantOf(object) === undefined ? keyText(object) : this.forRules(object, place));
  }

  /**
   * What rules call an object: its uid where nothing else is clear.
   *
   * @param place what it lies in
   */
  forRules(object: LiveObject, place: Named): string {
    const name = nameOf(object);
    const grant = this.grantOf(object);
    const text = name ?? (grant === undefined ? wholeKey(object) : this.#grantText(object, grant, place));
    return text === undefined || UNCLEAR.test(text) ? object.uid : text;
  }

  #grantText(object: LiveObject, { identity, role, group }: Grant, place: Named): string | undefined {
    const who = identity === undefined ? this.#holderText(object, place) : this.#part("iam:Identity", identity);
    return who && `${who} as ${this.#roleText(role)} in ${this.#part("iam:Group", group)}`;
  }

  /** Undefined where it could be read in two ways. */
  #holderText({ spec, values }: LiveObject, place: Named): string | undefined {
    const { holder, value, words } = granteeOf(spec, values);
    if (holder?.label === undefined) return words;
    return JOINS.test(value) ? undefined : holder.label(value, this.#part("iam:IdentityProvider", place));
  }

  #roleText(role: Named): string {
    const part = isBuiltIn(role) ? role.name : this.#part("iam:Role", role);
    return part === role.uid ? part : roleText({ uid: role.uid, name: part });
  }

  /** The name of an object if it is clear which one is meant, and its uid if not. */
  #part(kind: string, { uid, name }: Named): string {
    if (name === undefined || JOINS.test(` ${name} `) || UNCLEAR.test(name)) return uid;
    return (this.#uids.get(`${kind} ${name}`)?.size ?? 0) > 1 ? uid : name;
  }
}

const nameOf = ({ values }: LiveObject): string | undefined =>
  typeof values.name === "string" && values.name !== "" ? values.name : undefined;

/** What may be shown of an object's key; its uid where that is nothing. */
const keyText = (object: LiveObject): string => keyParts(object).join(" ") || object.uid;

/** The same where that is all of the key: a sink's origin may be that of another, too. */
function wholeKey(object: LiveObject): string | undefined {
  const { spec, values } = object;
  const parts = keyParts(object);
  const isWhole = keyFields(spec).every(([name], i) => parts[i] === values[name]);
  return isWhole && parts.length > 0 ? parts.join(" ") : undefined;
}

const keyParts = ({ spec, values }: LiveObject): string[] =>
  keyFields(spec).flatMap(([name, { type }]) => shownInput(type, values[name]) ?? []);
