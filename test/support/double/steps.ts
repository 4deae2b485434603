import { isDeepStrictEqual } from "node:util";
import type { Host, Props } from "../host";
import { type Goal, labelOf, UNKNOWN } from "./program";
import { dependentsOf, type Entry, nameOfUrn, type Snapshot } from "./state";

/** What the engine does with one resource. A chain of steps runs in order, until one fails. */
export type Step =
  | { readonly kind: "same"; readonly old: Entry; readonly fresh: Entry }
  | { readonly kind: "skipped create"; readonly fresh: Entry }
  | { readonly kind: "create"; readonly old: Entry | undefined; readonly fresh: Entry; readonly keepsOld: boolean }
  | { readonly kind: "update"; readonly old: Entry; readonly fresh: Entry }
  | { readonly kind: "read"; readonly old: Entry | undefined; readonly fresh: Entry }
  | { readonly kind: "delete"; readonly old: Entry; readonly replaces: "now" | "later" | undefined }
  | { readonly kind: "forget"; readonly old: Entry };

/** The engine gives up: it has reported why. */
export class Bail extends Error {}

/** A host, as the double calls it for one entry. */
export type CalledHost = Pick<Host, "check" | "diff" | "create" | "read" | "update" | "delete">;

/** A call of the provider's; it is logged. */
export type Call = <T>(
  verb: "check" | "diff" | "create" | "update" | "read" | "delete",
  entry: Entry,
  run: (host: CalledHost) => Promise<T>,
) => Promise<T>;

export interface StepOptions {
  readonly isPreview: boolean;
  /** URNs, of `--target` and `--replace`. */
  readonly targets: ReadonlySet<string>;
  readonly replace: ReadonlySet<string>;
}

interface Diff {
  readonly isChanged: boolean;
  readonly isReplacement: boolean;
  readonly deletesFirst: boolean;
}

/** Decides about the steps, as step_generator.go does: one resource at a time. */
export class StepGenerator {
  /** URNs by what the program has them do. What is only created is not operated on: it has no entry to delete. */
  readonly #operated = new Set<string>();
  readonly #created = new Set<string>();
  /** URNs of dependents that are deleted before what they depend on is replaced. */
  readonly #deletedFirst = new Set<string>();
  readonly #deletedEntries = new Set<Entry>();
  readonly #skippedCreates = new Set<string>();
  /** Present URNs by former ones. */
  readonly renamed = new Map<string, string>();

  constructor(
    private readonly snapshot: Snapshot,
    private readonly call: Call,
    private readonly report: (message: string) => void,
    private readonly options: StepOptions,
  ) {}

  /** The steps for a resource that the program declares. */
  async stepsFor(goal: Goal): Promise<Step[]> {
    const { fresh, urn } = goal;
    const old = this.#oldOf(goal);
    if (goal.get !== undefined) return this.#readSteps(goal, old);
    if (old?.external) throw new Error(`${nameOfUrn(urn)}: the double cannot take over what was only read`);
    const steps = await this.#stepsOf(goal, old);
    for (const step of steps) {
      if (step.kind === "delete" || step.kind === "forget" || step.kind === "skipped create") continue;
      const missing = fresh.dependencies.find((other) => this.#skippedCreates.has(other));
      if (missing !== undefined && step.fresh === fresh)
        this.#fail(fresh, `it depends on ${missing}, which was not specified in --target list`);
    }
    return steps;
  }

  #oldOf({ urn, aliases }: Goal): Entry | undefined {
    const found = [urn, ...aliases].find((one) => this.snapshot.current(one) !== undefined);
    if (found === undefined) return undefined;
    if (found !== urn) this.renamed.set(found, urn);
    return this.snapshot.current(found);
  }

  #readSteps({ fresh, get, urn }: Goal, old: Entry | undefined): Step[] {
    if (old !== undefined && !old.external && old.id !== get)
      throw new Error(`${nameOfUrn(urn)}: the double cannot replace a resource with one that is only read`);
    this.#operated.add(urn);
    return [{ kind: "read", old, fresh }];
  }

  async #stepsOf(goal: Goal, old: Entry | undefined): Promise<Step[]> {
    const { fresh, urn } = goal;
    const wanted = fresh.inputs;
    const { targets } = this.options;
    const isTargeted = targets.size === 0 || targets.has(urn);
    const isRecreated = this.#deletedFirst.has(urn);
    const isForced = this.options.replace.has(urn) || old?.isTainted === true;
    if (!isTargeted) fresh.inputs = old?.inputs ?? {};
    else if (old === undefined || isRecreated || isForced) fresh.inputs = await this.#check(fresh, {}, wanted);
    else fresh.inputs = await this.#check(fresh, old.inputs, ignoring(fresh, old, wanted));
    if (isRecreated && old !== undefined) {
      this.#deletedFirst.delete(urn);
      this.#operated.add(urn);
      return [{ kind: "create", old, fresh, keepsOld: false }];
    }
    if (old === undefined) return this.#createSteps(fresh, isTargeted);
    if (!isTargeted) return this.#untargetedSteps(old, fresh);
    const diff = await this.#diffOf(old, fresh, isForced);
    this.#operated.add(urn);
    if ((diff.isChanged && diff.isReplacement) || old.isPendingReplacement)
      return this.#replacementSteps(goal, old, { wanted, isForced, diff });
    if (diff.isChanged || old.initErrors.length > 0) return [{ kind: "update", old, fresh }];
    return [{ kind: "same", old, fresh }];
  }

  #createSteps(fresh: Entry, isTargeted: boolean): Step[] {
    if (isTargeted) {
      this.#created.add(fresh.urn);
      return [{ kind: "create", old: undefined, fresh, keepsOld: false }];
    }
    this.#operated.add(fresh.urn);
    this.#skippedCreates.add(fresh.urn);
    return [{ kind: "skipped create", fresh }];
  }

  /** What is not targeted stays as it is, and what it depends on comes before it in the state. */
  #untargetedSteps(old: Entry, fresh: Entry): Step[] {
    if (old.isPendingDelete) return [];
    this.#operated.add(old.urn).add(fresh.urn);
    const before = old.dependencies.flatMap((urn) => {
      const dependency = this.#operated.has(urn) || this.#created.has(urn) ? undefined : this.snapshot.current(urn);
      return dependency === undefined ? [] : this.#untargetedSteps(dependency, { ...dependency });
    });
    return [...before, { kind: "same", old, fresh: { ...old, urn: fresh.urn } }];
  }

  async #check(entry: Entry, olds: Props, news: Props): Promise<Props> {
    const { inputs, failures } = await this.call("check", entry, (host) => host.check(olds, news));
    const label = `${entry.type} resource '${nameOfUrn(entry.urn)}'`;
    for (const { property, reason } of failures) {
      const shown = property === "" ? "" : `: property ${property} value {${String(inputs[property])}}`;
      this.report(`${labelOf(entry)}: error: ${label}${shown} has a problem: ${reason}`);
    }
    if (failures.length > 0) throw new Bail();
    return inputs;
  }

  async #diffOf(old: Entry, fresh: Entry, isForced: boolean): Promise<Diff> {
    const forced = { isChanged: true, isReplacement: true, deletesFirst: false };
    const triggers = [old.replacementTrigger, fresh.replacementTrigger];
    if (!triggers.includes(null) && !isDeepStrictEqual(triggers[0], triggers[1])) return forced;
    return isForced ? forced : this.#diff(old, fresh.inputs, fresh);
  }

  /** What the provider says of a change, with `replaceOnChanges` of the entry. */
  async #diff(old: Entry, inputs: Props, asked: Entry): Promise<Diff> {
    const { changes, replaces, deleteBeforeReplace } = await this.call("diff", asked, (host) =>
      host.diff(old.id, old.outputs, inputs),
    );
    // Which properties changed is known only where the engine compares them itself.
    const changed = changes === "DIFF_UNKNOWN" ? changedKeys(old.inputs, inputs) : [];
    const isChanged = changes === "DIFF_SOME" || changed.length > 0;
    const isAsked = isChanged && changed.some((key) => asked.replaceOnChanges.includes(key));
    return { isChanged, isReplacement: replaces.length > 0 || isAsked, deletesFirst: deleteBeforeReplace };
  }

  async #replacementSteps(
    { deleteBeforeReplace, urn, fresh }: Goal,
    old: Entry,
    { wanted, isForced, diff }: { readonly wanted: Props; readonly isForced: boolean; readonly diff: Diff },
  ): Promise<Step[]> {
    if (fresh.protect && old.protect) this.#fail(fresh, protectedText(urn));
    // The defaults that the first check took from the old inputs count no more.
    if (!isForced) fresh.inputs = await this.#check(fresh, {}, wanted);
    if (!(deleteBeforeReplace ?? diff.deletesFirst)) return [{ kind: "create", old, fresh, keepsOld: true }];
    const steps = (await this.#dependentReplacements(old))
      .reverse()
      .filter((dependent) => !this.#deletedEntries.has(dependent))
      .map((dependent): Step => {
        if (dependent.protect && !dependent.isPendingDelete) throw this.#bail(fresh, protectedText(dependent.urn));
        this.#deletedFirst.add(dependent.urn);
        this.#deletedEntries.add(dependent);
        return { kind: "delete", old: dependent, replaces: dependent.isPendingDelete ? undefined : "now" };
      });
    if (!old.isPendingReplacement) steps.push({ kind: "delete", old, replaces: "now" });
    return [...steps, { kind: "create", old, fresh, keepsOld: false }];
  }

  /** The entries that a replacement of one may replace too: those that the provider says so of, with unknown inputs. */
  async #dependentReplacements(root: Entry): Promise<Entry[]> {
    const replaced = new Set([root.urn]);
    const passed = new Set([...this.#operated, ...this.#created, ...this.#deletedFirst]);
    const found: Entry[] = [];
    for (const entry of dependentsOf(this.snapshot.base, root, passed)) {
      const isUnknown = (key: string) => entry.propertyDependencies[key]?.some((urn) => replaced.has(urn)) === true;
      if (entry.external || !Object.keys(entry.inputs).some(isUnknown)) continue;
      const inputs = Object.fromEntries(
        Object.entries(entry.inputs).map(([key, value]) => [key, isUnknown(key) ? UNKNOWN : value]),
      );
      if (!(await this.#diff(entry, inputs, entry)).isReplacement) continue;
      found.push(entry);
      replaced.add(entry.urn);
    }
    return found;
  }

  /** The steps that come after the program: first what stays as it is not targeted, then the deletes, in no order. */
  async stepsAfter(): Promise<{ readonly sames: Step[]; readonly deletes: Step[] }> {
    const allowed = await this.#allowedDeletes();
    const sames: Step[] = [];
    const deletes: Step[] = [];
    for (const old of this.snapshot.base) {
      const isDone = this.#operated.has(this.renamed.get(old.urn) ?? old.urn);
      if (allowed !== undefined && !allowed.has(old.urn)) {
        if (!isDone && !old.isPendingDelete) sames.push({ kind: "same", old, fresh: { ...old } });
      } else if (old.isPendingDelete) {
        if (!this.#deletedEntries.has(old)) deletes.push({ kind: "delete", old, replaces: "later" });
      } else if (!isDone) {
        deletes.push(old.isPendingReplacement ? { kind: "forget", old } : { kind: "delete", old, replaces: undefined });
      }
    }
    const strangers = deletes.flatMap((step) => ("old" in step && step.old !== undefined ? [step.old] : []));
    const { targets } = this.options;
    for (const old of strangers.filter(({ urn }) => targets.size > 0 && !targets.has(urn)))
      this.#fail(old, `Resource '${old.urn}' will be destroyed but was not specified in --target list.`);
    return { sames, deletes };
  }

  /** URNs of what `--target` lets the engine delete; undefined without it. */
  async #allowedDeletes(): Promise<Set<string> | undefined> {
    const { targets } = this.options;
    if (targets.size === 0) return undefined;
    const { base } = this.snapshot;
    const roots = base.filter(({ urn }) => targets.has(urn));
    const all = roots.flatMap((root) => [root, ...dependentsOf(base, root, new Set())]);
    const allowed = new Set(all.map(({ urn }) => urn));
    for (const entry of base.filter(({ urn }) => allowed.has(urn)))
      for (const dependent of await this.#dependentReplacements(entry)) allowed.add(dependent.urn);
    return allowed;
  }

  /** Reports an error. A preview goes on, to show what else there is. */
  #fail(entry: Entry, message: string): void {
    const bail = this.#bail(entry, message);
    if (!this.options.isPreview) throw bail;
    this.hasFailed = true;
  }

  #bail(entry: Entry, message: string): Bail {
    this.report(`${labelOf(entry)}: error: ${message}`);
    return new Bail();
  }

  /** Whether it reported an error after which a preview goes on. */
  hasFailed = false;
}

const protectedText = (urn: string): string =>
  `unable to replace resource "${urn}"\nas it is currently marked for protection.`;

const changedKeys = (olds: Props, news: Props): string[] =>
  [...new Set([...Object.keys(olds), ...Object.keys(news)])].filter((key) => !isDeepStrictEqual(olds[key], news[key]));

/** The inputs with the old values of what `ignoreChanges` names. */
function ignoring({ urn, ignoreChanges }: Entry, old: Entry, inputs: Props): Props {
  const strange = ignoreChanges.find((key) => key in old.inputs !== key in inputs);
  if (strange !== undefined)
    throw new Error(`${nameOfUrn(urn)}: the double cannot ignore that ${strange} comes or goes`);
  const kept = ignoreChanges.filter((key) => key in inputs);
  return { ...inputs, ...Object.fromEntries(kept.map((key) => [key, old.inputs[key]])) };
}
