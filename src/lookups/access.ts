import type { Client } from "../api/client";
import { RegistryClient } from "../api/registry/client";
import { connect, exchangeAt, transportTo } from "../connect";
import type { Settings } from "../settings";
import { userAgent } from "../version";
import type { RegistryAccess } from "./tag-history";

const clients = new Map<string, Client>();
const registries = new Map<string, RegistryAccess>();

/** The client for settings, made once. Throws ConfigurationError. */
export function platformClient(settings: Settings): Client {
  const key = settings.fingerprint();
  const known = clients.get(key);
  if (known !== undefined) return known;
  const client = connect(settings);
  clients.set(key, client);
  return client;
}

/** The registry's client for settings, made once, so that tokens are shared. Throws ConfigurationError. */
export function registryAccess(settings: Settings): RegistryAccess {
  const key = settings.fingerprint();
  const known = registries.get(key);
  if (known !== undefined) return known;
  const registryUrl = settings.address("registryUrl");
  const credentials = settings.registryCredentials((ambient, identity) => {
    const base = settings.address("baseUrl");
    const platform = { transport: transportTo(base, settings), base, connection: settings.connection() };
    return exchangeAt(platform, registryUrl.host)(ambient, identity);
  });
  const publicOrg = settings.find("publicOrg")?.value;
  const access: RegistryAccess = {
    client: new RegistryClient({
      transport: transportTo(registryUrl, settings),
      ...(credentials === undefined ? {} : { credentials }),
      ...(publicOrg === undefined ? {} : { publicOrg }),
      historySegment: settings.find("historySegment")?.value ?? "_service",
      userAgent,
      operationTimeoutMs: settings.operationTimeoutMs(),
    }),
    publicOrg: () => settings.need("publicOrg").value,
  };
  registries.set(key, access);
  return access;
}
