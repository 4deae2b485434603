import { Client } from "../../src/client/api/client";
import { fixedToken } from "../../src/client/api/credentials/token";
import { createTransport } from "../../src/client/api/transport";
import type { Caller } from "../../src/client/visibility/caller";
import { readSight } from "../../src/client/visibility/read-sight";
import type { Context } from "../../src/core/context";
import { resources } from "../../src/description/resources";
import { parentField, type ResourceSpec } from "../../src/description/spec/resource";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../src/emulator";
import { Ownership } from "../../src/hosts/shared/ownership";
import { minutesAgo } from "./clock";
import { createContext, type HostContext } from "./context";
import type { World } from "./samples";

/** An emulator with the objects that samples refer to, and a context for verbs against it. */
export interface Platform {
  readonly emulator: Emulator;
  readonly world: World;
  readonly context: HostContext;
  close(): Promise<void>;
}

export const clientOf = (emulator: Emulator, token = emulator.token): Client =>
  new Client({
    transport: createTransport(new URL(emulator.url)),
    tokens: fixedToken(token, "test"),
    keyNames: { "{vendor}": vendorKey(emulator.environment.PLATFORM_VENDOR ?? "vendor") },
    userAgent: "test",
  });

export const vendorKey = (name: string) => ({ known: name, need: () => name });

/** The context of the next run, which treats objects of the previous run like any other. */
export const nextRun = ({ client, resources, ...how }: Context): HostContext =>
  createContext(client, resources, { ...how, holders: new Ownership() });

/** A caller whose token nothing limits. */
export const callerWith = (uid: string | undefined): Caller => ({ uid, scopes: [], capabilities: [] });

/** What the token of an identity sees, where nothing limits it. */
export const sightOf = (uid: string | undefined) => (client: Client) => readSight(client, callerWith(uid), true);

export async function startPlatform(options: EmulatorOptions = {}): Promise<Platform> {
  const emulator = await startEmulator({ now: minutesAgo, ...options });
  const context = createContext(clientOf(emulator), resources, {
    sight: sightOf(emulator.environment.PLATFORM_IDENTITY),
    print: () => undefined,
  });
  return { emulator, world: populate(emulator), context, close: () => emulator.close() };
}

const OIDC = { issuer: "https://login.example.com", clientId: "world", pkceEnabled: true };

/** What an emulator has for people, behind sockets or not. */
type Place = Pick<Emulator, "organization" | "publicOrganization" | "put" | "list">;

/** Puts two objects of every kind into the emulator, for samples to refer to. */
export function populate(emulator: Place): World {
  const root = emulator.organization.uid;
  const put = (type: string, body: Record<string, unknown>): string => String(emulator.put(type, root, body).uid);
  const pair = (type: string, body: (name: string) => Record<string, unknown>): [string, string] => [
    put(type, body("world-a")),
    put(type, body("world-b")),
  ];
  put("registry:Repo", { name: "world-mirror" });
  const roles = pair("iam:Role", (name) => ({ name, capabilities: ["CAP_REPO_LIST"] }));
  const identities = pair("iam:Identity", (name) => ({ name, servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" }));
  // Provisioning by SCIM needs two owners.
  const roleUid = emulator.list("iam:Role").find(({ name }) => name === "owner")?.uid;
  for (const identityUid of identities) put("iam:RoleBinding", { identityUid, roleUid });
  const identityProviders = pair("iam:IdentityProvider", (name) => ({ name, defaultRole: roles[0], oidc: OIDC }));
  return {
    uids: {
      "iam:Organization": [root, String(emulator.put("iam:Group", "", { name: "world-organization" }).uid)],
      "iam:IdentityProvider": identityProviders,
      "registry:Repo": pair("registry:Repo", (name) => ({ name })),
      "iam:Group": pair("iam:Group", (name) => ({ name })),
      "iam:Identity": identities,
      "iam:Role": roles,
    },
    repoReferences: [`${emulator.publicOrganization}/nginx`, `${emulator.organization.name}/world-mirror`],
  };
}

/** Creates a separate parent for a resource, so that equal keys do not collide; returns the input that names it. The label becomes its name. */
export function separateParent(
  emulator: Place,
  world: World,
  spec: ResourceSpec,
  label: string,
): Record<string, string> {
  const name = label.toLowerCase().replace(/[^a-z0-9._-]/g, "-");
  const [field, parent] = parentField(spec) ?? [];
  const type = parent?.type;
  // A root has no parent, but a name of its own.
  if (spec.peculiar?.rootOf !== undefined) return { name };
  if (field === undefined || type?.kind !== "string") throw new Error(`${spec.type} has no parent`);
  const kind = type.refersTo ?? "";
  const root = emulator.organization.uid;
  const bodies: Record<string, [type: string, parent: string, body: Record<string, unknown>]> = {
    "iam:Organization": ["iam:Group", "", { name }],
    "iam:Group": ["iam:Group", root, { name }],
    "registry:Repo": ["registry:Repo", root, { name }],
    "iam:IdentityProvider": [kind, root, { name, defaultRole: world.uids["iam:Role"]?.[0], oidc: OIDC }],
  };
  const body = bodies[kind];
  if (body === undefined) throw new Error(`nobody has said how to make a ${kind}`);
  return { [field]: String(emulator.put(...body).uid) };
}
