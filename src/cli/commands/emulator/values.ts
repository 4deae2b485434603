import type { Fault } from "../../../emulator/faults/fault";
import { faultForm, parseFault } from "../../../emulator/faults/fault-line";
import { CallError } from "../../declaration";

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
    const reason = error instanceof Error ? error.message : String(error);
    // advice: fault-form
    throw new CallError(`${reason}. The form is: ${faultForm}`);
  }
}
