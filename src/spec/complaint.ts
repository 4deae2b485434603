/**
 * A problem with one input: its dotted path and the reason. Contains names but never values: any input may be secret,
 * and Pulumi does not say which ones are.
 */
export interface Complaint {
  readonly property: string;
  readonly reason: string;
  /**
   * `form`: the value does not have the form of its type. `rule`: it has, but the platform refuses it. `limit`: it exceeds
   * what the platform accepts for now.
   */
  readonly kind: "form" | "rule" | "limit";
  /** The value is sent all the same, and the platform decides. */
  readonly isWarning?: true;
  /** The pattern that the value does not match, as the platform writes it. */
  readonly pattern?: string;
}
