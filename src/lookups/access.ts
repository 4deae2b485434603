import type { Client } from "../api/client";
import { connect, connectRegistry } from "../connect";
import type { Settings } from "../settings";
import type { RegistryAccess } from "./tag-history";

const clients = new Map<string, Client>();
const registries = new Map<string, RegistryAccess>();

/** The platform client for the given settings, created once. Throws ConfigurationError. */
export function platformClient(settings: Settings): Client {
  const key = settings.fingerprint();
  const known = clients.get(key);
  if (known !== undefined) return known;
  const client = connect(settings);
  clients.set(key, client);
  return client;
}

/** The registry client for the given settings, created once so that tokens are shared. Throws ConfigurationError. */
export function registryAccess(settings: Settings): RegistryAccess {
  const key = settings.fingerprint();
  const known = registries.get(key);
  if (known !== undefined) return known;
  const access: RegistryAccess = {
    client: connectRegistry(settings),
    publicOrg: () => settings.need("publicOrg").value,
  };
  registries.set(key, access);
  return access;
}
