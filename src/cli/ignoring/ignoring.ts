import type { Rule } from "./ignore-file";
import type { Sort } from "./sorts";

/** What was found of an object, as rules see it. */
export interface Seen {
  /** Kind of this package, or type of another. */
  readonly kind: string;
  /** Its uid and its names. */
  readonly names: readonly string[];
  /** Names that others of its kind have too: a rule that names one object does not mean it. */
  readonly sharedNames?: readonly string[];
  readonly sort: Sort;
  /** Path of a changed field; undefined where the whole object was found. */
  readonly field?: string;
}

/** The sorts of findings that nobody looks for unless asked to. */
const ofObjects: ReadonlySet<Sort> = new Set<Sort>(["unmanaged", "explained"]);

/** The rules of an ignore file at work: which hold today, and which have matched. */
export class Ignoring {
  readonly #used = new Set<Rule>();
  readonly #unclear = new Set<Rule>();

  /**
   * @param rules of the ignore file; none without one
   * @param today `2027-01-31`, UTC
   */
  constructor(
    private readonly rules: readonly Rule[],
    private readonly today: string,
  ) {}

  /** The rule that what was found is meant by; undefined if none is. */
  ruleFor({ kind, names, sharedNames = [], sort, field }: Seen): Rule | undefined {
    const meansShared = (rule: Rule): boolean => {
      const isNamed = sharedNames.some((name) => rule.object.test(name));
      if (isNamed && !rule.isPattern) this.#unclear.add(rule);
      return isNamed && rule.isPattern;
    };
    const isMeant = (rule: Rule) =>
      rule.kind.test(kind) &&
      (rule.when ?? sort) === sort &&
      (rule.field === undefined || (field !== undefined && rule.field.test(field))) &&
      (names.some((name) => rule.object.test(name)) || meansShared(rule));
    const rule = this.rules.find((candidate) => !this.#isOver(candidate) && isMeant(candidate));
    if (rule !== undefined) this.#used.add(rule);
    return rule;
  }

  /** Whether every object of a kind is meant, so that it matters to nobody which there are. */
  isWholeKind(kind: string): boolean {
    const rule = this.rules.find(
      (candidate) =>
        candidate.isForAll &&
        candidate.field === undefined &&
        (candidate.when ?? "unmanaged") === "unmanaged" &&
        !this.#isOver(candidate) &&
        candidate.kind.test(kind),
    );
    if (rule !== undefined) this.#used.add(rule);
    return rule !== undefined;
  }

  /** The rules that hold and name an object by a name that several have. */
  get unclear(): readonly Rule[] {
    return this.rules.filter((rule) => this.#unclear.has(rule));
  }

  /** The rules that ended before today. */
  get ended(): readonly Rule[] {
    return this.rules.filter((rule) => this.#isOver(rule));
  }

  /**
   * The rules that hold and have matched nothing.
   *
   * @param isAllSeen whether objects that no resource holds were looked for; else rules may be about those
   */
  unused(isAllSeen: boolean): readonly Rule[] {
    return this.rules.filter(
      (rule) =>
        !this.#used.has(rule) &&
        !this.#unclear.has(rule) &&
        !this.#isOver(rule) &&
        (isAllSeen || rule.field !== undefined || !ofObjects.has(rule.when ?? "unmanaged")),
    );
  }

  #isOver = ({ until }: Rule): boolean => until !== undefined && until < this.today;
}
