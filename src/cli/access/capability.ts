import { quoted } from "../../api/shown";
import { capabilities } from "../../resources/capabilities";
import { CallError } from "../declaration";
import type { AccessModel } from "./model";

const FORM = /^CAP_[A-Z0-9_]+$/;
/** The most names that a message suggests. */
const MAX_SUGGESTIONS = 5;

/** The capabilities that this version knows. */
const known: ReadonlySet<string> = new Set(capabilities);

/** Refuses a text that cannot be the name of a capability. Throws CallError with those that it may mean. */
export function checkCapability(text: string): string {
  if (known.has(text) || FORM.test(text)) return text;
  throw unknownCapability(text);
}

/** Refuses a capability that neither this version nor any role knows: a slip of the pen would seem to be a "no". */
export function checkKnown({ roles }: AccessModel, text: string): void {
  if (known.has(text) || [...roles.values()].some(({ capabilities: granted }) => granted.includes(text))) return;
  throw unknownCapability(text);
}

function unknownCapability(text: string): CallError {
  const words = text
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter((word) => word !== "" && word !== "CAP");
  const alike = [...known].filter((name) => words.length > 0 && words.every((word) => name.includes(word)));
  const near = alike.sort((a, b) => a.length - b.length).slice(0, MAX_SUGGESTIONS);
  // advice: other-capability
  const hint = near.length > 0 ? ` (did you mean ${near.join(" or ")}?)` : "";
  return new CallError(`there is no capability ${quoted(text)}${hint}`);
}
