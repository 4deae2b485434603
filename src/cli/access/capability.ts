import { quoted } from "../../api/shown";
import { capabilities } from "../../resources/capabilities";
import { suggestion } from "../../spec/spelling";
import { CallError } from "../declaration";
import type { AccessModel } from "./model";

const FORM = /^CAP_[A-Z0-9_]+$/;

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

// advice: other-capability
const unknownCapability = (text: string): CallError =>
  new CallError(`there is no capability ${quoted(text)}: ${suggestion(text, capabilities)}`);
