/**
 * What a process of a run says of an object or of a place to the others: it holds it, is to adopt or to fill it, or lets go
 * of it.
 */
export type Claim = "held" | "wanted" | "free";

/**
 * The other host processes of this run: the engine starts one for each provider of a program, and each sees only the
 * resources of its own.
 */
export interface OtherHosts {
  /** Tells them about an object or a place. */
  tell(name: string, claim: Claim): void;
  /** What they have told about an object or a place. */
  told(name: string): Claim | undefined;
  /** The address of another platform at which one of them manages, or is to adopt, an object of the same uid. */
  toldElsewhere(object: string): string | undefined;
  /** Whether one of them runs the program. */
  readonly areRunningProgram: boolean;
  /** Tells them that something failed. */
  tellFailure(): void;
  /** Whether something failed in one of them. */
  readonly haveFailed: boolean;
}

/** For a process that is alone in its run. */
export const noOtherHosts: OtherHosts = {
  tell: () => undefined,
  told: () => undefined,
  toldElsewhere: () => undefined,
  areRunningProgram: false,
  tellFailure: () => undefined,
  haveFailed: false,
};

/** Whether a process holds an object or a place, or is to have it. */
export const isClaim = (told: Claim | undefined): boolean => told === "held" || told === "wanted";
