import type { Fault } from "../../../emulator/faults/fault";
import { faultForm, parseFault } from "../../../emulator/faults/fault-line";
import type { IdTokenClaims } from "../../../emulator/index";
import { CallError } from "../../declaration";
import { messageOf } from "../../output/text";

/** Returns a whole number of at most nine digits. Throws CallError. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new CallError("It must be a whole number.");
  return Number(text);
}

export function faultIn(text: string): Fault {
  try {
    return parseFault(text);
  } catch (error) {
    throw new CallError(`${messageOf(error)}. It must have the form ${faultForm}`);
  }
}

/** The claims of an ID token. Without an audience, the token is for the emulator. */
export type IdTokenFlag = Pick<IdTokenClaims, "issuer" | "subject"> & { readonly audience: string | undefined };

export const idTokenForm = "issuer=…,subject=…[,audience=…]";

/** Returns the claims of an ID token. A value may contain commas and equals signs. Throws CallError. */
export function idTokenIn(text: string): IdTokenFlag {
  const parts = text
    .split(/,(?=(?:issuer|subject|audience)=)/)
    .map((part) => /^(issuer|subject|audience)=(.+)$/s.exec(part));
  const given = new Map(parts.map((part) => [part?.[1], part?.[2]]));
  const [issuer, subject] = [given.get("issuer"), given.get("subject")];
  if (issuer === undefined || subject === undefined || given.has(undefined) || given.size < parts.length) {
    throw new CallError(`It must have the form ${idTokenForm}`);
  }
  return { issuer, subject, audience: given.get("audience") };
}
