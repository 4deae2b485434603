import type { Fault } from "../../../emulator/faults/fault";
import { faultForm, parseFault } from "../../../emulator/faults/fault-line";
import type { IdTokenClaims } from "../../../emulator/index";
import { CallError } from "../../declaration";
import { messageOf } from "../../output/text";

/** A whole number of at most nine digits. Throws CallError. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new CallError("It is no whole number.");
  return Number(text);
}

/** A fault. Throws CallError. */
export function faultIn(text: string): Fault {
  try {
    return parseFault(text);
  } catch (error) {
    // advice: fault-form
    throw new CallError(`${messageOf(error)}. The form is: ${faultForm}`);
  }
}

/** What an ID token says, as an option gives it. Without an audience, the token is for the emulator. */
export type IdTokenFlag = Pick<IdTokenClaims, "issuer" | "subject"> & { readonly audience: string | undefined };

/** The form of what an ID token says. */
export const idTokenForm = "issuer=…,subject=…[,audience=…]";

/** What an ID token says. A value may have commas and equals signs in it. Throws CallError. */
export function idTokenIn(text: string): IdTokenFlag {
  const parts = text
    .split(/,(?=(?:issuer|subject|audience)=)/)
    .map((part) => /^(issuer|subject|audience)=(.+)$/s.exec(part));
  const given = new Map(parts.map((part) => [part?.[1], part?.[2]]));
  const [issuer, subject] = [given.get("issuer"), given.get("subject")];
  if (issuer === undefined || subject === undefined || given.has(undefined) || given.size < parts.length) {
    // advice: id-token-form
    throw new CallError(`The form is: ${idTokenForm}`);
  }
  return { issuer, subject, audience: given.get("audience") };
}
