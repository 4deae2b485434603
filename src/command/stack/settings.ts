import { ConfigurationError } from "../../client/api/errors";
import { Settings } from "../../client/settings";
import type { CommandCall } from "../declaration";
import { plain } from "../output/text";
import type { StackConfig } from "./config";
import { type StackChoice, stackChoice } from "./options";
import { PulumiError } from "./pulumi";

/** Returns the settings of the environment and of a stack. Throws PulumiError. */
export async function settingsOf(
  call: Pick<CommandCall<StackChoice>, "flags" | "terminal" | "progress">,
  choice: StackChoice | undefined = stackChoice(call),
): Promise<Settings> {
  if (choice === undefined) return settingsWith(undefined, call);
  call.progress("Reading the stack's config");
  const { stackConfig } = await import("./config");
  const config = await stackConfig(choice);
  if (config.unread !== undefined) throw new PulumiError(config.unread);
  return settingsWith(config, call);
}

/** Returns settings, with the config of a stack if given. Warnings go to standard error. */
export function settingsWith(config: StackConfig | undefined, { terminal }: Pick<CommandCall, "terminal">): Settings {
  const warn = (text: string) => terminal.err.write(`${plain(text)}\n`);
  return new Settings((key) => config?.values.get(key), undefined, warn);
}

/** Adds a hint to errors about a missing setting, if the call names no stack. */
export async function withStackHint<T>(
  call: Pick<CommandCall<StackChoice>, "flags">,
  action: () => Promise<T>,
): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof ConfigurationError && /pulumi config/.test(error.message) && stackChoice(call) === undefined)
      error.message += ". To read the config of a stack, name it with --stack or --cwd";
    throw error;
  }
}
