import type { ValueType } from "../spec/types";
import { isEmpty } from "../spec/values";

/**
 * Whether a value is the zero of its kind, which proto3 does not tell from an absent one. On the wire a message is there
 * or not, whatever it holds: `{}` is a message, only null is none.
 */
export const isZero = (type: ValueType, value: unknown): boolean =>
  type.kind === "message" ? value === undefined || value === null : isEmpty(type, value);

/** What stands for an empty field where all fields are written (wire 24). */
export function zeroOf(type: ValueType): unknown {
  switch (type.kind) {
    case "string":
      if (type.format === "timestamp" || type.format === "duration") return null;
      return type.format === "int64" ? "0" : "";
    case "boolean":
      return false;
    case "integer":
      return 0;
    case "enum":
      return type.values[0];
    case "list":
      return [];
    case "map":
      return {};
    case "message":
      return null;
  }
}
