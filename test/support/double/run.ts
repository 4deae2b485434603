import type { Declared } from "../engine";
import { HostError } from "../host";
import { apply, ProtectedError, type RunParts, StepError } from "./apply";
import { type Goal, goalOf, isProvider, labelOf, namesBefore } from "./program";
import { allDependenciesOf, deletionLists, type Entry } from "./state";
import { Bail, type Step, StepGenerator } from "./steps";
import { Workers } from "./workers";

/** Ends what waits for a resource that is never registered. */
class Cancelled extends Error {}

interface Registered {
  readonly urn: string;
  /** Undefined if it is unknown. */
  readonly id: string | undefined;
}

/** The entry that a step is about, whose dependencies decide whether it is skipped. */
const subjectOf = (step: Step): Entry => ("fresh" in step ? step.fresh : step.old);

/** One run of the engine: the program's registrations, then the deletes (deployment_executor.go, step_executor.go). */
export class Run {
  readonly #steps: StepGenerator;
  readonly #workers: Workers;
  readonly #failed: Step[] = [];
  readonly #skipped = new Set<string>();
  readonly #waiting = new Set<(error: Error) => void>();
  #lastTurn: Promise<unknown> = Promise.resolve();
  #isCancelled = false;
  hasFailed = false;

  constructor(private readonly parts: RunParts) {
    const { snapshot, call, options } = parts;
    this.#steps = new StepGenerator(snapshot, call, (message) => parts.report(message), options);
    this.#workers = new Workers(options.parallel);
  }

  /** Runs a program to its end, none for `destroy`. */
  async play(program: readonly Declared[]): Promise<void> {
    const registered = new Map<string, Promise<Registered>>();
    for (const declared of program.filter((one) => !isProvider(one))) {
      if (registered.has(declared.name)) throw new Error(`${declared.name} is declared twice`);
      registered.set(declared.name, this.#register(declared, registered));
    }
    const ends = await Promise.allSettled(registered.values());
    await this.#workers.idle();
    const defect = ends.find((end) => end.status === "rejected" && !(end.reason instanceof Cancelled));
    if (defect?.status === "rejected") throw defect.reason;
    if (!this.#isCancelled) await this.#guarded(() => this.#delete());
    if (this.#steps.hasFailed) this.hasFailed = true;
    this.#rename();
  }

  async #register(declared: Declared, others: ReadonlyMap<string, Promise<Registered>>): Promise<Registered> {
    const before = namesBefore(declared).map((name) => [name, others.get(name)] as const);
    const made = new Map<string, Registered>();
    for (const [name, other] of before) {
      if (other === undefined) throw new Error(`${declared.name} refers to ${name}, which is not declared before it`);
      made.set(name, await other);
    }
    const goal = goalOf(declared, made, this.parts.options);
    let settle: (registered: Registered) => void = () => undefined;
    const done = new Promise<Registered>((resolve, reject) => {
      settle = resolve;
      if (this.#isCancelled) reject(new Cancelled());
      this.#waiting.add(reject);
    });
    // One resource at a time. A chain of steps runs beside the turns of others, once a worker is free for it.
    const turn = this.#lastTurn.then(() => this.#guarded(() => this.#takeTurn(goal, settle)));
    this.#lastTurn = turn.catch(() => undefined);
    await Promise.race([turn.then(() => done), done]);
    return done;
  }

  async #takeTurn(goal: Goal, settle: (registered: Registered) => void): Promise<void> {
    if (this.#isCancelled) return;
    const steps = await this.#steps.stepsFor(goal);
    for (const step of this.#failed) this.#skipped.add(subjectOf(step).urn);
    const chain = steps.filter((step) => !this.#skip(step, settle));
    await this.#workers.take(() => this.#runChain(chain, settle));
  }

  /** Whether a step is left out, because it is about what depends on a resource that failed or was left out. */
  #skip(step: Step, settle: (registered: Registered) => void): boolean {
    const subject = subjectOf(step);
    if (!subject.dependencies.some((urn) => this.#skipped.has(urn))) return false;
    this.#skipped.add(subject.urn);
    if ("fresh" in step) settle({ urn: step.fresh.urn, id: undefined });
    return true;
  }

  async #runChain(chain: readonly Step[], settle: (registered: Registered) => void): Promise<void> {
    for (const step of chain) {
      if (this.#isCancelled) return;
      try {
        await apply(step, this.parts);
      } catch (error) {
        if (!(error instanceof HostError || error instanceof StepError)) throw this.#defect(error);
        this.parts.report(`${labelOf(subjectOf(step))}: error: ${error.message}`);
        this.hasFailed = true;
        if (!this.parts.options.continueOnError && !(error instanceof ProtectedError)) return this.#cancel();
        this.#failed.push(step);
        if ("fresh" in step) return settle({ urn: step.fresh.urn, id: step.fresh.id || undefined });
        // The engine never answers the program: it waits for ever.
        if (chain.length > 1)
          throw this.#defect(new Error("the engine hangs here: a delete before a replacement failed"));
        return;
      }
      if ("fresh" in step) settle({ urn: step.fresh.urn, id: step.fresh.id || undefined });
    }
  }

  /** What comes after the program. */
  async #delete(): Promise<void> {
    const { base } = this.parts.snapshot;
    const { sames, deletes } = await this.#steps.stepsAfter();
    for (const step of sames) await apply(step, this.parts);
    const steps = new Map(deletes.map((step) => [subjectOf(step), step]));
    for (const list of deletionLists(base, [...steps.keys()])) {
      // What a resource depends on stays when its step failed.
      const kept = new Set(
        this.#failed.flatMap((step) => ("old" in step && step.old ? [...allDependenciesOf(base, step.old)] : [])),
      );
      for (const entry of this.parts.shuffled(list.filter((one) => !kept.has(one)))) {
        const step = steps.get(entry);
        if (step !== undefined) await this.#workers.take(() => this.#runChain([step], () => undefined));
      }
      await this.#workers.idle();
    }
  }

  /** A bail ends the run; all else is a defect of the double. */
  async #guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.hasFailed = true;
      this.#cancel();
      if (error instanceof HostError) this.parts.report(`error: ${error.message}`);
      else if (!(error instanceof Bail)) throw error;
    }
  }

  /** Ends the run for an unexpected error. */
  #defect(error: unknown): unknown {
    this.#cancel();
    return error;
  }

  /** Nothing new starts from now on. What runs comes to its end. */
  #cancel(): void {
    this.#isCancelled = true;
    for (const reject of this.#waiting) reject(new Cancelled());
  }

  /** What has not been touched refers to resources by their former URNs. */
  #rename(): void {
    const now = (urn: string) => this.#steps.renamed.get(urn) ?? urn;
    for (const entry of this.parts.snapshot.entries()) {
      entry.dependencies = entry.dependencies.map(now);
      const byKey = Object.entries(entry.propertyDependencies).map(([key, urns]) => [key, urns.map(now)] as const);
      entry.propertyDependencies = Object.fromEntries(byKey);
    }
  }
}
