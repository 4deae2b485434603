import { scimToken } from "../../../resources/scim-token";
import type { Sort } from "../../ignoring/sorts";
import type { PageAction } from "../../page";
import type { Drift } from "./findings";

/** Remedies for a finding, with the text to copy. */

/** An object or resource that a rule can name. */
interface Nameable {
  readonly kind: string;
  readonly uid: string;
  /** Its name for people. */
  readonly name: string;
}

/**
 * Returns the rule of an ignore file that hides a finding. It names the object by its uid, which no other object ever has. A comment
 * has the name. Undefined for an id that no rule can name.
 */
export function ruleText(
  { kind, uid, name }: Nameable,
  what: { readonly when: Sort } | { readonly field: string },
): string | undefined {
  const words = ["when" in what ? [kind, uid] : [kind, uid, what.field]].flat();
  if (words.some((word) => /["\r\n]/.test(word))) return undefined;
  const texts = words.map((word) => (/[\s#]|^(when|until|)$/.test(word) ? `"${word}"` : word));
  const when = "when" in what ? [`when ${what.when}`] : [];
  return [...texts, ...when, `# ${name.replace(/\s+/g, " ")}`].join(" ");
}

/** Returns the action that hides a finding. */
export function ignoring(rules: readonly (string | undefined)[]): PageAction[] {
  const texts = rules.filter((rule) => rule !== undefined);
  if (texts.length === 0) return [];
  return [{ label: "If this is intended, add to .pulumi-platform-ignore", lines: texts }];
}

/** Returns the action that restores what the program declares. */
export function undoing({ name }: Pick<Drift, "name">): PageAction {
  const stack = name === undefined || !/^[\w.-]+$/.test(name.stack) ? "" : ` --stack ${name.stack}`;
  return { label: "If the program is right, restore it", lines: [`pulumi up --refresh${stack}`] };
}

/** Kinds that cannot be adopted, because the platform returns their secret only once. */
const NEVER_ADOPTED: ReadonlySet<string> = new Set(["iam:GroupInvite"]);

/** Returns the actions that delete an unmanaged object, or add it to the program. A SCIM token has the uid of its identity provider. */
export function settling({ kind, uid }: Pick<Nameable, "kind" | "uid">): PageAction[] {
  if (kind === scimToken.type) return [];
  const deleting = { label: "If nobody needs it, delete it on the platform", lines: [uid] };
  if (NEVER_ADOPTED.has(kind)) return [deleting];
  const adopting = {
    label: "If it belongs in the program, declare it there with the argument",
    lines: [`adoptUid: "${uid}"`],
  };
  return [deleting, adopting];
}
