import { Client } from "./api/client";
import { createTransport } from "./api/transport";
import type { Settings } from "./settings";
import { userAgent } from "./version";

/** The client of the platform that settings describe. Throws ConfigurationError. */
export const connect = (settings: Settings): Client =>
  new Client({
    transport: createTransport(settings.address("baseUrl")),
    tokens: settings.tokens(),
    keyNames: {
      "{vendor}": { known: settings.find("vendor")?.value, need: () => settings.need("vendor").value },
    },
    userAgent,
  });
