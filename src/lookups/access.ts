import { Client } from "../api/client";
import { RegistryClient } from "../api/registry";
import { createTransport } from "../api/transport";
import type { Settings } from "../settings";
import { userAgent } from "../version";
import type { RegistryAccess } from "./tag-history";

const clients = new Map<string, Client>();
const registries = new Map<string, RegistryAccess>();

/** Identifies settings; kept in memory only, as the key of what was made from them. */
const keyOf = (settings: Settings, names: readonly Parameters<Settings["find"]>[0][]): string =>
  JSON.stringify(names.map((name) => settings.find(name)?.value));

/** The client for settings, made once. Throws ConfigurationError. */
export function platformClient(settings: Settings): Client {
  const key = keyOf(settings, ["baseUrl", "token", "tokenFile"]);
  const known = clients.get(key);
  if (known !== undefined) return known;
  const client = new Client({
    transport: createTransport(settings.address("baseUrl")),
    tokens: settings.tokens(),
    userAgent,
  });
  clients.set(key, client);
  return client;
}

/** The registry's client for settings, made once, so that tokens are shared. Throws ConfigurationError. */
export function registryAccess(settings: Settings): RegistryAccess {
  const key = keyOf(settings, ["registryUrl", "token", "tokenFile", "registryToken", "publicOrg", "historySegment"]);
  const known = registries.get(key);
  if (known !== undefined) return known;
  const credentials = settings.registryCredentials();
  const publicOrg = settings.find("publicOrg")?.value;
  const access: RegistryAccess = {
    client: new RegistryClient({
      transport: createTransport(settings.address("registryUrl")),
      ...(credentials === undefined ? {} : { credentials }),
      ...(publicOrg === undefined ? {} : { publicOrg }),
      historySegment: settings.find("historySegment")?.value ?? "_service",
      userAgent,
    }),
    publicOrg: () => settings.need("publicOrg").value,
  };
  registries.set(key, access);
  return access;
}
