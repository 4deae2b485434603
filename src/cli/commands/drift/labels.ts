import { keyFields } from "../../../spec/resource";
import { shownInput } from "../../../spec/shown";
import { SharedNames } from "../../ignoring/shared-names";
import { type Named, nameOf } from "../../organization/directory";
import { type Grant, granteeOf, isBuiltIn, roleText } from "../../organization/grants";
import type { LiveObject } from "../../organization/read";

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
  readonly #shared = new SharedNames();

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
    if (name !== undefined) this.#shared.add(kind, uid, name);
  }

  /** What an object is called in a table. */
  of(object: LiveObject, place: Named): string {
    if (this.grantOf(object) !== undefined) return nameOf(object) ?? this.forRules(object, place);
    // What may be shown of its key; its uid where that is nothing.
    return nameOf(object) ?? (keyParts(object).join(" ") || object.uid);
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
    const who = identity === undefined ? this.#granteeText(object, place) : this.#part("iam:Identity", identity);
    return who && `${who} as ${this.#roleText(role)} in ${this.#part("iam:Group", group)}`;
  }

  /** Undefined where it could be read in two ways. */
  #granteeText({ spec, values }: LiveObject, place: Named): string | undefined {
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
    return this.#shared.has(kind, name) ? uid : name;
  }
}

/** What may be shown of an object's key where that is all of it: a sink's origin may be that of another, too. */
function wholeKey(object: LiveObject): string | undefined {
  const parts = keyParts(object);
  const isWhole = keyFields(object.spec).every(([name], i) => parts[i] === object.values[name]);
  return isWhole && parts.length > 0 ? parts.join(" ") : undefined;
}

const keyParts = ({ spec, values }: LiveObject): string[] =>
  keyFields(spec).flatMap(([name, { type }]) => shownInput(type, values[name]) ?? []);
