import type { ValueType } from "../../spec/types";
import { isEmpty } from "../../spec/values";

/**
 * Whether a value is the zero of its kind, which proto3 does not tell from an absent one. On the wire a message is there
 * or not, whatever it holds: `{}` is a message, only null is none.
 */
export const isZero = (type: ValueType, value: unknown): boolean =>
  type.kind === "message" ? value === undefined || value === null : isEmpty(type, value);
