/** What a process of a run announces about an object or a place: it owns it, wants to adopt or create it, or releases it. */
export type Claim = "held" | "wanted" | "free";

/** The other host processes of this run. The engine starts one for each provider of a program, and each sees only its own resources. */
export interface OtherHosts {
  /** Announces a claim on an object or a place to the others. */
  announce(name: string, claim: Claim): void;
  /** The claim of another process on an object or a place. */
  claimOn(name: string): Claim | undefined;
  /** The address of another platform at which another process manages, or should adopt, an object of the same uid. */
  claimedElsewhere(object: string): string | undefined;
  /** Whether one of them runs the program. */
  readonly areRunningProgram: boolean;
  /** Announces to the others that something failed, once. */
  announceFailure(): void;
  /** Whether something failed in one of them. */
  readonly haveFailed: boolean;
}

/** For a process that is alone in its run. */
export const noOtherHosts: OtherHosts = {
  announce: () => undefined,
  claimOn: () => undefined,
  claimedElsewhere: () => undefined,
  areRunningProgram: false,
  announceFailure: () => undefined,
  haveFailed: false,
};

/** Whether a process owns an object or a place, or wants it. */
export const isClaimed = (claim: Claim | undefined): boolean => claim === "held" || claim === "wanted";
