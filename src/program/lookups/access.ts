import type { Client } from "../../client/api/client";
import { connect, connectRegistry } from "../../client/connect";
import type { Settings } from "../../client/settings";
import type { RegistryAccess } from "./tag-history";

/** Returns a function that creates one value per set of settings. */
function once<T>(make: (settings: Settings) => T): (settings: Settings) => T {
  const made = new Map<string, T>();
  return (settings) => {
    const key = settings.fingerprint();
    const known = made.get(key) ?? make(settings);
    made.set(key, known);
    return known;
  };
}

/** Returns the platform client for the given settings, created once. Throws ConfigurationError. */
export const platformClient: (settings: Settings) => Client = once(connect);

/** Returns the registry client for the given settings. It is created once, so that tokens are shared. Throws ConfigurationError. */
export const registryAccess: (settings: Settings) => RegistryAccess = once((settings) => ({
  client: connectRegistry(settings),
  publicOrg: () => settings.need("publicOrg").value,
}));
