import { ConfigurationError } from "../../api/errors";
import { Settings } from "../../settings";
import type { Call } from "../declaration";
import { plain } from "../output/text";
import type { StackConfig } from "./config";
import { type StackChoice, stackChoice } from "./options";
import { PulumiError } from "./pulumi";

/**
 * The settings of a call: the environment's, and those of a stack. Throws PulumiError.
 *
 * @param choice the stack; the one that the call names when left out
 */
export async function settingsOf(
  call: Pick<Call<StackChoice>, "flags" | "terminal" | "progress">,
  choice: StackChoice | undefined = stackChoice(call),
): Promise<Settings> {
  if (choice === undefined) return settingsWith(undefined, call);
  call.progress("Reading the stack's config");
  const { stackConfig } = await import("./config");
  const config = await stackConfig(choice);
  if (config.unread !== undefined) throw new PulumiError(config.unread);
  return settingsWith(config, call);
}

/** Settings with the config of a stack, or without one. Warnings go to standard error. */
export function settingsWith(config: StackConfig | undefined, { terminal }: Pick<Call, "terminal">): Settings {
  const warn = (text: string) => terminal.err.write(`${plain(text)}\n`);
  return new Settings((key) => config?.values.get(key), undefined, warn);
}

/** A message about a setting that is missing also tells how the stack's config counts, where the call names no stack. */
export async function withStackHint<T>(call: Pick<Call<StackChoice>, "flags">, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (
      !(error instanceof ConfigurationError) ||
      stackChoice(call) !== undefined ||
      !/pulumi config/.test(error.message)
    )
      throw error;
    // advice: name-the-stack
    error.message += ". The config of a stack counts with --stack or --cwd";
    throw error;
  }
}
