import { quoted } from "../../client/api/shown";
import { capabilities } from "../../description/resources/capabilities";
import { suggestion } from "../../description/spec/spelling";
import { CallError } from "../declaration";
import type { AccessModel } from "./model";

const FORM = /^CAP_[A-Z0-9_]+$/;

const known: ReadonlySet<string> = new Set(capabilities);

/** Checks the form of a capability. Throws CallError, which suggests a name. */
export function checkCapability(text: string): string {
  if (known.has(text) || FORM.test(text)) return text;
  throw unknownCapability(text);
}

/** Checks that this version or a role knows a capability, because a typo would look like a "no". Throws CallError. */
export function checkKnown({ roles }: AccessModel, text: string): void {
  if (known.has(text) || [...roles.values()].some(({ capabilities: granted }) => granted.includes(text))) return;
  throw unknownCapability(text);
}

const unknownCapability = (text: string): CallError =>
  new CallError(`unknown capability ${quoted(text)}. ${suggestion(text, capabilities)}`);
