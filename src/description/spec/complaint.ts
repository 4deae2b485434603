/** A problem with one input: its dotted path and the reason. It never contains values, because any input may be secret. */
export interface Complaint {
  readonly property: string;
  readonly reason: string;
  /**
   * `form`: the value has the wrong type or format. `missing`: there is no value. `rule`: the platform refuses it. `limit`: it exceeds a
   * current limit. `advice`, always a warning: the platform accepts it, but its author may not have meant that.
   */
  readonly kind: "form" | "missing" | "rule" | "limit" | "advice";
  /** The value is sent anyway, and the platform decides. */
  readonly isWarning?: true;
  /** The pattern that the value does not match, in the platform's own form. */
  readonly pattern?: string;
}

/** `name is required`. */
export const complaintText = ({ property, reason }: Complaint): string =>
  property === "" ? reason : `${property} ${reason}`;
