import { keyFields } from "../../../description/spec/resource";
import { shownInput } from "../../../description/spec/shown";
import { SharedNames } from "../../ignoring/shared-names";
import { type Named, ownName } from "../../organization/directory";
import { type Grant, granteeOf, isBuiltIn, roleText } from "../../organization/grants";
import type { LiveObject } from "../../organization/read";

/** Words that join the parts of a name. A part that contains one would look like two parts. */
const JOINS = / (?:as|of|in) /;
/** Texts that a rule cannot contain, or would read as a wildcard, the end of a word, or a uid. */
const UNCLEAR = /[*"\r\n]|^[0-9a-f]{40}(?:\/[0-9a-f]+)*$/;

/**
 * Gives objects their names. A grant is called after who gets which role where, `ci as viewer in acme`. Other objects without a
 * name are called after the rest of their key.
 *
 * A rule of an ignore file hides objects by name, and others can choose names too. So the name of a grant contains the name of an
 * object only if no other object has the same name. Otherwise, it contains the uid.
 */
export class ObjectNames {
  readonly #shared = new SharedNames();

  constructor(
    objects: readonly LiveObject[],
    private readonly grantOf: (object: LiveObject) => Grant | undefined,
  ) {
    for (const object of objects) {
      this.#add(object.spec.type, { uid: object.uid, name: ownName(object) });
      const { identity, role } = grantOf(object) ?? {};
      if (identity !== undefined) this.#add("iam:Identity", identity);
      if (role !== undefined && !isBuiltIn(role)) this.#add("iam:Role", role);
    }
  }

  #add(kind: string, { uid, name }: Pick<Named, "uid" | "name">): void {
    if (name !== undefined) this.#shared.add(kind, uid, name);
  }

  /** Returns the name of an object in a table. */
  of(object: LiveObject, place: Named): string {
    const name = ownName(object);
    if (name !== undefined) return name;
    // The part of its key that may be shown, or else its uid.
    return this.grantOf(object) ? this.forRules(object, place) : keyParts(object).join(" ") || object.uid;
  }

  /** Returns the name of an object in rules, or its uid if no name is unambiguous. */
  forRules(object: LiveObject, place: Named): string {
    const name = ownName(object);
    const grant = this.grantOf(object);
    const text = name ?? (grant === undefined ? wholeKey(object) : this.#grantText(object, grant, place));
    return text === undefined || UNCLEAR.test(text) ? object.uid : text;
  }

  #grantText(object: LiveObject, { identity, role, group }: Grant, place: Named): string | undefined {
    const who = identity === undefined ? this.#granteeText(object, place) : this.#part("iam:Identity", identity);
    return who && `${who} as ${this.#roleText(role)} in ${this.#part("iam:Group", group)}`;
  }

  /** Returns who gets the role. Undefined if the text would be ambiguous. */
  #granteeText({ spec, values }: LiveObject, place: Named): string | undefined {
    const { holder, value, words } = granteeOf(spec, values);
    if (holder?.label === undefined) return words;
    return JOINS.test(value) ? undefined : holder.label(value, this.#part("iam:IdentityProvider", place));
  }

  #roleText(role: Named): string {
    const part = isBuiltIn(role) ? role.name : this.#part("iam:Role", role);
    return part === role.uid ? part : roleText({ uid: role.uid, name: part });
  }

  #part(kind: string, { uid, name }: Named): string {
    if (name === undefined || JOINS.test(` ${name} `) || UNCLEAR.test(name)) return uid;
    return this.#shared.has(kind, name) ? uid : name;
  }
}

/** Returns an object's key if all of it may be shown. Another sink may have the same origin, so an origin alone is not enough. */
function wholeKey(object: LiveObject): string | undefined {
  const parts = keyParts(object);
  const isWhole = keyFields(object.spec).every(([name], i) => parts[i] === object.values[name]);
  return isWhole && parts.length > 0 ? parts.join(" ") : undefined;
}

const keyParts = ({ spec, values }: LiveObject): string[] =>
  keyFields(spec).flatMap(([name, { type }]) => shownInput(type, values[name]) ?? []);
