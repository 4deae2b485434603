import { Client } from "../../../src/client/api/client";
import { fixedToken } from "../../../src/client/api/credentials/token";
import { NotFoundError } from "../../../src/client/api/errors";
import { createTransport, type HttpRequest, type Transport } from "../../../src/client/api/transport";
import { rootOf } from "../../../src/description/uid";
import { isJsonObject } from "../../../src/description/wire/json";
import { literal, path } from "../../../src/description/wire/path";
import { type EmulatorOptions, startEmulator } from "../../../src/emulator";
import { minutesAgo } from "../../support/clock";
import type { World } from "../../support/samples";

/** Where the tests of one case may create and delete anything. */
export interface Subject {
  readonly client: Client;
  /** uid of an empty group. */
  readonly group: string;
  readonly world: World;
  /** Deletes all that was made since the start of the case. */
  close(): Promise<void>;
}

/** A platform that the contract is checked against, with a world that was made by its API. */
export interface Target {
  start(): Promise<Subject>;
  close(): Promise<void>;
}

/** Where a platform is, and with which token it is asked. */
interface Address {
  readonly url: string;
  readonly token: string;
  /** uid of the group to work in; without it, an organization is made. */
  readonly group?: string | undefined;
  readonly vendor?: string | undefined;
}

/** An object that was made: the collection and the uid, as in its path. */
interface Made {
  readonly collection: string;
  readonly uid: string;
}

/** A transport that notes each object that a POST has made, in order. */
const noting =
  (transport: Transport, note: (made: Made) => void): Transport =>
  async (request: HttpRequest) => {
    const reply = await transport(request);
    const [, collection] = /^(\/[a-z]+\/v2\/[A-Za-z]+)(?:\/|$)/.exec(request.path.text) ?? [];
    const answer: unknown = reply.status === 200 && request.method === "POST" ? JSON.parse(reply.text) : undefined;
    if (collection !== undefined && isJsonObject(answer) && typeof answer.uid === "string")
      note({ collection, uid: answer.uid });
    return reply;
  };

/** Prepares a platform of which nothing is known, and on which nothing need exist. */
async function open({ url, token, group: home, vendor = "vendor" }: Address): Promise<Target> {
  const made: Made[] = [];
  const client = new Client({
    transport: noting(createTransport(new URL(url)), (one) => made.push(one)),
    tokens: fixedToken(token, "PLATFORM_TEST_TOKEN"),
    keyNames: { "{vendor}": { known: vendor, need: () => vendor } },
    userAgent: "pulumi-platform contract",
  });
  /** Deletes the objects that were created after a point, the latest first, so that nothing blocks a delete. */
  const deleteSince = async (length: number): Promise<void> => {
    for (const { collection, uid } of made.splice(length).reverse())
      await client.delete(path`${literal(collection)}/${uid}`).catch((error: unknown) => {
        if (!(error instanceof NotFoundError)) throw error;
      });
  };
  try {
    const world = await makeWorld(client, home);
    const worldSize = made.length;
    const base = world.uids["iam:Group"]?.[0] ?? "";
    return {
      start: async () => {
        const { uid } = await client.create(path`/iam/v2/groups/${base}`, { name: "contract" });
        return { client, group: String(uid), world, close: () => deleteSince(worldSize) };
      },
      close: () => deleteSince(0),
    };
  } catch (error) {
    await deleteSince(0);
    throw error;
  }
}

/** Makes two objects of every kind by the API, for samples to refer to. */
async function makeWorld(client: Client, home: string | undefined): Promise<World> {
  const make = async (collection: string, parent: string | undefined, body: Record<string, unknown>) => {
    const at = parent === undefined ? literal(collection) : path`${literal(collection)}/${parent}`;
    return String((await client.create(at, body)).uid);
  };
  const name = `contract-${Date.now().toString(36)}`;
  const isOwn = home === undefined;
  const root = await make("/iam/v2/groups", home, { name });
  const pair = async (
    collection: string,
    body: (name: string) => Record<string, unknown>,
  ): Promise<[string, string]> => [
    await make(collection, root, body("world-a")),
    await make(collection, root, body("world-b")),
  ];
  const groups = await pair("/iam/v2/groups", (name) => ({ name }));
  const roles = await pair("/iam/v2/roles", (name) => ({ name, capabilities: ["CAP_REPO_LIST"] }));
  const oidc = { issuer: "https://login.example.com", clientId: "world", pkceEnabled: true };
  const repos = await pair("/registry/v2/repos", (name) => ({ name }));
  return {
    uids: {
      "iam:Organization": [rootOf(root), rootOf(root)],
      "iam:Group": groups,
      "iam:Role": roles,
      "iam:Identity": await pair("/iam/v2/identities", (name) => ({
        name,
        claimMatch: { issuer: "https://login.example.com", subject: name },
      })),
      "iam:IdentityProvider": await pair("/iam/v2/identityProviders", (name) => ({
        name,
        defaultRole: roles[0],
        oidc,
      })),
      "registry:Repo": repos,
    },
    // By name where the organization's is known, so that the server has something to turn into a uid.
    repoReferences: isOwn ? [`${name}/world-a`, `${name}/world-b`] : repos,
  };
}

/** An emulator of this process, with what the API leaves open taken one way or the other. */
async function openEmulator(options: EmulatorOptions): Promise<Target> {
  const emulator = await startEmulator({ now: minutesAgo, ...options });
  const target = await open(emulator);
  return {
    start: target.start,
    close: async () => {
      try {
        await target.close();
        if (!emulator.isEmpty()) throw new Error("the contract suite has left something on the platform");
      } finally {
        await emulator.close();
      }
    },
  };
}

/** Environment of a run against another platform. The group is optional: without it the suite makes an organization. */
const { PLATFORM_TEST_URL, PLATFORM_TEST_TOKEN, PLATFORM_TEST_GROUP, PLATFORM_TEST_VENDOR } = process.env;

/** The platforms to check: that of PLATFORM_TEST_URL, or the emulator with each option for what the API leaves open. */
export const targets: readonly { readonly title: string; readonly open: () => Promise<Target> }[] =
  PLATFORM_TEST_URL === undefined
    ? [
        { title: "the emulator without empty fields", open: () => openEmulator({}) },
        {
          title: "the emulator with empty fields",
          open: () => openEmulator({ emitUnpopulated: true, maskSpelling: "camel", deleteBody: "empty" }),
        },
      ]
    : [
        {
          title: PLATFORM_TEST_URL,
          open: () =>
            open({
              url: PLATFORM_TEST_URL,
              token: PLATFORM_TEST_TOKEN ?? "",
              group: PLATFORM_TEST_GROUP,
              vendor: PLATFORM_TEST_VENDOR,
            }),
        },
      ];
