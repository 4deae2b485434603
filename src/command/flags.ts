import type { OptionDeclaration } from "./declaration";

/** The types of option values, derived from the declarations. */

type CamelCase<Words extends string> = Words extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Words;

/** `failOn` of `-f, --fail-on <severity>`, `protect` of `--no-protect`. */
type KeyOf<Flags extends string> = Flags extends `--no-${infer Word}`
  ? CamelCase<Word>
  : Flags extends `${string}--${infer Long}`
    ? CamelCase<Long extends `${infer Word} ${string}` ? Word : Long>
    : never;

type ItemOf<Value> = Value extends readonly (infer Item)[] ? Item : Value;

type OneValueOf<Option extends OptionDeclaration> = Option extends { readonly parse: (text: string) => infer Value }
  ? Value
  : Option extends { readonly choices: readonly (infer Choice)[] }
    ? Choice
    : Option["flags"] extends `${string} <${string}`
      ? string
      : boolean;

type ValueOf<Option extends OptionDeclaration> = Option extends { readonly isRepeatable: true }
  ? readonly ItemOf<OneValueOf<Option>>[]
  : OneValueOf<Option>;

/** Options that always have a value. `--no-protect` is true by default. */
type WithDefault = { readonly default: unknown } | { readonly flags: `--no-${string}` };

/** The options of a call. Those without a default may be undefined. Declare `options` `as const`. */
export type FlagsOf<Options extends readonly OptionDeclaration[]> = {
  readonly [Option in Extract<Options[number], WithDefault> as KeyOf<Option["flags"]>]: ValueOf<Option>;
} & {
  readonly [Option in Exclude<Options[number], WithDefault> as KeyOf<Option["flags"]>]?: ValueOf<Option>;
};
