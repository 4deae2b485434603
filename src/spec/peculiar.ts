/** What is special about a single kind. Code and readers of other kinds need not know it. */
export interface Peculiar {
  /** iam:ScimToken, iam:TermsAcceptance: the computed values that a change of an input may change. */
  readonly outputsOf?: Readonly<Record<string, readonly string[]>>;
}
