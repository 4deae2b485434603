import { PlatformError } from "../../api/errors";
import type { Settings } from "../../settings";
import type { Values } from "../../spec/values";
import { type PluginLookup, pluginLookups } from "./lookups";

/** A function that programs may invoke. It uses the settings of its provider. Throws ConfigurationError and the errors of lookups. */
export type PluginFunction = (settings: Settings, args: Values, isPreview: boolean) => Promise<Values>;

/** A lookup as a function. A preview refuses one that changes something, like programs in JavaScript do. */
const functionOf =
  (token: string, { isChange, resultName, call }: PluginLookup): PluginFunction =>
  async (settings, args, isPreview) => {
    if (isChange && isPreview)
      throw new PlatformError(`${token} changes the platform at once and cannot run in a preview`);
    const result = await call(settings, args as never); // Each lookup checks its arguments.
    if (resultName !== undefined) return { [resultName]: result };
    return (result ?? {}) as Values; // Without a name the result is an object, or nothing.
  };

/** The functions of the plugin by their token, `platform:index:getRole`. */
export const functions: Readonly<Record<string, PluginFunction>> = Object.fromEntries(
  Object.entries(pluginLookups).map(([token, lookup]) => [token, functionOf(token, lookup)]),
);
