import type { Sort } from "../../ignoring/sorts";
import type { PageAction } from "../../page";
import type { Drift } from "./findings";

/** What to do about a finding, with the text to copy. */

/** Something that an ignore file can name. */
interface Nameable {
  readonly kind: string;
  readonly uid: string;
  /** What people call it. */
  readonly name: string;
}

/**
 * The rule of an ignore file that hides a finding. It names the object by its uid, which no other object ever has. The name stands
 * behind it for people. Undefined for an id that no rule can name.
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

/** Lets the ignore file hide a finding. */
export function ignoring(rules: readonly (string | undefined)[]): PageAction[] {
  const texts = rules.filter((rule) => rule !== undefined);
  if (texts.length === 0) return [];
  // advice: ignore-finding
  return [{ label: "If this is intended, add to .pulumi-platform-ignore", lines: texts }];
}

/** Puts back what the program says. */
export function undoing({ name }: Pick<Drift, "name">): PageAction {
  const stack = name === undefined || !/^[\w.-]+$/.test(name.stack) ? "" : ` --stack ${name.stack}`;
  // advice: undo-drift
  return { label: "If the program is right, restore it", lines: [`pulumi up --refresh${stack}`] };
}

/** Kinds whose objects cannot be adopted: what their creation told, nobody is told again. */
const NEVER_ADOPTED: ReadonlySet<string> = new Set(["iam:GroupInvite", "iam:ScimToken"]);

/** Takes an object into the program. */
export function managing({ kind, uid }: Pick<Nameable, "kind" | "uid">): PageAction[] {
  if (NEVER_ADOPTED.has(kind)) return [];
  // advice: adopt-uid
  return [{ label: "If it belongs in the program, declare it there with the argument", lines: [`adoptUid: "${uid}"`] }];
}
