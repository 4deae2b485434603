import { Client } from "../../src/api/client";
import { fixedToken } from "../../src/api/credentials";
import { createTransport } from "../../src/api/transport";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../src/emulator";
import { type Context, createContext } from "../../src/lifecycle/context";
import { resources } from "../../src/resources";
import type { World } from "./samples";

/** An emulator with what samples refer to, and the context in which verbs run against it. */
export interface Platform {
  readonly emulator: Emulator;
  readonly world: World;
  readonly context: Context;
  close(): Promise<void>;
}

/** A client of an emulator. */
export const clientOf = (emulator: Emulator): Client =>
  new Client({
    transport: createTransport(new URL(emulator.url)),
    tokens: fixedToken(emulator.token, "test"),
    userAgent: "test",
  });

export async function startPlatform(options: EmulatorOptions = {}): Promise<Platform> {
  const emulator = await startEmulator(options);
  const context = createContext(clientOf(emulator), resources);
  return { emulator, world: populate(emulator), context, close: () => emulator.close() };
}

/** Puts two of every kind into the emulator that samples may refer to. */
export function populate(emulator: Emulator): World {
  const root = emulator.organization.uid;
  const put = (type: string, body: Record<string, unknown>): string => String(emulator.put(type, root, body).uid);
  const pair = (type: string, body: (name: string) => Record<string, unknown>): [string, string] => [
    put(type, body("world-a")),
    put(type, body("world-b")),
  ];
  put("registry:Repo", { name: "world-mirror" });
  return {
    uids: {
      "iam:Group": pair("iam:Group", (name) => ({ name })),
      "iam:Identity": pair("iam:Identity", (name) => ({ name, servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" })),
      "iam:Role": pair("iam:Role", (name) => ({ name, capabilities: ["CAP_REPO_LIST"] })),
    },
    repoReferences: [`${emulator.publicOrganization}/nginx`, `${emulator.organization.name}/world-mirror`],
  };
}
