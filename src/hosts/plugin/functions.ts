import type { Settings } from "../../client/settings";
import type { Values } from "../../description/spec/values";
import { type PluginLookup, pluginLookups } from "../generated/plugin-lookups";

/** Throws ConfigurationError and the errors of lookups. */
const functionOf =
  ({ resultName, call }: PluginLookup) =>
  async (settings: Settings, args: Values): Promise<Values> => {
    const result = await call(settings, args as never); // Each lookup checks its arguments.
    if (resultName !== undefined) return { [resultName]: result };
    return (result ?? {}) as Values; // Without a name the result is an object, or nothing.
  };

/** By token, `platform:index:getRole`. */
export const functions: Readonly<Record<string, ReturnType<typeof functionOf>>> = Object.fromEntries(
  Object.entries(pluginLookups).map(([token, lookup]) => [token, functionOf(lookup)]),
);
