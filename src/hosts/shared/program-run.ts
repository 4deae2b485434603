import { OtherHosts } from "./other-hosts";

/** Whether this run executes the program, and whether something in it failed. It shares this with the other processes of the run. */
export class ProgramRun {
  #hasFailed = false;
  #hasProgram = false;

  constructor(protected readonly others = new OtherHosts()) {}

  get isProgramRun(): boolean {
    return this.#hasProgram || this.others.areRunningProgram;
  }

  /** Whether this process has resources of the program, be they only read. It has none in a refresh and a plain `destroy`. */
  get hasProgram(): boolean {
    return this.#hasProgram;
  }

  get hasOtherHosts(): boolean {
    return this.others.areRunningProgram;
  }

  protected get hasAnyFailed(): boolean {
    return this.#hasFailed || this.others.haveFailed;
  }

  noteFailure(): void {
    this.#hasFailed = true;
    this.#announceFailure();
  }

  noteProgram(): void {
    this.#hasProgram = true;
    this.#announceFailure();
  }

  /** Notes that the run is over. */
  noteEnd(): void {
    this.others.reportEnd();
  }

  /** Announces that something failed. A refresh and a plain `destroy` announce nothing, because no resource is declared in them. */
  #announceFailure(): void {
    if (this.#hasFailed && this.#hasProgram) this.others.reportFailure();
  }
}
