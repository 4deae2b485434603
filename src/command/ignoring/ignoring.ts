import type { Rule } from "./ignore-file";
import type { Sort } from "./sorts";

export interface Seen {
  /** Kind of this package, or type of another. */
  readonly kind: string;
  readonly uid?: string;
  readonly names: readonly string[];
  /** Names that other objects of its kind have too. Only a pattern matches them. */
  readonly sharedNames?: readonly string[];
  readonly sort: Sort;
  /** Path of a changed field. Undefined for the whole object. */
  readonly field?: string;
}

/** The sorts of findings that only --unmanaged finds. */
const ofObjects: ReadonlySet<Sort> = new Set<Sort>(["unmanaged", "explained"]);

/** Applies the rules of an ignore file. Records which rules matched. */
export class Ignoring {
  readonly #used = new Set<Rule>();
  readonly #unclear = new Set<Rule>();

  /** @param today the day in UTC, `2027-01-31` */
  constructor(
    private readonly rules: readonly Rule[],
    private readonly today: string,
  ) {}

  ruleFor({ kind, uid, names, sharedNames = [], sort, field }: Seen): Rule | undefined {
    const matchesShared = (rule: Rule): boolean => {
      const isNamed = sharedNames.some((name) => rule.object.test(name));
      if (isNamed && !rule.isPattern) this.#unclear.add(rule);
      return isNamed && rule.isPattern;
    };
    const matches = (rule: Rule) =>
      rule.kind.test(kind) &&
      (rule.when ?? sort) === sort &&
      (rule.field === undefined || (field !== undefined && rule.field.test(field))) &&
      (names.some((name) => rule.object.test(name)) || isOfUid(rule, uid) || matchesShared(rule));
    const rule = this.rules.find((candidate) => !this.#isExpired(candidate) && matches(candidate));
    if (rule !== undefined) this.#used.add(rule);
    return rule;
  }

  /** Whether rules hide every object of a kind, which can be these sorts of findings. The kind need not be listed then. */
  isWholeKind(kind: string, sorts: readonly Sort[]): boolean {
    const rules = sorts.flatMap((sort) => {
      const isFor = (rule: Rule) => rule.isForAll && rule.field === undefined && (rule.when ?? sort) === sort;
      return this.rules.find((rule) => isFor(rule) && !this.#isExpired(rule) && rule.kind.test(kind)) ?? [];
    });
    if (rules.length < sorts.length) return false;
    for (const rule of rules) this.#used.add(rule);
    return true;
  }

  /** Returns the rules that expired, that fit several objects of one name, or that fit nothing although unmanaged objects were looked for. */
  withoutEffect(isAllSeen: boolean) {
    const valid = this.rules.filter((rule) => !this.#isExpired(rule));
    const isSeen = ({ field, when = "unmanaged" }: Rule) => isAllSeen || field !== undefined || !ofObjects.has(when);
    return {
      ended: this.rules.filter(this.#isExpired),
      unclear: valid.filter((rule) => this.#unclear.has(rule)),
      unused: valid.filter((rule) => !this.#used.has(rule) && !this.#unclear.has(rule) && isSeen(rule)),
    };
  }

  #isExpired = ({ until }: Rule): boolean => until !== undefined && until < this.today;
}

/** Every uid begins with that of its organization. A pattern for names, like `*fe*`, must not match it by accident. */
const isOfUid = (rule: Rule, uid: string | undefined): boolean =>
  uid !== undefined && (!rule.isPattern || rule.isForAll || rule.objectText.includes("/")) && rule.object.test(uid);
